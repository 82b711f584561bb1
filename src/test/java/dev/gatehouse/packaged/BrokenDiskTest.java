package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that fails during a commit, through a write or sync error or because it became read-only.
 * Lost data must not be acknowledged, and an unknown outcome must not be reported as a failure. The
 * node recovers once the disk works. Needs Linux and gcc.
 */
@Tag("slow")
class BrokenDiskTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final int INPUT_OUTPUT_ERROR = 5;
  private static final int READ_ONLY_FILE_SYSTEM = 30;
  private static final Set<Integer> HONEST = Set.of(503, 504);

  @TempDir Path folder;
  private PackagedNode node;
  private String key;
  private long acknowledged;

  private Path fault() {
    return folder.resolve("fault");
  }

  private void breaks(String call, int error) throws IOException {
    Path written = Files.writeString(folder.resolve("fault.new"), call + ' ' + error);
    Files.move(written, fault());
  }

  @Test
  @Timeout(120)
  void recoversFromDiskErrors() throws Exception {
    try (PackagedNode started = new PackagedNode(folder.resolve("data"))) {
      node = started;
      Path documents = folder.toRealPath().resolve("data/documents/documents.sqlite");
      node.preload(
              shim(), Map.of("SHIM_FILES", documents.toString(), "SHIM_FAULT", fault().toString()))
          .start();
      key = node.shown("API key:");
      for (String call : List.of("sync", "write")) {
        failsAndRecovers(call, INPUT_OUTPUT_ERROR);
      }
      failsAndRecovers("write", READ_ONLY_FILE_SYSTEM);
      diesWhileNobodyKnows();
    }
  }

  private void failsAndRecovers(String call, int error) throws Exception {
    succeeds();
    breaks(call, error);
    for (int i = 0; i < 3; i++) {
      Client.Reply reply = add();
      assertTrue(HONEST.contains(reply.status()), call + ": " + reply.status() + reply.text());
      assertEquals(acknowledged, total(), "what is not kept is not shown");
    }
    Waiting.until(() -> node.readiness() == 503);
    Files.delete(fault());
    Waiting.until(() -> node.readiness() == 200);
    assertEquals(acknowledged, total());
    succeeds();
  }

  /** An unacknowledged write may be stored or not. An acknowledged write must be stored. */
  private void diesWhileNobodyKnows() throws Exception {
    breaks("sync", INPUT_OUTPUT_ERROR);
    assertTrue(HONEST.contains(add().status()));
    node.kill();
    Files.delete(fault());
    node.start();
    long found = total();
    assertTrue(found == acknowledged || found == acknowledged + 1, found + " entries");
    acknowledged = found;
    succeeds();
    PackagedNode.Ran verified = node.command("store", "verify");
    assertEquals(0, verified.exit(), verified.out() + verified.errors());
  }

  private void succeeds() {
    add().expect(201);
    acknowledged++;
    assertEquals(acknowledged, total());
  }

  private Client.Reply add() {
    JsonObject entry = Samples.entry("2026-11-01T00:00:00Z", "m");
    byte[] body = new JsonArray().add(entry).encode().getBytes(StandardCharsets.UTF_8);
    return node.client().request("POST", LOGS).key(key).body("application/json", body).send();
  }

  private long total() {
    return node.client()
        .request("GET", LOGS + "?limit=1")
        .key(key)
        .expect(200)
        .json()
        .getJsonObject("pagination")
        .getLong("totalItems");
  }

  private Path shim() throws Exception {
    Path source = folder.resolve("brokendisk.c");
    Path shim = folder.resolve("brokendisk.so");
    try (InputStream in = BrokenDiskTest.class.getResourceAsStream("/store/brokendisk.c")) {
      Files.copy(in, source);
    }
    assumeTrue(compiled(source, shim), "needs gcc");
    return shim;
  }

  private static boolean compiled(Path source, Path library) throws Exception {
    try {
      return new ProcessBuilder(
                  "gcc", "-shared", "-fPIC", "-O1", "-o", "" + library, "" + source, "-ldl")
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (IOException none) {
      return false;
    }
  }
}
