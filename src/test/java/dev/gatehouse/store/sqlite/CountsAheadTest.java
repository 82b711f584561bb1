package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Entry counts of large collections exist before the first request that uses them. */
class CountsAheadTest {
  @RegisterExtension final TestEngine store = new TestEngine();

  private void insert(int from, int to) {
    store.documents.insert("c", IntStream.range(from, to).mapToObj(TestEngine::document).toList());
  }

  private long countedIndexes() {
    return store
        .engine
        .readers()
        .run(all ->
            all.session().sql().query(rows -> rows.getLong(1), "SELECT count(*) FROM counts"));
  }

  @Test
  void countsLargeCollectionWithoutRequests() throws Exception {
    JsonObject keys = new JsonObject().put("n", 1).put("_id", 1);
    store.documents.index("c", keys, new IndexOptions());
    int most = (int) CollectionData.COUNTED_AHEAD;
    insert(0, most - 2);
    store.engine.writer().run(all -> true);
    store.engine.writer().run(all -> true);
    assertEquals(0, countedIndexes(), "a small collection is scanned as quickly");
    insert(most, most + 2);
    Waiting.until(() -> countedIndexes() == 2);
    store.reopen();
    assertEquals(2, countedIndexes());
  }
}
