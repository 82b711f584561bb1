package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a collection of twice the heap's size, with documents of 5 MB, in 96 MB. */
@Tag("slow")
class SmallHeapTest {
  private static final int DOCUMENTS = 40_000;
  private static final int BATCH = 500;
  private static final int LARGE = 5_000_000;
  private static final int MAX_SECONDS = 300;

  @TempDir Path folder;

  @Test
  void handlesDataLargerThanHeap() throws Exception {
    Process child =
        ChildJvm.start(Map.of(), List.of("-Xmx96m"), SmallHeapTest.class, folder.toString());
    try {
      assertEquals("done", child.inputReader().readLine());
      assertTrue(child.waitFor(MAX_SECONDS, TimeUnit.SECONDS));
      assertEquals(0, child.exitValue());
    } finally {
      child.destroyForcibly();
    }
  }

  /** The work in the small heap. Prints a line if all its results are correct. */
  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      new SmallHeapTest().use(store.documents());
    }
    System.out.println("done");
  }

  private void use(DocumentCommands documents) {
    documents.index("c", json("{'n':1}"), new IndexOptions());
    for (int i = 0; i < 4; i++) {
      JsonObject large = JsonObject.of("_id", "large" + i, "n", -1 - i);
      documents.insert("c", List.of(large.put("text", "y".repeat(LARGE))));
    }
    for (int start = 0; start < DOCUMENTS; start += BATCH) {
      documents.insert(
          "c", IntStream.range(start, start + BATCH).mapToObj(SmallHeapTest::document).toList());
    }
    documents.index("c", json("{'group':1,'n':-1}"), new IndexOptions());
    List<JsonObject> page = documents.find("c", json("{'group':7}"), json("{'n':-1}"), 200, 50);
    assertEquals(50, page.size());
    assertEquals(DOCUMENTS - 93 - 200 * 100, page.getFirst().getInteger("n"));
    JsonObject change = json("{'$inc':{'seen':1}}");
    assertEquals(DOCUMENTS, documents.updateAll("c", json("{'n':{'$gte':0}}"), change));
    assertEquals(DOCUMENTS, documents.count("c", json("{'seen':1}")));
    assertEquals(DOCUMENTS / 2, documents.removeAll("c", json("{'group':{'$lt':50}}")));
    assertEquals(DOCUMENTS / 2 + 4, documents.count("c", json("{'n':{'$gt':-9}}")));
    JsonObject large = documents.findOne("c", json("{'n':-4}")).orElseThrow();
    assertEquals(LARGE, large.getString("text").length());
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private static JsonObject document(int i) {
    return JsonObject.of(
        "_id", "id" + (100_000 + i), "n", i, "group", i % 100, "text", "x".repeat(5000));
  }
}
