package dev.gatehouse.areas.games;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Words;
import dev.gatehouse.formats.Sha256;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/** World saves deleted many at once, by number and by age, and locked against it. */
class SavePruneTest extends SaveCalls {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @Override
  TestNode node() {
    return NODE;
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
    List<String> ids = IntStream.range(0, 6).mapToObj(this::stored).toList();
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
    List<String> survival = IntStream.range(0, 3).mapToObj(this::stored).toList();
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
