package dev.gatehouse.http.bodies;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Substitute;
import dev.gatehouse.Waiting;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Loop;
import dev.gatehouse.security.ClientAddress;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.FileBlobs;
import dev.gatehouse.store.blobs.UnfitException;
import dev.gatehouse.store.blobs.UploadCheck;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A client that disconnects while a worker checks its upload. */
@ExtendWith(VertxExtension.class)
class StagingTest {
  private final CountDownLatch looking = new CountDownLatch(1);
  private final CountDownLatch left = new CountDownLatch(1);

  @Test
  void discardsUploadRejectedAfterDisconnect(@TempDir Path folder, Vertx vertx) throws Exception {
    var staging =
        new Staging(
            new StagedUploads(
                FileBlobs.open(folder, 0, new Random(1)),
                vertx.createSharedWorkerExecutor("staging-test")),
            new Refusing(),
            Long.MAX_VALUE,
            new Exchange(
                new Loop(vertx, null, null, null, null, null),
                idle(),
                "test",
                new ClientAddress("192.0.2.1", "192.0.2.1", true, true, false)),
            null);
    Future<Blob> staged = staging.begin(ContentDigest.NONE);
    staging.accept(ByteBuffer.allocate(300_000));
    looking.await();
    assertEquals(1, files(folder));
    staging.abandonUnlessComplete();
    left.countDown();
    Waiting.until(() -> files(folder) == 0);
    assertTrue(staged.failed());
  }

  /** Returns a request that sends nothing. */
  private static HttpServerRequest idle() {
    return Substitute.of(
        HttpServerRequest.class,
        (request, method, arguments) -> method.getReturnType() == boolean.class ? false : request);
  }

  private static long files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  /** Rejects the first bytes after the client has disconnected. */
  private final class Refusing implements UploadCheck {
    @Override
    public String name() {
      return "refusing";
    }

    @Override
    public long limit() {
      return Long.MAX_VALUE;
    }

    @Override
    public BlobWriter into(BlobWriter stored) {
      return new BlobWriter() {
        @Override
        public void write(ByteBuffer bytes) throws IOException {
          looking.countDown();
          Waiting.on(left);
          throw new UnfitException(ErrorCode.FILE_FORMAT_UNSUPPORTED, "no");
        }

        @Override
        public Blob commit() throws IOException {
          return stored.commit();
        }

        @Override
        public void close() {
          stored.close();
        }
      };
    }
  }
}
