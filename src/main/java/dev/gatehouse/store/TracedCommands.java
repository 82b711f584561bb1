package dev.gatehouse.store;

import dev.gatehouse.tracing.Span;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Commands that record a span each, if the work of their thread is traced.
 *
 * @param system name of the database in spans
 */
public record TracedCommands(DocumentCommands commands, String system) implements DocumentCommands {
  private <T> T traced(String operation, String collection, Supplier<T> command) {
    Span current = Span.current();
    if (!current.isRecorded()) {
      return command.get();
    }
    Span span =
        current
            .child(operation + ' ' + collection, Span.Kind.CLIENT)
            .with("db.system.name", system)
            .with("db.operation.name", operation)
            .with("db.collection.name", collection);
    try {
      return command.get();
    } catch (RuntimeException e) {
      span.failed(e.getClass().getSimpleName());
      throw e;
    } finally {
      span.end();
    }
  }

  @Override
  public void insert(String collection, List<JsonObject> documents) {
    traced(
        "insert",
        collection,
        () -> {
          commands.insert(collection, documents);
          return null;
        });
  }

  @Override
  public void replace(String collection, JsonObject document) {
    traced(
        "replace",
        collection,
        () -> {
          commands.replace(collection, document);
          return null;
        });
  }

  @Override
  public Optional<JsonObject> findOne(String collection, JsonObject query) {
    return traced("find", collection, () -> commands.findOne(collection, query));
  }

  @Override
  public List<JsonObject> find(
      String collection, JsonObject query, JsonObject sort, int skip, int limit) {
    return traced("find", collection, () -> commands.find(collection, query, sort, skip, limit));
  }

  @Override
  public long count(String collection, JsonObject query) {
    return traced("count", collection, () -> commands.count(collection, query));
  }

  @Override
  public Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert) {
    return traced("update", collection, () -> commands.update(collection, query, update, upsert));
  }

  @Override
  public long updateAll(String collection, JsonObject query, JsonObject update) {
    return traced("update", collection, () -> commands.updateAll(collection, query, update));
  }

  @Override
  public Optional<JsonObject> remove(String collection, JsonObject query) {
    return traced("delete", collection, () -> commands.remove(collection, query));
  }

  @Override
  public long removeAll(String collection, JsonObject query) {
    return traced("delete", collection, () -> commands.removeAll(collection, query));
  }

  @Override
  public void index(String collection, JsonObject keys, IndexOptions options) {
    commands.index(collection, keys, options);
  }

  @Override
  public List<String> collections() {
    return commands.collections();
  }

  @Override
  public boolean areShared() {
    return commands.areShared();
  }

  @Override
  public Optional<Instant> serverTime() {
    return commands.serverTime();
  }

  @Override
  public void ping() {
    commands.ping();
  }
}
