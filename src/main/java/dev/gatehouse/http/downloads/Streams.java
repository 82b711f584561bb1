package dev.gatehouse.http.downloads;

import dev.gatehouse.bus.Failure;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Permits;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.store.Rendition;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;

/**
 * Streams a rendition in chunks: a worker makes each chunk and is free again while the client takes
 * it, so that slow readers hold no thread.
 */
public final class Streams {
  private static final int CHUNK = 128 * 1024;

  private final WorkerExecutor workers;
  private final Permits running;

  public Streams(WorkerExecutor workers, Permits running) {
    this.workers = workers;
    this.running = running;
  }

  /**
   * @param length bytes, or -1 for as many as there are
   * @param gone what to do when there is no such blob; nothing has been sent then
   */
  void send(
      Exchange exchange,
      Rendition rendition,
      String blob,
      long offset,
      long length,
      Runnable gone) {
    if (!running.take(1)) {
      exchange.response().headers().remove("Content-Length").remove("Content-Range");
      Replies.fail(exchange, Failure.busy("too many downloads are running", 2));
      return;
    }
    if (length < 0) {
      exchange.response().setChunked(true);
    }
    workers
        .executeBlocking(() -> rendition.open(blob, offset, length), false)
        .compose(in ->
            pump(exchange, in).eventually(() -> workers.executeBlocking(() -> close(in), false)))
        .onComplete(done -> {
          running.giveBack(1);
          if (done.cause() instanceof NoSuchFileException && !exchange.response().headWritten()) {
            gone.run();
          } else if (done.failed()) {
            fail(exchange, done.cause());
          }
        });
  }

  private Future<Void> pump(Exchange exchange, InputStream in) {
    Promise<Void> done = Promise.promise();
    pump(exchange, in, done);
    return done.future();
  }

  /** One promise for all chunks: a chain of futures, one a chunk, ends in a stack overflow. */
  private void pump(Exchange exchange, InputStream in, Promise<Void> done) {
    HttpServerResponse response = exchange.response();
    workers
        .executeBlocking(() -> in.readNBytes(CHUNK), false)
        .onFailure(done::fail)
        .onSuccess(bytes -> {
          if (response.closed()) {
            done.complete();
          } else if (bytes.length < CHUNK) {
            response.end(Buffer.buffer(bytes)).onComplete(done);
          } else {
            response.write(Buffer.buffer(bytes));
            drained(response).onSuccess(ready -> pump(exchange, in, done));
          }
        });
  }

  private static Future<Void> drained(HttpServerResponse response) {
    if (!response.writeQueueFull()) {
      return Future.succeededFuture();
    }
    Promise<Void> ready = Promise.promise();
    response.drainHandler(drained -> ready.tryComplete());
    response.closeHandler(gone -> ready.tryComplete());
    return ready.future();
  }

  private static Void close(InputStream in) throws IOException {
    in.close();
    return null;
  }

  private static void fail(Exchange exchange, Throwable problem) {
    exchange.response().headers().remove("Content-Length").remove("Content-Range");
    exchange.response().headers().remove("Accept-Ranges");
    Replies.fail(exchange, Failure.of(500, "the file cannot be read").because(problem.toString()));
  }
}
