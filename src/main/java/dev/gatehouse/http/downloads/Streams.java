package dev.gatehouse.http.downloads;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.downloads.Downloads.Transfer;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.FileFailures;
import dev.gatehouse.http.exchange.Outflow;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.ledger.Resource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;

/**
 * Streams a rendition in chunks. A worker makes each chunk and is released while the client reads
 * it, so that slow clients hold no thread.
 */
public record Streams(WorkerExecutor workers) {
  /**
   * Streams a rendition. If too many downloads are streamed, the client waits until the file is
   * made that may be in progress, so that a new song may have any number of listeners.
   *
   * @param otherwise run after that if the rendition was not streamed
   */
  void sendOrAwaitFile(Transfer transfer, Runnable otherwise) {
    if (transfer.exchange().holdings().take(Resource.STREAMS, 1)) {
      stream(transfer);
      return;
    }
    CompletionStage<Void> file =
        transfer
            .rendition()
            .comingFile(transfer.blob())
            .orElseGet(() -> CompletableFuture.completedFuture(null));
    Future.fromCompletionStage(file, Vertx.currentContext()).onComplete(done -> otherwise.run());
  }

  void send(Transfer transfer) {
    if (transfer.exchange().holdings().takeOrFail(Resource.STREAMS).isPresent()) {
      stream(transfer);
    }
  }

  private void stream(Transfer transfer) {
    Exchange exchange = transfer.exchange();
    if (transfer.length() < 0) {
      exchange.response().setChunked(true);
    }
    workers
        .executeBlocking(
            () -> transfer.rendition().open(transfer.blob(), transfer.offset(), transfer.length()),
            false)
        .compose(in ->
            Outflow.send(exchange, max -> read(in, max))
                .eventually(() -> workers.executeBlocking(() -> close(in), false)))
        .onComplete(done -> {
          if (done.failed()) {
            fail(transfer, done.cause());
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
  static void fail(Transfer transfer, Throwable problem) {
    Exchange exchange = transfer.exchange();
    if (problem instanceof NoSuchFileException && !exchange.response().headWritten()) {
      transfer.gone().run();
      return;
    }
    ApiError failure =
        FileFailures.of(problem)
            .orElseGet(() -> ApiError.of(ErrorCode.DATA_UNREADABLE, "the file cannot be read"));
    Replies.fail(exchange, failure.because(problem.toString()));
  }
}
