package dev.gatehouse.areas.games;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Words;
import dev.gatehouse.areas.games.SaveOperations.SaveName;
import dev.gatehouse.formats.Sha256;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** World saves over HTTP: up, down by ranges, locked, and deleted one by one and many at once. */
class SavesTest {
  private static final String SAVE = SaveForms.PATH + "/";
  private static final String SAVES = "/games/blockgame/saves";
  private static final String AUDIT = "/games/blockgame/audit";
  private static final int MAX_BYTES = 1_000_000;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("BLOCKGAME_SAVE_SIZE", Integer.toString(MAX_BYTES));

  @BeforeEach
  void none() {
    saves(SAVES + "?limit=100")
        .forEach(save -> {
          owner("DELETE", SAVES + "/" + save.getString("_id") + "/lock").send();
          owner("DELETE", SAVE + save.getString("_id")).expect(200);
        });
  }

  /** Uses a distinct millisecond, so that the order is known. */
  private static String stored(int seed) {
    NODE.clock.advance(Duration.ofMillis(2));
    Client.Reply stored = upload("Survival", seed + ".zip", SaveForms.world(seed, 100));
    return stored.expect(201).json().getString("_id");
  }

  private static Client.Reply upload(String serverName, String filename, byte[] bytes) {
    return SaveForms.upload(owner("POST", SaveForms.PATH), serverName, filename, bytes).send();
  }

  private static Client.Request owner(String method, String path) {
    return NODE.owner(method, path);
  }

  private static List<String> ids(String path) {
    return owner("GET", path).expect(200).texts("saves", "_id");
  }

  private static List<JsonObject> saves(String path) {
    return list(path, "saves");
  }

  private static List<JsonObject> list(String path, String field) {
    return owner("GET", path).expect(200).list(field);
  }

  @Test
  void servesSavesWholeAndByRange() {
    byte[] world = SaveForms.world(1, 700_001);
    Client.Reply stored = upload("Survival", "My World §2.zip", world).expect(201);
    String sha256 = Sha256.hex(world);
    JsonObject described = JsonObject.of("filename", "My World §2.zip", "serverName", "Survival");
    described.put("length", world.length).put("sha256", sha256).put("locked", false);
    assertEquals(stored.json().mergeIn(described), stored.json());
    assertEquals(List.of(stored.json()), saves(SAVES));

    String path = SAVE + stored.json().getString("_id");
    Client.Reply whole = owner("GET", path).send();
    assertArrayEquals(world, whole.bytes());
    assertEquals("application/zip", whole.header("Content-Type"));
    assertEquals('"' + sha256 + '"', whole.header("ETag"));
    String digest = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(sha256));
    assertEquals("sha-256=:" + digest + ":", whole.header("Repr-Digest"));
    assertTrue(whole.header("Content-Disposition").contains("My%20World%20%C2%A72.zip"));
    Client.Reply part = owner("GET", path).header("Range", "bytes=-5000").expect(206);
    assertArrayEquals(Arrays.copyOfRange(world, world.length - 5_000, world.length), part.bytes());
    assertEquals(whole.header("Repr-Digest"), part.header("Repr-Digest"));
    owner("GET", path).header("If-None-Match", whole.header("ETag")).expect(304);
    Client.Reply beyond = owner("GET", path).header("Range", "bytes=800000-").expect(416);
    assertNull(beyond.header("Repr-Digest"), "an error's body hashes to something else");
  }

  @ParameterizedTest
  @CsvSource({
    "world.zip, world.zip",
    "../../etc/passwd, passwd",
    "'a/b/..', world.zip",
    "'', world.zip",
    "'   ', world.zip",
    "w\u202eorld.zip, world.zip",
    "§4Welt é 世界.zip, §4Welt é 世界.zip",
  })
  void keepsSafeFileNameCharacters(String sent, String kept) {
    Client.Reply stored = upload("a", sent, SaveForms.world(1, 10)).expect(201);
    assertEquals(kept, stored.json().getString("filename"));
    owner("GET", SAVE + stored.json().getString("_id")).expect(200);
  }

  @Test
  void truncatesFileNamesButNoExtensions() {
    assertEquals("w".repeat(255), SaveName.of("w".repeat(5_000)));
    assertEquals(
        "\ud83c\udf0d".repeat(251) + ".zip", SaveName.of("\ud83c\udf0d".repeat(500) + ".zip"));
    assertEquals("world.zip", SaveName.of("..\u202E"));
  }

  @Test
  void rejectsInvalidUploadsAndDeletesTheirData() throws Exception {
    upload(null, "a.zip", SaveForms.world(1, 10)).expect(400);
    upload("a", "a.zip", "Pro forma".getBytes(StandardCharsets.UTF_8)).expect(415);
    upload("a", "a.zip", new byte[] {'P'}).expect(415);
    upload("a", "a.zip", new byte[0]).expect(415);
    upload("a", "a.zip", SaveForms.world(1, MAX_BYTES + 1)).expect(413);
    upload("a", "a.zip", SaveForms.world(1, MAX_BYTES)).expect(201);
    owner("POST", SaveForms.PATH).file("world", "a.zip", SaveForms.world(1, 9)).expect(400);
    owner("POST", SaveForms.PATH).body("application/zip", SaveForms.world(1, 9)).expect(415);
    Waiting.until(() -> NODE.blobs().size() == 1);
  }

  @Test
  void deletesInterruptedUploads() throws Exception {
    for (int length : new int[] {100, 600_000}) {
      try (RawClient raw = NODE.raw()) {
        raw.send(
            RawClient.head(
                    "POST " + SaveForms.PATH,
                    "X-API-Key: " + TestNode.KEY,
                    "Content-Type: multipart/form-data; boundary=b",
                    "Content-Length: 900000")
                + "--b\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"a.zip\"\r\n\r\n"
                + "PK"
                + "x".repeat(length));
        Waiting.until(() -> !NODE.blobs().isEmpty());
      }
      Waiting.until(() -> NODE.blobs().isEmpty());
    }
    assertEquals(List.of(), saves(SAVES));
  }

  @Test
  void pagesThroughSavesWithEqualTimes() {
    List<String> ids = IntStream.range(0, 5).mapToObj(SavesTest::stored).toList();
    List<String> paged = new ArrayList<>();
    List.of(0, 2, 4).forEach(skip -> paged.addAll(ids(SAVES + "?limit=2&skip=" + skip)));
    assertEquals(ids.reversed(), paged);
    JsonObject last = owner("GET", SAVES + "?limit=2&skip=4").send().json();
    assertEquals(
        JsonObject.of("total", 5, "limit", 2, "skip", 4, "hasMore", false),
        last.getJsonObject("pagination"));
  }

  @Test
  void returns500ForDamagedSaves() throws Exception {
    byte[] world = SaveForms.world(1, 90_000);
    String path = SAVE + upload("a", "a.zip", world).json().getString("_id");
    // Blobs that earlier tests deleted or aborted may remain for a moment.
    Waiting.until(() -> NODE.blobs().size() == 1);
    Path file = NODE.blobs().getFirst();
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 50_000));
    owner("GET", path).expect(500);
    Files.delete(file);
    owner("GET", path).expect(500);
    owner("DELETE", path).expect(200);
  }

  @Test
  void logsEveryChange() {
    String id = stored(1);
    owner("PUT", SAVES + "/" + id + "/lock").header("X-Request-Id", "of-the-lock").send();
    owner("PUT", SAVES + "/" + id + "/lock").send();
    owner("DELETE", SAVE + id).send();
    owner("DELETE", SAVES + "/" + id + "/lock").send();
    owner("DELETE", SAVE + "keep/1?dryRun=true").send();
    NODE.clock.advance(Duration.ofHours(2));
    owner("DELETE", SAVE + "older-than/1h").send();
    List<JsonObject> entries = list(AUDIT + "?limit=4", "entries");
    assertEquals(
        List.of("save.olderThan", "save.unlock", "save.lock", "save.upload"),
        entries.stream().map(entry -> entry.getString("action")).toList());
    JsonObject lock = entries.get(2);
    assertEquals("done", lock.getString("outcome"));
    assertEquals("of-the-lock", lock.getString("requestId"));
    assertEquals("operator", lock.getString("role"));
    assertEquals("127.0.0.1", lock.getString("address"));
    assertFalse(lock.getString("by").isEmpty());
    assertTrue(lock.getJsonArray("details").getString(0).startsWith(id), lock.encode());
    JsonArray pruned = entries.get(0).getJsonArray("details");
    assertEquals("older than 1h", pruned.getString(0));
    assertTrue(pruned.getString(1).startsWith(id), pruned.encode());
  }

  @ParameterizedTest
  @Words("5x d -1d 1.5d 5m 5dd 5d%0A %205d 999999d 5D 0 0d 0h 00000 00000h 000d")
  void rejectsInvalidAges(String age) {
    upload("a", "a.zip", SaveForms.world(1, 10));
    NODE.clock.advance(Duration.ofDays(10));
    Client.Reply reply = owner("DELETE", SAVE + "older-than/" + age).expect(400);
    assertTrue(reply.error().contains("amount"), reply.error());
    assertEquals(1, saves(SAVES).size());
  }

  @Test
  void keepsNewestAndLockedSaves() {
    List<String> ids = IntStream.range(0, 6).mapToObj(SavesTest::stored).toList();
    owner("PUT", SAVES + "/" + ids.get(1) + "/lock").expect(200);

    JsonObject dry = owner("DELETE", SAVE + "keep/2?dryRun=true").send().json();
    assertEquals(pruned(true, 3, ids.get(0), ids.get(2), ids.get(3)), dry);
    assertEquals(6, saves(SAVES).size());

    JsonObject done = owner("DELETE", SAVE + "keep/2").send().json();
    assertEquals(pruned(false, 3, ids.get(0), ids.get(2), ids.get(3)), done);
    assertEquals(List.of(ids.get(5), ids.get(4), ids.get(1)), ids(SAVES));
    assertEquals(pruned(false, 3), owner("DELETE", SAVE + "keep/2").send().json());
    assertEquals(pruned(false, 3), owner("DELETE", SAVE + "keep/9").send().json());
  }

  @Test
  void deletesSavesByAge() {
    String first = stored(1);
    NODE.clock.advance(Duration.ofHours(11));
    String second = stored(2);
    NODE.clock.advance(Duration.ofHours(2));
    String third = stored(3);
    assertEquals(pruned(false, 3), owner("DELETE", SAVE + "older-than/30d").send().json());
    assertEquals(
        pruned(true, 2, first), owner("DELETE", SAVE + "older-than/12h?dryRun=true").send().json());
    assertEquals(pruned(false, 2, first), owner("DELETE", SAVE + "older-than/12h").send().json());
    NODE.clock.advance(Duration.ofHours(47));
    assertEquals(pruned(false, 1, second), owner("DELETE", SAVE + "older-than/2").send().json());
    NODE.clock.advance(Duration.ofHours(1));
    assertEquals(pruned(false, 0, third), owner("DELETE", SAVE + "older-than/1h").send().json());
  }

  @Test
  void prunesSavesOfOneServerOnly() {
    String creative = upload("Creative", "c.zip", SaveForms.world(1, 10)).json().getString("_id");
    List<String> survival = IntStream.range(0, 3).mapToObj(SavesTest::stored).toList();
    assertEquals(List.of(creative), ids(SAVES + "?serverName=Creative"));
    JsonObject done = owner("DELETE", SAVE + "keep/1?serverName=Survival").send().json();
    assertEquals(pruned(false, 1, survival.get(0), survival.get(1)), done);
    assertEquals(List.of(survival.get(2), creative), ids(SAVES));
  }

  @Test
  void keepsLockedSaves() {
    String id = stored(1);
    String path = SAVE + id;
    String lock = SAVES + "/" + id + "/lock";
    assertTrue(owner("PUT", lock).send().json().getBoolean("locked"));
    owner("DELETE", path).expect(409);
    NODE.clock.advance(Duration.ofDays(2));
    assertEquals(pruned(false, 1), owner("DELETE", SAVE + "older-than/1").send().json());
    owner("PUT", lock).expect(200);
    assertFalse(owner("DELETE", lock).send().json().getBoolean("locked"));
    owner("DELETE", path).header("If-Match", "\"x\"").expect(412);
    owner("DELETE", path).expect(200);
    for (String method : List.of("GET", "DELETE")) {
      owner(method, path).expect(404);
    }
    owner("PUT", lock).expect(404);
    owner("DELETE", lock).expect(404);
  }

  /** Of two kinds of change that run at once, each leaves what it would have left alone. */
  @Test
  void staysConsistentDuringPruneAndUpload() throws Exception {
    for (int round = 0; round < 4; round++) {
      int first = 8 * round;
      List<Client.Reply> replies =
          Concurrently.times(8, i -> i % 3 == 0 ? pruneToThree() : uploadLarge(first + i));
      replies.forEach(each -> assertTrue(each.status() < 300, each.text()));
    }
    List<String> newest = ids(SAVES + "?limit=100").subList(0, 3);
    owner("DELETE", SAVE + "keep/3").expect(200);
    List<JsonObject> left = saves(SAVES);
    assertEquals(newest, ids(SAVES));
    for (JsonObject save : left) {
      byte[] bytes = owner("GET", SAVE + save.getString("_id")).send().bytes();
      assertEquals(save.getString("sha256"), Sha256.hex(bytes));
    }
    Waiting.until(() -> NODE.blobs().size() == 3);
  }

  private Client.Reply pruneToThree() {
    return owner("DELETE", SAVE + "keep/3").send();
  }

  private Client.Reply uploadLarge(int seed) {
    return upload("Survival", seed + ".zip", SaveForms.world(seed, 50_000));
  }

  private static JsonObject pruned(boolean dryRun, int kept, String... ids) {
    return JsonObject.of("success", true, "deleted", ids.length, "kept", kept, "dryRun", dryRun)
        .put("ids", new JsonArray(List.of(ids)));
  }
}
