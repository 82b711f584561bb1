package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerException;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import java.util.ArrayList;
import java.util.List;

/**
 * insert, update, delete and findAndModify. A command is a list of statements; an ordered one stops
 * at the first that fails, an unordered one goes on, and what was done before stays, as in MongoDB.
 */
final class WriteCommands {
  private final CursorRegistry cursors;

  WriteCommands(CursorRegistry cursors) {
    this.cursors = cursors;
  }

  private interface Statement {
    void run(Document statement, int index);
  }

  Document insert(StoredCollection collection, Document command) {
    Document reply = new Document("n", 0);
    run(
        command,
        "documents",
        reply,
        (document, index) -> {
          collection.addDocument(document);
          add(reply, "n", 1);
        });
    return Reply.ok(reply);
  }

  Document delete(StoredCollection collection, Document command) {
    Document reply = new Document("n", 0);
    if (collection == null) {
      return Reply.ok(reply);
    }
    run(
        command,
        "deletes",
        reply,
        (statement, index) -> {
          int limit = ((Number) statement.getOrDefault("limit", 0)).intValue();
          Document selector = (Document) statement.get("q");
          add(reply, "n", collection.deleteDocuments(selector, limit, NoopOplog.get()));
        });
    return Reply.ok(reply);
  }

  Document update(StoredCollection collection, Document command) {
    Document reply = new Document("n", 0).append("nModified", 0);
    List<Document> upserted = new ArrayList<>();
    UpdateStatement update = new UpdateStatement(collection, cursors);
    run(
        command,
        "updates",
        reply,
        (statement, index) -> {
          Document done = update.run(statement);
          add(reply, "n", ((Number) done.get("n")).intValue());
          add(reply, "nModified", ((Number) done.get("nModified")).intValue());
          if (done.get("upserted") instanceof List<?> ids) {
            Object id = ((Document) ids.getFirst()).get("_id");
            upserted.add(new Document("index", index).append("_id", id));
          }
          if (done.get("writeErrors") instanceof List<?> errors) {
            throw new StatementFailed((Document) errors.getFirst());
          }
        });
    if (!upserted.isEmpty()) {
      reply.put("upserted", upserted);
    }
    return Reply.ok(reply);
  }

  Document findAndModify(StoredCollection collection, Document command) {
    return collection.findAndModify(command);
  }

  /** An update's error as the library has already put it. */
  private static final class StatementFailed extends RuntimeException {
    private final transient Document error;

    StatementFailed(Document error) {
      super("a statement failed");
      this.error = error;
    }
  }

  private static void run(Document command, String list, Document reply, Statement statement) {
    boolean ordered = !command.containsKey("ordered") || Utils.isTrue(command.get("ordered"));
    List<Document> errors = new ArrayList<>();
    List<?> statements = (List<?>) command.get(list);
    for (int i = 0; i < statements.size() && !(ordered && !errors.isEmpty()); i++) {
      try {
        statement.run((Document) statements.get(i), i);
      } catch (MongoServerException e) {
        errors.add(Reply.writeError(i, e));
      } catch (StatementFailed e) {
        e.error.put("index", i);
        errors.add(e.error);
      }
    }
    if (!errors.isEmpty()) {
      reply.put("writeErrors", errors);
    }
  }

  private static void add(Document reply, String counter, int more) {
    reply.put(counter, ((Number) reply.get(counter)).intValue() + more);
  }
}
