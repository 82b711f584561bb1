package dev.gatehouse.store.s3;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.S3Server;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import dev.gatehouse.cli.OwnersCommand;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;

/** A node with files in an object store, and its responses while the store is unavailable. */
@Tag("slow")
@Timeout(120)
class S3NodeTest {
  private static final String SYMBOL = "/api/proxy/historical-data/FAR";
  private static final String LARGE = "ff0000000000000000000001";
  private static final int BUSY = 503;

  @Order(1)
  @RegisterExtension
  static final S3Server SERVER = new S3Server();

  @Order(2)
  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("BLOBS_S3_URL", SERVER.url())
          .with("BLOBS_S3_BUCKET", SERVER.otherBucket())
          .with("BLOBS_S3_ACCESS_KEY", S3Server.ACCESS_KEY)
          .with("BLOBS_S3_SECRET_KEY", S3Server.SECRET_KEY);

  @TempDir Path folder;
  private final StringWriter said = new StringWriter();

  private static Client.Reply upload(String name, byte[] wav) {
    return NODE.owner("POST", "/audio/upload").file("file", name, wav).send();
  }

  private static String files() throws IOException {
    JsonObject ready = RawClient.once(NODE.managementAddress(), "GET /readyz").expect(200).json();
    return ready.getJsonObject("checks").getString("files");
  }

  @Test
  void transfersFilesAndRecoversFromStoreOutage() throws Exception {
    byte[] wav = Wavs.tone(200_000);
    upload("a.wav", wav).expect(201);
    bars().expect(200);
    NODE.restart();
    assertArrayEquals(wav, NODE.get("/audio/a.wav").bytes());
    Client.Reply range =
        NODE.request("GET", "/audio/a.wav").header("Range", "bytes=1000-1999").expect(206);
    assertArrayEquals(Arrays.copyOfRange(wav, 1_000, 2_000), range.bytes());
    assertTrue(NODE.get(SYMBOL + "/csv").text().lines().count() >= 2);
    assertEquals("up", files());

    NODE.restart();
    SERVER.kill();
    try {
      for (Client.Reply reply :
          new Client.Reply[] {
            upload("b.wav", wav), NODE.get("/audio/a.wav"),
          }) {
        assertEquals(BUSY, reply.status(), reply.text());
        assertTrue(reply.header("Retry-After") != null);
      }
      Waiting.until(() -> !files().equals("up"));
    } finally {
      SERVER.start();
    }
    Waiting.until(() -> files().equals("up"));
    assertArrayEquals(wav, NODE.get("/audio/a.wav").bytes());
    upload("b.wav", wav).expect(201);
  }

  /** The backup runs beside the node. A large object is copied in parts to the other bucket. */
  @Test
  void restoresBackupIntoAnotherBucket() throws Exception {
    byte[] wav = Wavs.tone(100_000);
    upload("kept.wav", wav).expect(201);
    byte[] large = new byte[17 << 20];
    large[large.length - 1] = 1;
    try (S3Objects objects = objects()) {
      objects.put(S3Objects.blob(LARGE), RequestBody.fromBytes(large), "", Map.of());
    }
    String backup = folder.resolve("backup").toString();
    assertEquals(0, run(NODE.data(), SERVER.otherBucket(), "backup", backup));
    assertEquals(0, run(NODE.data(), SERVER.otherBucket(), "backup", backup));
    Path restored = folder.resolve("restored");
    assertEquals(0, run(restored, SERVER.bucket(), "restore", backup));
    assertEquals(0, run(restored, SERVER.bucket(), "store", "verify"));
    assertEquals(1, run(folder.resolve("again"), SERVER.bucket(), "restore", backup));
    assertTrue(said.toString().contains("0 new blobs"), said::toString);
    assertTrue(said.toString().contains("is not empty"), said::toString);
  }

  private static S3Objects objects() {
    Duration patience = Duration.ofSeconds(10);
    return S3Objects.of(
        S3Server.location(SERVER.url(), Optional.empty(), SERVER.otherBucket(), patience));
  }

  private int run(Path data, String bucket, String... words) {
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_DATA_DIR",
            data.toString(),
            "GATEHOUSE_BLOBS_S3_URL",
            SERVER.url(),
            "GATEHOUSE_BLOBS_S3_BUCKET",
            bucket,
            "GATEHOUSE_BLOBS_S3_ACCESS_KEY",
            S3Server.ACCESS_KEY,
            "GATEHOUSE_BLOBS_S3_SECRET_KEY",
            S3Server.SECRET_KEY);
    return OwnersCommand.run(Path.of("."), environment, said, words);
  }

  private static Client.Reply bars() {
    String csv = "timestamp,open,high,low,close\n2026-01-01T00:00:00Z,1,2,1,2\n";
    return NODE.owner("PUT", SYMBOL).body("text/csv", csv).send();
  }
}
