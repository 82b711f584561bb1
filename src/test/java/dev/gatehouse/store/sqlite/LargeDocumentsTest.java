package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gatehouse.store.DocumentStoreException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents up to MongoDB's limit of 16 MiB are accepted, larger ones are rejected. */
class LargeDocumentsTest {
  private static final int FIFTEEN_MEGABYTES = 15_000_000;

  @TempDir Path directory;

  private static JsonObject document(String id, int size) {
    return new JsonObject().put("_id", id).put("text", "x".repeat(size)).put("n", 1);
  }

  @Test
  void storesAndUpdates15MbDocument() {
    try (TestStore store = new TestStore(directory, false)) {
      store.documents().index("c", new JsonObject().put("n", 1), new IndexOptions());
      store.documents().insert("c", List.of(document("a", FIFTEEN_MEGABYTES)));
      store.documents().insert("c", List.of(document("b", 10)));
      JsonObject increment = new JsonObject().put("$inc", new JsonObject().put("n", 1));
      store.documents().update("c", new JsonObject().put("_id", "a"), increment, false);
      store.reopen();
      JsonObject found = store.documents().findOne("c", new JsonObject().put("n", 2)).orElseThrow();
      assertEquals("a", found.getString("_id"));
      assertEquals(FIFTEEN_MEGABYTES, found.getString("text").length());
    }
  }

  @Test
  void rejectsUpdateBeyondDocumentSizeLimit() {
    try (TestStore store = new TestStore(directory, false)) {
      store.documents().insert("c", List.of(document("a", FIFTEEN_MEGABYTES)));
      JsonObject more = new JsonObject().put("more", "y".repeat(3_000_000)).put("n", 2);
      JsonObject byId = new JsonObject().put("_id", "a");
      JsonObject change = new JsonObject().put("$set", more);
      assertThrows(
          DocumentStoreException.class, () -> store.documents().update("c", byId, change, false));
      assertEquals(1, store.documents().findOne("c", byId).orElseThrow().getInteger("n"));
    }
  }
}
