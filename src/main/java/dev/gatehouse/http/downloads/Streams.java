package dev.gatehouse.http.downloads;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Permits;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.store.blobs.BlobsAwayException;
import dev.gatehouse.store.blobs.DamagedFileException;
import dev.gatehouse.store.blobs.Rendition;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Streams a rendition in chunks. A worker makes each chunk and is released while the client reads
 * it, so that slow clients hold no thread.
 */
public final class Streams {
  private static final int CHUNK = 128 * 1024;

  private final WorkerExecutor workers;
  private final Permits running;

  public Streams(WorkerExecutor workers, Permits running) {
    this.workers = workers;
    this.running = running;
  }

  /** Returns the file of a rendition whose bytes in a range are intact, as the rendition does. */
  Future<Optional<Path>> file(Rendition rendition, String blob, long offset, long length) {
    return workers.executeBlocking(() -> rendition.file(blob, offset, length), false);
  }

  /**
   * @param length bytes, or -1 for all
   * @param gone run when the blob does not exist; no bytes have been sent then
   */
  void send(
      Exchange exchange,
      Rendition rendition,
      String blob,
      long offset,
      long length,
      Runnable gone) {
    if (!exchange.take(running, 1)) {
      exchange.response().headers().remove("Content-Length").remove("Content-Range");
      Replies.fail(
          exchange, ApiError.busy(ErrorCode.OVERLOADED, "too many downloads are running", 2));
      return;
    }
    if (length < 0) {
      exchange.response().setChunked(true);
    }
    workers
        .executeBlocking(() -> rendition.open(blob, offset, length), false)
        .compose(in ->
            new Pump(exchange, in)
                .run()
                .eventually(() -> workers.executeBlocking(() -> close(in), false)))
        .onComplete(done -> {
          if (done.failed()) {
            fail(exchange, done.cause(), gone);
          }
        });
  }

  /**
   * Loop that sends the chunks under a single promise. One chained future per chunk would overflow
   * the stack.
   */
  private final class Pump {
    private final Exchange exchange;
    private final InputStream in;
    private final Promise<Void> done = Promise.promise();
    private boolean full;

    Pump(Exchange exchange, InputStream in) {
      this.exchange = exchange;
      this.in = in;
    }

    Future<Void> run() {
      if (!exchange.over()) {
        exchange.response().drainHandler(drained -> pump());
        exchange.onFinish(this::pump);
      }
      next();
      return done.future();
    }

    private void pump() {
      if (full) {
        full = false;
        next();
      }
    }

    private void next() {
      if (exchange.over()) {
        done.tryComplete();
      } else {
        workers
            .executeBlocking(() -> in.readNBytes(CHUNK), false)
            .onFailure(done::tryFail)
            .onSuccess(this::write);
      }
    }

    private void write(byte[] bytes) {
      if (exchange.over()) {
        done.tryComplete();
      } else if (bytes.length < CHUNK) {
        Replies.end(exchange, Buffer.buffer(bytes));
        done.tryComplete();
      } else {
        exchange.response().write(Buffer.buffer(bytes));
        full = exchange.response().writeQueueFull();
        if (!full) {
          next();
        }
      }
    }
  }

  private static Void close(InputStream in) throws IOException {
    in.close();
    return null;
  }

  /** Reports a failure. If a part of the body was sent, the reply ends without the rest. */
  static void fail(Exchange exchange, Throwable problem, Runnable gone) {
    if (problem instanceof NoSuchFileException && !exchange.response().headWritten()) {
      gone.run();
      return;
    }
    exchange.response().headers().remove("Content-Length").remove("Content-Range");
    exchange.response().headers().remove("Accept-Ranges");
    ApiError failure =
        problem instanceof BlobsAwayException
            ? ApiError.busy(ErrorCode.FILE_STORE_UNAVAILABLE, "the file store is not reachable", 2)
            : ApiError.of(ErrorCode.DATA_UNREADABLE, "the file cannot be read");
    // Damage is logged once when it is found, not for each request.
    boolean logged = problem instanceof DamagedFileException;
    Replies.fail(exchange, logged ? failure : failure.because(problem.toString()));
  }
}
