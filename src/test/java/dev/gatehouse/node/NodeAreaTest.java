package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import dev.gatehouse.node.health.LastBackup;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the owner asks the node itself, over HTTP: health, jobs, the store, its trash, the report.
 */
class NodeAreaTest {
  private static final String STORE = "/api/proxy/store";
  private static final String ID = "0123456789abcdef01234567";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  @Test
  void reportsHealthOfPartsAndRequestCounts() throws Exception {
    JsonObject before = standing().getJsonObject("lastHour");
    for (int i = 0; i < 3; i++) {
      NODE.request("GET", STORE).from(NODE.freshAddress()).key("no-key-0123456789").send();
    }
    long refused = before.getLong("refused") + 3;
    Waiting.until(() -> standing().getJsonObject("lastHour").getLong("refused") == refused);
    JsonObject now = standing();
    JsonObject counts = now.getJsonObject("lastHour");
    assertTrue(counts.getLong("requests") >= before.getLong("requests") + 4, counts::encode);
    assertEquals(0, counts.getLong("failed"));
    assertEquals(true, now.getBoolean("answers"));
    assertEquals(true, now.getBoolean("ready"));
    Map<String, Boolean> parts =
        now.getJsonArray("parts").stream()
            .map(JsonObject.class::cast)
            .collect(
                Collectors.toMap(part -> part.getString("name"), part -> part.getBoolean("up")));
    assertEquals(
        Set.of(
            "clock",
            "documents",
            "disk",
            "documentIntegrity",
            "mail",
            "fileIntegrity",
            "http",
            "nativeLibraries",
            "scrub"),
        parts.keySet());
    assertFalse(parts.containsValue(false), parts::toString);
  }

  @Test
  void listsJobs() {
    JsonArray jobs = get("/api/proxy/node/jobs").getJsonArray("jobs");
    assertEquals("store.sweep", Samples.one(jobs, "name", "store.sweep").getString("name"));
  }

  @Test
  void verifiesStoreInBackground() throws Exception {
    NODE.owner("POST", "/audio/upload").file("file", "a.wav", Wavs.tone(100)).expect(201);
    assertTrue(get(STORE).getJsonObject("documents").getLong("bytes") > 0);
    assertEquals(1, get(STORE).getJsonObject("files").getLong("count"));
    NODE.owner("POST", STORE + "/check").expect(202);
    Waiting.until(() -> check().equals("well"));
    assertEquals(1, get(STORE).getJsonObject("check").getLong("files"));
    Path blob = NODE.blobs().getFirst();
    byte[] bytes = Files.readAllBytes(blob);
    bytes[bytes.length / 2] ^= 1;
    Files.write(blob, bytes);
    NODE.owner("POST", STORE + "/check").send();
    Waiting.until(() -> check().equals("faulty"));
    String fault = get(STORE).getJsonObject("check").getJsonArray("faults").getString(0);
    assertTrue(fault.contains("is damaged: its SHA-256 differs"), fault);
    bytes[bytes.length / 2] ^= 1;
    Files.write(blob, bytes);
  }

  @Test
  void runsOneOfConcurrentChecks() throws Exception {
    for (int round = 0; round < 30; round++) {
      List<Integer> statuses =
          Concurrently.times(8, i -> NODE.owner("POST", STORE + "/check").send().status());
      assertTrue(List.of(202, 409).containsAll(statuses), statuses::toString);
      if (statuses.contains(409)) {
        Waiting.until(() -> !check().equals("running"));
        return;
      }
    }
    throw new AssertionError("checks ran beside each other");
  }

  /** A reported end remains, and a new check can start immediately. */
  @Test
  void returnsStableResultAfterCancel() throws Exception {
    for (int round = 0; round < 10; round++) {
      Waiting.until(() -> NODE.owner("POST", STORE + "/check").send().status() == 202);
      Client.Reply cancelled = NODE.owner("DELETE", STORE + "/check").expect(200);
      JsonObject reported = cancelled.json().getJsonObject("check");
      assertTrue(
          List.of("cancelled", "well").contains(reported.getString("state")), reported::encode);
      assertEquals(
          reported, NODE.owner("DELETE", STORE + "/check").answer().getJsonObject("check"));
      assertEquals(reported, get(STORE).getJsonObject("check"));
    }
  }

  @Test
  void reportsLastBackup() throws IOException {
    assertFalse(get(STORE).containsKey("lastBackup"));
    LastBackup.note(NODE.data(), Path.of("/backups/of-today"));
    assertEquals("/backups/of-today", get(STORE).getJsonObject("lastBackup").getString("folder"));
    Files.delete(NODE.data().resolve("last-backup"));
  }

  @Test
  void listsRestoresAndEmptiesTrash() throws IOException {
    Path place = NODE.data().resolve("blobs/01").resolve(ID);
    drop();
    assertEquals(ID, get(STORE + "/trash").getJsonArray("items").getJsonObject(0).getString("id"));
    assertEquals(0, get(STORE + "/trash?after=" + ID).getJsonArray("items").size());
    assertEquals(4, get(STORE).getJsonObject("trash").getLong("bytes"));
    restore("f".repeat(24)).expect(404);
    assertEquals(1, restore(ID).json().getLong("files"));
    assertTrue(Files.exists(place));
    Files.delete(place);
    drop();
    Client.Reply emptied = NODE.owner("DELETE", STORE + "/trash").send();
    assertEquals(4, emptied.json().getLong("bytes"), emptied.text());
    assertEquals(0, get(STORE + "/trash").getJsonArray("items").size());
  }

  @Test
  void returnsNextReportWithDueTime() {
    JsonObject report = get("/api/proxy/report");
    Instant due = Instant.parse(report.getString("due"));
    assertTrue(due.isAfter(NODE.clock.instant()));
    assertFalse(due.isAfter(NODE.clock.instant().plus(Duration.ofHours(25))));
    assertTrue(report.getString("subject").startsWith("Daily report for "), report::encode);
    assertTrue(report.getString("text").contains("created at 09:00"), report::encode);
  }

  @Test
  void reissuesDailyCode() {
    String before = get("/api/proxy/daily-code/current").getString("code");
    assertNotEquals(
        before,
        NODE.owner("POST", "/api/proxy/daily-code/reissue").expect(200).json().getString("code"));
  }

  private static void drop() throws IOException {
    Files.write(
        NODE.data().resolve("blobs/trash").resolve(ID + ".20990101T000000Z.1"), new byte[4]);
  }

  private static Client.Reply restore(String id) {
    return NODE.owner("POST", STORE + "/trash/restore")
        .json(JsonObject.of("ids", JsonArray.of(id)))
        .send();
  }

  private static JsonObject standing() {
    return get("/api/proxy/node/health").getJsonArray("nodes").getJsonObject(0);
  }

  private static String check() {
    return get(STORE).getJsonObject("check").getString("state");
  }

  private static JsonObject get(String path) {
    return NODE.owner("GET", path).expect(200).json();
  }
}
