package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Documents of an engine in this process, with the Mongo client's operations but no wire protocol.
 */
final class EmbeddedDocuments implements DocumentCommands {
  private final Commands commands;
  private final String database;

  /** Executor of commands that always returns a reply. */
  interface Commands {
    Document run(String database, String command, Document query);
  }

  EmbeddedDocuments(Engine engine, String database) {
    this(engine::run, database);
  }

  EmbeddedDocuments(Commands commands, String database) {
    this.commands = commands;
    this.database = database;
  }

  @Override
  public void insert(String collection, List<JsonObject> documents) {
    List<Document> inserted = documents.stream().map(EmbeddedDocuments::withId).toList();
    run(new Document("insert", collection).append("documents", inserted));
  }

  /** Adds a missing id as text, like the Mongo client. The server would use an ObjectId. */
  private static Document withId(JsonObject json) {
    Document document = JsonDocuments.document(json);
    if (document.get("_id") == null) {
      document.put("_id", new ObjectId().getHexData());
    }
    return document;
  }

  @Override
  public void replace(String collection, JsonObject document) {
    Document statement =
        new Document("q", new Document("_id", document.getValue("_id")))
            .append("u", JsonDocuments.document(document))
            .append("upsert", true);
    run(new Document("update", collection).append("updates", List.of(statement)));
  }

  @Override
  public Optional<JsonObject> findOne(String collection, JsonObject query) {
    Document command =
        new Document("find", collection)
            .append("filter", JsonDocuments.document(query))
            .append("limit", 1)
            .append("singleBatch", true);
    List<?> found = (List<?>) ((Document) run(command).get("cursor")).get("firstBatch");
    return found.stream().map(each -> JsonDocuments.json((Document) each)).findFirst();
  }

  @Override
  public List<JsonObject> find(
      String collection, JsonObject query, JsonObject sort, int skip, int limit) {
    Document command =
        new Document("find", collection)
            .append("filter", JsonDocuments.document(query))
            .append("skip", skip)
            .append("limit", limit)
            .append("batchSize", Integer.MAX_VALUE);
    if (sort != null && !sort.isEmpty()) {
      command.append("sort", JsonDocuments.document(sort));
    }
    List<JsonObject> found = new ArrayList<>();
    long cursor = add(run(command), "firstBatch", found);
    while (cursor != 0) {
      Document more = new Document("getMore", cursor).append("collection", collection);
      cursor = add(run(more), "nextBatch", found);
    }
    return found;
  }

  /** Adds a batch to the result; returns the cursor's id for the next batch, or 0 for none. */
  private static long add(Document reply, String batch, List<JsonObject> found) {
    Document cursor = (Document) reply.get("cursor");
    for (Object each : (List<?>) cursor.get(batch)) {
      found.add(JsonDocuments.json((Document) each));
    }
    return ((Number) cursor.get("id")).longValue();
  }

  @Override
  public long count(String collection, JsonObject query) {
    Document command =
        new Document("count", collection).append("query", JsonDocuments.document(query));
    return number(run(command));
  }

  private static long number(Document reply) {
    return ((Number) reply.get("n")).longValue();
  }

  @Override
  public Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert) {
    return modify(
        new Document("findAndModify", collection)
            .append("query", JsonDocuments.document(query))
            .append("update", JsonDocuments.document(update))
            .append("upsert", upsert)
            .append("new", true));
  }

  @Override
  public Optional<JsonObject> remove(String collection, JsonObject query) {
    return modify(
        new Document("findAndModify", collection)
            .append("query", JsonDocuments.document(query))
            .append("remove", true));
  }

  private Optional<JsonObject> modify(Document command) {
    return Optional.ofNullable((Document) run(command).get("value")).map(JsonDocuments::json);
  }

  @Override
  public long updateAll(String collection, JsonObject query, JsonObject update) {
    Document statement =
        new Document("q", JsonDocuments.document(query))
            .append("u", JsonDocuments.document(update))
            .append("multi", true);
    return number(run(new Document("update", collection).append("updates", List.of(statement))));
  }

  @Override
  public long removeAll(String collection, JsonObject query) {
    Document statement = new Document("q", JsonDocuments.document(query)).append("limit", 0);
    return number(run(new Document("delete", collection).append("deletes", List.of(statement))));
  }

  @Override
  public void index(String collection, JsonObject keys, IndexOptions options) {
    String name = options.getName();
    if (name == null) {
      name =
          keys.stream()
              .map(key -> key.getKey() + "_" + key.getValue())
              .collect(Collectors.joining("_"));
    }
    Document index =
        new Document("key", JsonDocuments.document(keys))
            .append("name", name)
            .append("unique", options.isUnique())
            .append("sparse", options.isSparse());
    if (options.getPartialFilterExpression() != null) {
      index.append(
          "partialFilterExpression", JsonDocuments.document(options.getPartialFilterExpression()));
    }
    run(new Document("createIndexes", collection).append("indexes", List.of(index)));
  }

  @Override
  public List<String> collections() {
    Document cursor = (Document) run(new Document("listCollections", 1)).get("cursor");
    return ((List<?>) cursor.get("firstBatch"))
        .stream().map(each -> (String) ((Document) each).get("name")).toList();
  }

  @Override
  public void ping() {
    run(new Document("listCollections", 1));
  }

  Document run(Document command) {
    Document reply = commands.run(database, command.keySet().iterator().next(), command);
    if (((Number) reply.get("ok")).intValue() == 0) {
      throw failure(reply);
    }
    if (reply.get("writeErrors") instanceof List<?> errors) {
      throw failure((Document) errors.getFirst());
    }
    return reply;
  }

  private static RuntimeException failure(Document described) {
    String message = (String) described.get("errmsg");
    StoreErrorCode code =
        Arrays.stream(StoreErrorCode.values())
            .filter(each -> Integer.valueOf(each.number).equals(described.get("code")))
            .findFirst()
            .orElse(StoreErrorCode.INTERNAL_ERROR);
    return switch (code) {
      case DUPLICATE_KEY -> new DuplicateKeyException(message);
      case OUT_OF_DISK_SPACE -> new StoreFullException(message);
      case FILE_STREAM_FAILED -> new StoreAwayException(message);
      case WRITE_CONCERN_FAILED -> new UnknownOutcomeException(message);
      case INTERNAL_ERROR -> new DocumentStoreException(message);
    };
  }
}
