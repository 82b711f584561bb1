package dev.gatehouse.http.bodies;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.FileFailures;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.UnfitException;
import dev.gatehouse.store.blobs.UploadCheck;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Upload that is being written to the blob store. The event loop collects chunks and a worker
 * writes them while the client is paused. An upload that ends early leaves no data behind.
 */
final class Staging {
  private static final Logger LOG = LoggerFactory.getLogger(Staging.class);

  /**
   * Bytes collected before a worker is called. Small enough to buffer for each upload, large enough
   * to justify the call.
   */
  private static final int BATCH = 256 * 1024;

  private final StagedUploads uploads;
  private final UploadCheck uploadCheck;
  private final long limit;
  private final Exchange exchange;
  private final Pace pace;
  private final Promise<Blob> staged = Promise.promise();

  private Future<BlobWriter> writer;
  private Buffer batch = Buffer.buffer();
  private long received;
  private long arrived;
  private long arrivedBefore;
  private boolean writing;
  private boolean complete;
  private boolean over;

  /**
   * Minimum transfer rate of an upload.
   *
   * @param bytes bytes that must arrive in each window
   */
  record Pace(long bytes, Duration window) {}

  /**
   * @param uploadCheck check that the bytes pass before they are stored; null for none
   * @param limit maximum bytes that the client may send
   */
  Staging(
      StagedUploads uploads, UploadCheck uploadCheck, long limit, Exchange exchange, Pace pace) {
    this.uploads = uploads;
    this.uploadCheck = uploadCheck;
    this.limit = limit;
    this.exchange = exchange;
    this.pace = pace;
  }

  /**
   * Starts enforcing the minimum transfer rate. It applies to the whole body: before, within and
   * after the file.
   */
  void watch() {
    exchange.every(pace.window(), this::watchPace);
  }

  /** Counts received bytes of the body, within the file or around it. */
  long arrived(Buffer chunk) {
    exchange.holdings().progressed();
    arrived += chunk.length();
    return arrived;
  }

  /**
   * Starts a new blob, which is kept only if its hash matches. The caller passes the bytes to
   * {@link #accept} and reports their end with {@link #end}.
   */
  Future<Blob> begin(ContentDigest digest) {
    writer = uploads.workers().executeBlocking(() -> digest.into(create()), false);
    writer.onFailure(this::abandon);
    return staged.future();
  }

  /** Returns the outcome of the file. */
  Future<Blob> outcome() {
    return staged.future();
  }

  /** Records that the whole file has arrived. */
  void end() {
    complete = true;
    write();
  }

  long limit() {
    return limit;
  }

  boolean begun() {
    return writer != null;
  }

  /** Deletes the partial blob unless the whole file has arrived. */
  void abandonUnlessComplete() {
    abandon(
        new UploadException(ApiError.of(ErrorCode.UPLOAD_INCOMPLETE, "the upload is incomplete")));
  }

  static ApiError failure(Throwable problem) {
    return switch (problem) {
      case UploadException refused -> refused.failure();
      case UnfitException unfit -> ApiError.of(unfit.code(), unfit.param(), unfit.getMessage());
      default ->
          FileFailures.of(problem)
              .orElseGet(() ->
                  ApiError.of(ErrorCode.INTERNAL_ERROR, "the upload could not be stored")
                      .because(problem.toString()));
    };
  }

  private BlobWriter create() throws IOException {
    BlobWriter stored = uploads.blobs().create();
    return uploadCheck == null ? stored : uploadCheck.into(stored);
  }

  /** Takes bytes of the file. Pauses the request while they wait for a worker. */
  void accept(ByteBuffer bytes) {
    if (over) {
      return;
    }
    received += bytes.remaining();
    if (received > limit) {
      abandon(new UploadException(Bodies.tooLarge(limit)));
      return;
    }
    batch.setBytes(batch.length(), bytes);
    if (batch.length() >= BATCH) {
      exchange.request.pause();
      write();
    }
  }

  private void write() {
    if (writing || over) {
      return;
    }
    writing = true;
    Buffer full = batch;
    batch = Buffer.buffer();
    boolean last = complete;
    writer
        .compose(open -> uploads.workers().executeBlocking(() -> write(open, full, last), false))
        .onComplete(done -> {
          writing = false;
          if (over) {
            // A failed write has not been discarded yet either, because a worker was using the
            // writer.
            discard(done.result());
          } else if (done.failed()) {
            abandon(done.cause());
          } else {
            if (last) {
              finish(done.result());
            } else if (complete) {
              write();
            }
            resume();
          }
        });
  }

  /** Writes bytes, and returns the committed blob if they were the last; otherwise null. */
  private static Blob write(BlobWriter open, Buffer bytes, boolean last) throws IOException {
    open.write(view(bytes));
    return last ? open.commit() : null;
  }

  /** Returns the bytes of a buffer without copying them. */
  static ByteBuffer view(Buffer bytes) {
    return ((BufferInternal) bytes).getByteBuf().nioBuffer();
  }

  private void finish(Blob blob) {
    over = true;
    staged.complete(blob);
  }

  private void abandon(Throwable problem) {
    if (over) {
      return;
    }
    over = true;
    if (writer != null && !writing) {
      discard(null);
    }
    if (!exchange.request.isEnded()) {
      // Remaining bytes are discarded until the error reply has closed the connection.
      exchange.request.handler(discarded -> {});
      resume();
    }
    staged.tryFail(problem);
  }

  private void resume() {
    // An ended body rejects this.
    if (!exchange.request.isEnded()) {
      exchange.request.resume();
    }
  }

  private void discard(Blob committed) {
    writer.onSuccess(open ->
        uploads
            .workers()
            .executeBlocking(
                () -> {
                  open.close();
                  return committed != null && uploads.blobs().delete(committed.id());
                },
                false));
  }

  private void watchPace() {
    // The rate is not checked while a worker writes, since the server itself pauses the client
    // then. It is not checked either once the body is complete.
    if (!writing && !exchange.received()) {
      if (arrived - arrivedBefore < pace.bytes()) {
        LOG.warn("upload aborted, too slow request={}", exchange.requestId);
        ApiError slow = ApiError.of(ErrorCode.REQUEST_TOO_SLOW, "the upload is too slow");
        abandon(new UploadException(slow));
        Replies.fail(exchange, slow);
      }
    }
    arrivedBefore = arrived;
  }

  /** Thrown when an upload is rejected while it is still arriving. */
  private static final class UploadException extends Exception {
    private final transient ApiError failure;

    UploadException(ApiError failure) {
      super(failure.message(), null, false, false);
      this.failure = failure;
    }

    ApiError failure() {
      return failure;
    }
  }
}
