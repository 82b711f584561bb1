package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages far from both ends of an index match the complete result, even during concurrent writes.
 */
class DeepPagesTest {
  private static final String C = "c";
  private static final int DOCUMENTS = 12_000;
  private static final int WRITERS = 8;
  private static final JsonObject ALL = new JsonObject();
  private static final JsonObject NEWEST = new JsonObject().put("n", -1).put("_id", -1);

  @TempDir Path folder;

  private static JsonObject document(int id, int n) {
    return new JsonObject().put("_id", "id" + id).put("n", n);
  }

  private static List<String> ids(List<JsonObject> documents) {
    return documents.stream().map(each -> each.getString("_id")).toList();
  }

  private static void assertPages(DocumentCommands commands) {
    List<String> whole = ids(commands.find(C, ALL, NEWEST, 0, 0));
    assertEquals(whole.size(), commands.count(C, ALL));
    for (int skip = 0; skip < whole.size(); skip += 1_777) {
      List<String> page = whole.subList(skip, Math.min(skip + 40, whole.size()));
      assertEquals(page, ids(commands.find(C, ALL, NEWEST, skip, 40)), "from " + skip);
    }
    JsonObject upper = new JsonObject().put("n", new JsonObject().put("$gte", DOCUMENTS / 4));
    List<String> part = ids(commands.find(C, upper, NEWEST, 0, 0));
    assertEquals(part.size(), commands.count(C, upper));
    List<String> middle = part.subList(part.size() / 2, part.size() / 2 + 40);
    assertEquals(middle, ids(commands.find(C, upper, NEWEST, part.size() / 2, 40)));
  }

  /** Some of the inserts fail individually in a shared commit. */
  private static boolean write(DocumentCommands commands, Random random, int from) {
    boolean refused = false;
    for (int i = from; i < from + 100; i++) {
      boolean taken = i % 3 == 0;
      try {
        commands.insert(C, List.of(document(taken ? i % DOCUMENTS : i, random.nextInt(DOCUMENTS))));
      } catch (DuplicateKeyException e) {
        refused = true;
      }
    }
    commands.removeAll(C, new JsonObject().put("n", random.nextInt(DOCUMENTS)));
    return refused;
  }

  @Test
  void returnsConsistentPagesAfterWrites() throws Exception {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false, Clock.systemUTC());
        var threads = Executors.newFixedThreadPool(WRITERS)) {
      DocumentCommands commands = store.documents("test");
      commands.index(C, new JsonObject().put("n", 1).put("_id", 1), new IndexOptions());
      commands.insert(C, IntStream.range(0, DOCUMENTS).mapToObj(i -> document(i, i / 2)).toList());
      assertPages(commands);
      List<Callable<Boolean>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int from = DOCUMENTS + i * 1_000;
        Random random = new Random(i);
        writers.add(() -> write(commands, random, from));
      }
      for (Future<Boolean> written : threads.invokeAll(writers)) {
        assertTrue(written.get(), "nothing was refused");
      }
      assertPages(commands);
      commands.removeAll(C, new JsonObject().put("n", new JsonObject().put("$lt", DOCUMENTS / 8)));
      assertPages(commands);
    }
  }
}
