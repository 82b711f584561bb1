package dev.gatehouse.simulation;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Store in memory with the conditional updates of the real one. Commands fail, or lose their
 * replies after they were executed.
 */
final class SimulatedStore implements DocumentCommands {
  private final Map<String, Map<String, JsonObject>> data = new HashMap<>();
  private final Baton baton;
  private final Mutation mutation;

  SimulatedStore(Baton baton, Mutation mutation) {
    this.baton = baton;
    this.mutation = mutation;
  }

  /** Returns the documents of a collection, for the invariants. */
  Map<String, JsonObject> all(String collection) {
    return data.computeIfAbsent(collection, name -> new LinkedHashMap<>());
  }

  private <R> R written(Supplier<R> work) {
    baton.yield();
    if (baton.fault(150)) {
      throw new StoreAwayException("simulated");
    }
    boolean lost = baton.fault(100);
    if (lost && baton.random.nextBoolean()) {
      throw new UnknownOutcomeException("simulated, not executed");
    }
    R result = work.get();
    if (lost) {
      throw new UnknownOutcomeException("simulated, executed");
    }
    return result;
  }

  private <R> R read(Supplier<R> work) {
    baton.yield();
    if (baton.fault(200)) {
      throw new StoreAwayException("simulated");
    }
    return work.get();
  }

  @Override
  public void insert(String collection, List<JsonObject> documents) {
    written(() -> {
      for (JsonObject document : documents) {
        String id = document.getString("_id");
        if (all(collection).containsKey(id)) {
          throw new DuplicateKeyException("simulated");
        }
        all(collection).put(id, document.copy());
      }
      return true;
    });
  }

  @Override
  public void replace(String collection, JsonObject document) {
    written(() -> all(collection).put(document.getString("_id"), document.copy()));
  }

  @Override
  public Optional<JsonObject> findOne(String collection, JsonObject query) {
    return read(() -> first(collection, query).map(JsonObject::copy))
        .map(found -> mutation.read(collection, found));
  }

  @Override
  public List<JsonObject> find(
      String collection, JsonObject query, JsonObject sort, int skip, int limit) {
    return read(() -> {
      List<JsonObject> found = new ArrayList<>(matching(collection, query));
      sort.fieldNames().stream()
          .findFirst()
          .ifPresent(field -> found.sort(Comparator.comparing(each -> comparable(each, field))));
      return found.stream()
          .skip(skip)
          .limit(limit == 0 ? Long.MAX_VALUE : limit)
          .map(JsonObject::copy)
          .toList();
    });
  }

  private static String comparable(JsonObject document, String field) {
    Object value = document.getValue(field);
    return value instanceof JsonObject date ? date.getString("$date") : String.valueOf(value);
  }

  @Override
  public long count(String collection, JsonObject query) {
    return read(() -> (long) matching(collection, query).size());
  }

  @Override
  public Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert) {
    return written(() ->
        first(collection, query)
            .map(found -> {
              found.mergeIn(update.getJsonObject("$set").copy());
              return found.copy();
            }));
  }

  @Override
  public long updateAll(String collection, JsonObject query, JsonObject update) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<JsonObject> remove(String collection, JsonObject query) {
    return written(() -> {
      Optional<JsonObject> found = first(collection, query);
      found.ifPresent(each -> all(collection).remove(each.getString("_id")));
      return found;
    });
  }

  @Override
  public long removeAll(String collection, JsonObject query) {
    return written(() -> {
      List<JsonObject> found = matching(collection, query);
      found.forEach(each -> all(collection).remove(each.getString("_id")));
      return (long) found.size();
    });
  }

  @Override
  public void index(String collection, JsonObject keys, IndexOptions options) {
    // Queries scan.
  }

  @Override
  public List<String> collections() {
    return List.copyOf(data.keySet());
  }

  @Override
  public void ping() {
    // It responds.
  }

  private Optional<JsonObject> first(String collection, JsonObject query) {
    if (query.getValue("_id") instanceof String id) {
      return Optional.ofNullable(all(collection).get(id)).filter(each -> matches(each, query));
    }
    return all(collection).values().stream().filter(each -> matches(each, query)).findFirst();
  }

  private List<JsonObject> matching(String collection, JsonObject query) {
    return all(collection).values().stream().filter(each -> matches(each, query)).toList();
  }

  private static boolean matches(JsonObject document, JsonObject query) {
    for (Map.Entry<String, Object> condition : query) {
      Object value = document.getValue(condition.getKey());
      boolean matches =
          condition.getValue() instanceof JsonObject bounds
              ? within(value, bounds)
              : String.valueOf(condition.getValue()).equals(String.valueOf(value));
      if (!matches) {
        return false;
      }
    }
    return true;
  }

  private static boolean within(Object value, JsonObject bounds) {
    if (bounds.getValue("$in") instanceof JsonArray any) {
      return any.contains(value);
    }
    if (!(value instanceof JsonObject date)) {
      return false;
    }
    Instant time = Instant.parse(date.getString("$date"));
    return bounds.stream()
        .allMatch(bound -> {
          int order =
              time.compareTo(Instant.parse(((JsonObject) bound.getValue()).getString("$date")));
          return switch (bound.getKey()) {
            case "$lte" -> order <= 0;
            case "$lt" -> order < 0;
            case "$gte" -> order >= 0;
            default -> order > 0;
          };
        });
  }
}
