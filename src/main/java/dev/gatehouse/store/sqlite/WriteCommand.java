package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerException;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Insert, update or delete command in progress. It is a list of statements. An ordered command
 * stops at the first failed statement and an unordered one continues. Earlier changes are kept, as
 * in MongoDB.
 *
 * <p>The command runs in slices, between which other commands run. If a statement may change any
 * number of documents, their positions are determined first on a snapshot. Each document is matched
 * again before it is changed.
 */
final class WriteCommand {
  private static final int SLICE_DOCUMENTS = 200;
  private static final int SLICE_BYTES = 8 * 1024 * 1024;

  /**
   * Maximum number of documents of a slice whose documents a query selects. They are in no order of
   * an index, so that each changes several pages. A short command may wait for the commit of all.
   */
  static final int SLICE_SELECTED = 50;

  /** Maximum number of documents of a command that is not sliced. */
  private static final int FEW = 10;

  /** Number of documents changed between two checks of a slice's end. */
  private static final int STRIDE = 5;

  private final Kind kind;
  private final List<?> statements;
  private final boolean ordered;
  private final Document reply = new Document("n", 0);
  private final List<Document> upserted = new ArrayList<>();
  private final List<Document> errors = new ArrayList<>();
  private int at;
  private long[] settled;
  private int settledAt;
  private int matched;

  enum Kind {
    INSERT("documents"),
    UPDATE("updates"),
    DELETE("deletes");

    private final String list;

    Kind(String list) {
      this.list = list;
    }
  }

  /** Wraps a statement's error in the library's format. */
  private static final class StatementFailed extends RuntimeException {
    private final transient Document error;

    StatementFailed(Document error) {
      super("a statement failed");
      this.error = error;
    }
  }

  WriteCommand(Kind kind, Document command) {
    this.kind = kind;
    this.statements = (List<?>) command.get(kind.list);
    this.ordered = !command.containsKey("ordered") || Utils.isTrue(command.get("ordered"));
    if (kind == Kind.UPDATE) {
      reply.put("nModified", 0);
    }
  }

  boolean isDone() {
    return at == statements.size() || (ordered && !errors.isEmpty());
  }

  /** Returns whether the next statements may need several slices. */
  boolean isLong() {
    return (settled == null ? statements.size() - at : settled.length - settledAt) > FEW;
  }

  Document reply() {
    if (!upserted.isEmpty()) {
      reply.put("upserted", upserted);
    }
    if (!errors.isEmpty()) {
      reply.put("writeErrors", errors);
    }
    return CommandReply.ok(reply);
  }

  private Document statement() {
    return (Document) statements.get(at);
  }

  /**
   * Returns whether the next statement may change many documents whose positions are not known yet.
   */
  boolean isToSettle() {
    return !isDone() && changesMany() && settled == null;
  }

  private boolean changesMany() {
    return switch (kind) {
      case INSERT -> false;
      case UPDATE -> Utils.isTrue(statement().get("multi"));
      case DELETE -> limit(statement()) == 0;
    };
  }

  private static int limit(Document statement) {
    return ((Number) statement.getOrDefault("limit", 0)).intValue();
  }

  /**
   * Determines the documents that the next statement will change.
   *
   * @param collection the collection on a snapshot; null if it does not exist
   */
  void settle(StoredCollection collection) {
    attempt(() -> {
      Document query = (Document) statement().get("q");
      settled = collection == null ? new long[0] : collection.data().positions(query, null);
    });
  }

  /** Executes a slice. */
  void advance(StoredCollection collection, Pace pace) {
    CollectionData data = collection.data();
    long bytes = data.session().written() + SLICE_BYTES;
    int left = changesMany() ? SLICE_SELECTED : SLICE_DOCUMENTS;
    while (left > 0 && data.session().written() < bytes && !isDone() && !isToSettle()) {
      left -= changesMany() ? some(collection) : one(collection);
      if (pace.isOver()) {
        left = 0;
      }
    }
  }

  private int one(StoredCollection collection) {
    attempt(() -> {
      switch (kind) {
        case INSERT -> {
          collection.addDocument(statement());
          add("n", 1);
        }
        case UPDATE -> updated(new UpdateStatement(collection).run(statement()));
        case DELETE -> {
          Document selector = (Document) statement().get("q");
          add("n", collection.deleteDocuments(selector, limit(statement()), NoopOplog.get()));
        }
      }
      end();
    });
    return 1;
  }

  /** Changes some of a statement's documents. */
  private int some(StoredCollection collection) {
    int until = Math.min(settledAt + STRIDE, settled.length);
    long[] positions = Arrays.copyOfRange(settled, settledAt, until);
    attempt(() -> {
      if (kind == Kind.DELETE) {
        add("n", collection.delete(positions, (Document) statement().get("q")));
      } else if (positions.length > 0) {
        updated(collection.update(positions, statement().clone().append("upsert", false)));
      }
      settledAt = until;
      if (until == settled.length) {
        if (kind == Kind.UPDATE && matched == 0) {
          // No document matched on the snapshot. The writer must check again, because an upsert
          // depends on it.
          updated(new UpdateStatement(collection).run(statement()));
        }
        end();
      }
    });
    return Math.max(1, positions.length);
  }

  private void updated(Document done) {
    int its = ((Number) done.get("n")).intValue();
    matched += its;
    add("n", its);
    add("nModified", ((Number) done.get("nModified")).intValue());
    if (done.get("upserted") instanceof List<?> ids) {
      Object id = ((Document) ids.getFirst()).get("_id");
      upserted.add(new Document("index", at).append("_id", id));
    }
    if (done.get("writeErrors") instanceof List<?> failures) {
      throw new StatementFailed((Document) failures.getFirst());
    }
  }

  /** Runs a part of the statement. A rejection ends the statement. */
  private void attempt(Runnable part) {
    try {
      part.run();
    } catch (MongoServerException e) {
      errors.add(CommandReply.writeError(at, e));
      end();
    } catch (StatementFailed e) {
      e.error.put("index", at);
      errors.add(e.error);
      end();
    }
  }

  private void end() {
    at++;
    settled = null;
    settledAt = 0;
    matched = 0;
  }

  private void add(String counter, int more) {
    reply.put(counter, ((Number) reply.get(counter)).intValue() + more);
  }
}
