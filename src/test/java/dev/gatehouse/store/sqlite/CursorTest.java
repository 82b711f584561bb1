package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import de.bwaldvogel.mongo.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cursors between two of their batches. */
class CursorTest {
  @TempDir Path folder;

  @Test
  void continuesAfterNextDocumentIsDeleted() {
    try (Engine engine = Engine.open(folder, false, InstantSource.system())) {
      Document index = new Document("key", new Document("s", 1).append("n", 1)).append("name", "s");
      run(engine, "createIndexes", new Document("indexes", List.of(index)));
      List<Document> documents =
          IntStream.range(0, 30)
              .mapToObj(i -> new Document("_id", i).append("s", "open").append("n", i))
              .toList();
      run(engine, "insert", new Document("documents", documents));
      Document find =
          new Document("filter", new Document("s", "open"))
              .append("sort", new Document("n", 1))
              .append("batchSize", 10);
      Document first = cursor(run(engine, "find", find));
      Document last = new Document("q", new Document("_id", 10)).append("limit", 1);
      run(engine, "delete", new Document("deletes", List.of(last)));
      Document more =
          new Document("getMore", first.get("id")).append("collection", "c").append("batchSize", 3);
      assertEquals(List.of(11, 12, 13), ids(cursor(engine.run("test", "getMore", more))));
    }
  }

  private static Document run(Engine engine, String command, Document arguments) {
    Document whole = new Document(command, "c");
    whole.putAll(arguments);
    Document reply = engine.run("test", command, whole);
    assertEquals(1, ((Number) reply.get("ok")).intValue(), reply::toString);
    return reply;
  }

  private static Document cursor(Document reply) {
    return (Document) reply.get("cursor");
  }

  private static List<Object> ids(Document cursor) {
    return ((List<?>) cursor.get("nextBatch"))
        .stream().map(document -> ((Document) document).get("_id")).toList();
  }
}
