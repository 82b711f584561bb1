package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flips a bit in the file. Either verify finds it or it is harmless, and no wrong value is served.
 */
@Tag("slow")
class DamageTest {
  private static final int DOCUMENTS = 200;
  private static final int FLIPS = 400;

  @TempDir Path folder;
  private final Random random = new Random(20261121);
  private final Map<String, Integer> outcomes = new TreeMap<>();

  private static JsonObject document(int i) {
    return JsonObject.of("_id", "id" + i, "n", i, "text", "t".repeat(i % 400));
  }

  private byte[] whole() throws IOException {
    Path made = folder.resolve("whole");
    try (EmbeddedStore store = EmbeddedStore.open(made, false)) {
      DocumentCommands documents = store.documents();
      documents.index("c", JsonObject.of("n", -1), new IndexOptions());
      List<JsonObject> all = new ArrayList<>();
      for (int i = 0; i < DOCUMENTS; i++) {
        all.add(document(i));
      }
      documents.insert("c", all);
    }
    return Files.readAllBytes(made.resolve(StoreFile.NAME));
  }

  @Test
  void detectsHarmfulBitFlips() throws IOException {
    byte[] whole = whole();
    for (int flip = 0; flip < FLIPS; flip++) {
      byte[] damaged = whole.clone();
      int bit = random.nextInt(whole.length * Byte.SIZE);
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      Path there = Files.createDirectories(folder.resolve("flip" + flip));
      Files.write(there.resolve(StoreFile.NAME), damaged);
      outcomes.merge(outcome(there, "bit " + bit), 1, Integer::sum);
    }
    System.out.println(FLIPS + " flipped bits in " + whole.length + " bytes: " + outcomes);
    assertEquals(FLIPS, outcomes.values().stream().mapToInt(Integer::intValue).sum());
    assertTrue(outcomes.getOrDefault("found", 0) > FLIPS / 4, outcomes::toString);
  }

  private String outcome(Path there, String where) {
    EmbeddedStore store;
    try {
      store = EmbeddedStore.open(there, false);
    } catch (RuntimeException refused) {
      return "refused at the start";
    }
    try (store) {
      int missing = read(store.documents(), where);
      boolean found = !EmbeddedStore.verify(there).faults().isEmpty();
      assertTrue(found || missing == 0, () -> where + ": missing, and verify is content");
      return found ? "found" : "harmless";
    }
  }

  /**
   * Reads everything in three ways. Errors are allowed, wrong values are not. A damaged index may
   * lead to another document, which only verify finds.
   */
  private int read(DocumentCommands documents, String where) {
    int missing = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      for (JsonObject query : List.of(JsonObject.of("_id", "id" + i), JsonObject.of("n", i))) {
        try {
          Optional<JsonObject> found = documents.findOne("c", query);
          boolean right = found.filter(document(i)::equals).isPresent();
          missing += right ? 0 : 1;
          boolean other = found.isPresent() && !right;
          assertFalse(other && query.containsKey("_id"), where);
          found.ifPresent(each -> assertEquals(document(each.getInteger("n")), each, where));
        } catch (RuntimeException damaged) {
          missing++;
        }
      }
    }
    try {
      for (JsonObject each : documents.find("c", new JsonObject(), new JsonObject(), 0, 0)) {
        assertEquals(document(each.getInteger("n")), each, where);
      }
    } catch (RuntimeException damaged) {
      missing++;
    }
    return missing;
  }
}
