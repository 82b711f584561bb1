package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each write is a commit that frees old pages. They must be reused. */
class CompactFileTest {
  private static final int WRITES = 1500;
  private static final int TEXT = 700;
  private static final int MOST_TIMES_THE_DATA = 5;

  @TempDir Path directory;

  @Test
  void limitsFileSizeRelativeToData() {
    try (TestStore store = new TestStore(directory, false)) {
      store.documents().index("c", new JsonObject().put("n", 1), new IndexOptions());
      for (int i = 0; i < WRITES; i++) {
        JsonObject document =
            new JsonObject().put("_id", "id" + i).put("n", i).put("text", "x".repeat(TEXT));
        store.documents().insert("c", List.of(document));
      }
      long size = directory.resolve("documents.db").toFile().length();
      long limit = (long) WRITES * TEXT * MOST_TIMES_THE_DATA;
      assertTrue(size < limit, () -> "the file has " + size + " bytes");
    }
  }
}
