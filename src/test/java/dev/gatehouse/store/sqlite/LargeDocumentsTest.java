package dev.gatehouse.store.sqlite;

import static dev.gatehouse.store.sqlite.TestStore.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoException;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
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
      await(store.client().createIndex("c", new JsonObject().put("n", 1)));
      await(store.client().insert("c", document("a", FIFTEEN_MEGABYTES)));
      await(store.client().insert("c", document("b", 10)));
      JsonObject increment = new JsonObject().put("$inc", new JsonObject().put("n", 1));
      await(store.client().updateCollection("c", new JsonObject().put("_id", "a"), increment));
      store.reopen();
      JsonObject found = await(store.client().findOne("c", new JsonObject().put("n", 2), null));
      assertEquals("a", found.getString("_id"));
      assertEquals(FIFTEEN_MEGABYTES, found.getString("text").length());
    }
  }

  @Test
  void rejectsUpdateBeyondDocumentSizeLimit() {
    try (TestStore store = new TestStore(directory, false)) {
      await(store.client().insert("c", document("a", FIFTEEN_MEGABYTES)));
      JsonObject more = new JsonObject().put("more", "y".repeat(3_000_000)).put("n", 2);
      JsonObject byId = new JsonObject().put("_id", "a");
      MongoException refused =
          assertThrows(
              MongoException.class,
              () ->
                  await(
                      store
                          .client()
                          .updateCollection("c", byId, new JsonObject().put("$set", more))));
      assertEquals(10334, refused.getCode());
      assertEquals(1, await(store.client().findOne("c", byId, null)).getInteger("n"));
    }
  }
}
