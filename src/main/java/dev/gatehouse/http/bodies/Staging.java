package dev.gatehouse.http.bodies;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.settings.Http;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.BlobsAwayException;
import dev.gatehouse.store.blobs.UnfitException;
import dev.gatehouse.store.blobs.UploadCheck;
import dev.gatehouse.store.files.NoSpaceException;
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
 * One upload on its way into the blob store. Chunks are gathered on the event loop and written by a
 * worker while the client is held back; whatever ends early leaves nothing behind.
 */
final class Staging {
  private static final Logger LOG = LoggerFactory.getLogger(Staging.class);

  /** Few enough bytes to hold for each upload, many enough for a worker to be worth calling. */
  private static final int BATCH = 256 * 1024;

  private static final String BROKEN_OFF = "the upload breaks off or its form is not valid";

  /** Time that bytes which have been received may take to get here. */
  private static final Duration LAST_BYTES = Duration.ofMillis(100);

  private final StagedUploads store;
  private final UploadCheck intake;
  private final long limit;
  private final Exchange exchange;
  private final Http settings;
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
   * @param intake what the bytes pass on their way; null if nothing
   * @param limit bytes that the client may send
   */
  Staging(StagedUploads store, UploadCheck intake, long limit, Exchange exchange, Http settings) {
    this.store = store;
    this.intake = intake;
    this.limit = limit;
    this.exchange = exchange;
    this.settings = settings;
  }

  /**
   * From now on the client must keep up a pace, whichever part of its body it sends: before the
   * file, within it, or behind it.
   */
  void watch() {
    exchange.every(settings.minUploadRate().window(), this::watchPace);
  }

  /** Counts bytes that have come, of the file or around it. */
  long arrived(Buffer chunk) {
    arrived += chunk.length();
    return arrived;
  }

  /**
   * Streams everything into a new blob, which is kept only if it hashes as the client says. Who
   * calls says when the source has ended.
   */
  Future<Blob> take(ReadStream<Buffer> stream, ContentDigest digest) {
    source = stream;
    writer = store.workers.executeBlocking(() -> digest.into(create()), false);
    writer.onFailure(this::abandon);
    stream.handler(this::accept);
    return staged.future();
  }

  /** All of the file has come. */
  void sourceEnded() {
    complete = true;
    write();
  }

  /**
   * All of the body has come: a file within it that has not ended by now never will. Its last bytes
   * may still be on their way through the queue that held them while a worker wrote.
   */
  void bodyEnded() {
    long before = received;
    exchange.after(
        LAST_BYTES,
        () -> {
          if (complete || over) {
            return;
          }
          if (writing || received > before) {
            bodyEnded();
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

  /** Drops what has come of the blob, unless all of it has. */
  void abandonUnlessComplete() {
    abandon(new UploadException(ApiError.of(400, BROKEN_OFF)));
  }

  static ApiError failure(Throwable problem) {
    return switch (problem) {
      case NoSpaceException full -> ApiError.of(507, "there is no space left for uploads");
      case BlobsAwayException away -> ApiError.busy("the file store is away at the moment", 2);
      case UploadException refused -> refused.failure();
      case UnfitException unfit -> ApiError.of(unfit.status(), unfit.getMessage());
      default -> ApiError.of(500, "the upload could not be stored").because(problem.toString());
    };
  }

  private BlobWriter create() throws IOException {
    BlobWriter stored = store.blobs.create();
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
        .compose(open -> store.workers.executeBlocking(() -> write(open, full, last), false))
        .onComplete(done -> {
          writing = false;
          if (over) {
            // What failed has not been discarded either: a worker was at it.
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

  /** The blob when these were its last bytes, else null. */
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
      // What still comes is thrown away until the refusal has closed the connection.
      source.handler(discarded -> {});
      source.resume();
    }
    staged.tryFail(problem);
  }

  /** A body that has ended, by being reset for example, takes no handler any more. */
  private boolean sourceIsOver() {
    return source.equals(exchange.request) && exchange.request.isEnded();
  }

  private void discard(Blob committed) {
    writer.onSuccess(open ->
        store.workers.executeBlocking(
            () -> {
              open.close();
              return committed != null && store.blobs.delete(committed.id());
            },
            false));
  }

  private void watchPace() {
    // While a worker writes it is us who hold the client back; and all may have come by now.
    if (!writing && !exchange.received()) {
      if (arrived - arrivedBefore < settings.minUploadRate().size().bytes()) {
        LOG.warn("an upload is too slow and given up request={}", exchange.requestId);
        ApiError slow = ApiError.of(408, "the upload is too slow");
        abandon(new UploadException(slow));
        Replies.fail(exchange, slow);
      }
    }
    arrivedBefore = arrived;
  }
}
