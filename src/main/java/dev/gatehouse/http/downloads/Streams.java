package dev.gatehouse.http.downloads;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.FileFailures;
import dev.gatehouse.http.exchange.Outflow;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.ledger.Resource;
import dev.gatehouse.store.blobs.DamagedFileException;
import dev.gatehouse.store.blobs.Rendition;
import io.vertx.core.Future;
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
  private final WorkerExecutor workers;

  public Streams(WorkerExecutor workers) {
    this.workers = workers;
  }

  /** Returns the file of a rendition whose bytes in a range are intact, as the rendition does. */
  Future<Optional<Path>> file(Rendition rendition, String blob, long offset, long length) {
    // A worker costs more than a small range, so a range that was checked a moment ago needs none.
    Optional<Path> checked = rendition.justChecked(blob, offset, length);
    return checked.isPresent()
        ? Future.succeededFuture(checked)
        : workers.executeBlocking(() -> rendition.file(blob, offset, length), false);
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
    if (exchange.holdings().takeOrFail(Resource.STREAMS, rendition.weight()).isEmpty()) {
      return;
    }
    if (length < 0) {
      exchange.response().setChunked(true);
    }
    workers
        .executeBlocking(() -> rendition.open(blob, offset, length), false)
        .compose(in ->
            Outflow.send(exchange, max -> read(in, max))
                .eventually(() -> workers.executeBlocking(() -> close(in), false)))
        .onComplete(done -> {
          if (done.failed()) {
            fail(exchange, done.cause(), gone);
          }
        });
  }

  private Future<Buffer> read(InputStream in, int max) {
    return workers.executeBlocking(() -> Buffer.buffer(in.readNBytes(max)), false);
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
    ApiError failure =
        FileFailures.of(problem)
            .orElseGet(() -> ApiError.of(ErrorCode.DATA_UNREADABLE, "the file cannot be read"));
    // Damage is logged once when it is found, not for each request.
    boolean logged = problem instanceof DamagedFileException;
    Replies.fail(exchange, logged ? failure : failure.because(problem.toString()));
  }
}
