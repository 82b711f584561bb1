package dev.gatehouse.http.bodies;

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
import io.vertx.core.streams.ReadStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
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

  private static final String BROKEN_OFF = "the upload is incomplete or its form is not valid";

  /** Time between two checks whether received bytes have reached this object. */
  private static final Duration LAST_BYTES = Duration.ofMillis(50);

  private static final int MAX_QUIET_CHECKS = 4;

  private final StagedUploads store;
  private final UploadCheck intake;
  private final long limit;
  private final Exchange exchange;
  private final Pace pace;
  private final Promise<Blob> staged = Promise.promise();

  private ReadStream<Buffer> source;
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
   * @param intake check that the bytes pass before they are stored; null for none
   * @param limit maximum bytes that the client may send
   */
  Staging(StagedUploads store, UploadCheck intake, long limit, Exchange exchange, Pace pace) {
    this.store = store;
    this.intake = intake;
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
   * Streams the source into a new blob, which is kept only if its hash matches. The caller reports
   * the end of the source with {@link #sourceEnded}.
   */
  Future<Blob> take(ReadStream<Buffer> stream, ContentDigest digest) {
    source = stream;
    writer = store.workers().executeBlocking(() -> digest.into(create()), false);
    writer.onFailure(this::abandon);
    stream.handler(this::accept);
    return staged.future();
  }

  /** Records that the whole file has arrived. */
  void sourceEnded() {
    complete = true;
    write();
  }

  /**
   * Records that the whole body has arrived. An unfinished file is abandoned, but only after its
   * last bytes had time to leave the queue that held them during a write: a busy event loop may run
   * one timer before them, but not several.
   */
  void bodyEnded() {
    awaitLastBytes(MAX_QUIET_CHECKS);
  }

  private void awaitLastBytes(int checks) {
    long before = received;
    exchange.after(
        LAST_BYTES,
        () -> {
          if (complete || over) {
            return;
          }
          if (writing || received > before) {
            bodyEnded();
          } else if (checks > 1) {
            awaitLastBytes(checks - 1);
          } else {
            abandonUnlessComplete();
          }
        });
  }

  long limit() {
    return limit;
  }

  boolean started() {
    return source != null;
  }

  boolean running() {
    return started() && !staged.future().isComplete();
  }

  /** Deletes the partial blob unless the whole file has arrived. */
  void abandonUnlessComplete() {
    abandon(new UploadException(ApiError.of(ErrorCode.UPLOAD_INCOMPLETE, BROKEN_OFF)));
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
    BlobWriter stored = store.blobs().create();
    return intake == null ? stored : intake.into(stored);
  }

  private void accept(Buffer chunk) {
    received += chunk.length();
    if (source.equals(exchange.request)) {
      arrived(chunk);
    }
    if (received > limit) {
      abandon(new UploadException(Bodies.tooLarge(limit)));
      return;
    }
    batch.appendBuffer(chunk);
    if (batch.length() >= BATCH) {
      source.pause();
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
        .compose(open -> store.workers().executeBlocking(() -> write(open, full, last), false))
        .onComplete(done -> {
          writing = false;
          if (over) {
            // A failed write has not been discarded yet either, because a worker was using the
            // writer.
            discard(done.result());
          } else if (done.failed()) {
            abandon(done.cause());
          } else if (last) {
            finish(done.result());
          } else if (complete) {
            write();
          } else {
            source.resume();
          }
        });
  }

  /** Writes bytes, and returns the committed blob if they were the last; otherwise null. */
  private static Blob write(BlobWriter open, Buffer bytes, boolean last) throws IOException {
    open.write(ByteBuffer.wrap(bytes.getBytes()));
    return last ? open.commit() : null;
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
    if (source != null && !complete && !sourceIsOver()) {
      // Remaining bytes are discarded until the error reply has closed the connection.
      source.handler(discarded -> {});
      source.resume();
    }
    staged.tryFail(problem);
  }

  /**
   * Returns whether the request's body has ended, for example by a reset. An ended body accepts no
   * handlers.
   */
  private boolean sourceIsOver() {
    return source.equals(exchange.request) && exchange.request.isEnded();
  }

  private void discard(Blob committed) {
    writer.onSuccess(open ->
        store
            .workers()
            .executeBlocking(
                () -> {
                  open.close();
                  return committed != null && store.blobs().delete(committed.id());
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
