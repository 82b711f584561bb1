package dev.gatehouse.simulation;

import module java.base;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/** Store in memory. Commands fail, or lose their replies after they were executed. */
public final class SimulatedStore implements DocumentCommands {
  private final Map<String, Map<String, JsonObject>> data;
  private final Baton baton;
  private final Mutation mutation;
  private final View view;

  /** Number of changes in all views, so that invariants are only checked after one. */
  private final AtomicLong changes;

  /** Callers of a store. */
  private enum View {
    NODE,
    /** The public capture. */
    PUBLIC,
    /** A node of an earlier release, which does not know the versions of reports. */
    EARLIER
  }

  SimulatedStore(Baton baton, Mutation mutation) {
    this(baton, mutation, new HashMap<>(), View.NODE, new AtomicLong());
  }

  private SimulatedStore(
      Baton baton,
      Mutation mutation,
      Map<String, Map<String, JsonObject>> data,
      View view,
      AtomicLong changes) {
    this.baton = baton;
    this.mutation = mutation;
    this.data = data;
    this.view = view;
    this.changes = changes;
  }

  /** Returns documents in a store without faults. */
  public static Documents withoutFaults() {
    var baton = new Baton(1);
    baton.heal();
    return new Documents(new SimulatedStore(baton, Mutation.NONE), new Random(1));
  }

  /** Returns the same store, as the public capture reads it. */
  SimulatedStore inPublic() {
    return new SimulatedStore(baton, mutation, data, View.PUBLIC, changes);
  }

  /** Returns the same store, as a node of an earlier release writes it. */
  SimulatedStore asEarlier() {
    return new SimulatedStore(baton, mutation, data, View.EARLIER, changes);
  }

  long changes() {
    return changes.get();
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
    changes.incrementAndGet();
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
        if (all(collection).containsKey(id) || isTaken(collection, document)) {
          throw new DuplicateKeyException("simulated");
        }
        all(collection).put(id, document);
      }
      return true;
    });
  }

  /** The unique index of the invoices. */
  private boolean isTaken(String collection, JsonObject document) {
    return collection.equals("storefrontInvoices")
        && all(collection).values().stream()
            .anyMatch(each -> each.getString("order").equals(document.getString("order")));
  }

  @Override
  public void replace(String collection, JsonObject document) {
    written(() -> all(collection).put(document.getString("_id"), document));
  }

  @Override
  public Optional<JsonObject> findOne(String collection, JsonObject query) {
    return read(() -> first(collection, query).map(SimulatedStore::read))
        .map(found ->
            view == View.PUBLIC
                ? mutation.readInPublic(collection, found)
                : mutation.read(collection, found));
  }

  @Override
  public List<JsonObject> find(
      String collection, JsonObject query, JsonObject sort, int skip, int limit) {
    return read(() -> {
      List<JsonObject> found = matching(collection, query);
      for (String field : sort.fieldNames()) {
        Comparator<JsonObject> by = Comparator.comparing(each -> comparable(each, field));
        found.sort(sort.getInteger(field) < 0 ? by.reversed() : by);
      }
      int end = limit == 0 ? found.size() : Math.min(found.size(), skip + limit);
      List<JsonObject> page = new ArrayList<>();
      for (JsonObject document : found.subList(Math.min(skip, end), end)) {
        page.add(read(document));
      }
      return page;
    });
  }

  /** Returns a copy, because readers rename the id. They change no nested value. */
  private static JsonObject read(JsonObject document) {
    return new JsonObject(new LinkedHashMap<>(document.getMap()));
  }

  private static String comparable(JsonObject document, String field) {
    Object value = document.getValue(field);
    if (value instanceof Number number) {
      return String.format(Locale.ROOT, "%020d", number.longValue());
    }
    return value instanceof JsonObject date
        ? String.format(Locale.ROOT, "%020d", millis(date))
        : String.valueOf(value);
  }

  private static long millis(JsonObject date) {
    return Bson.instant(date.getString("$date")).toEpochMilli();
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
              found.mergeIn(written(collection, update.getJsonObject("$set")));
              return read(found);
            }));
  }

  private JsonObject written(String collection, JsonObject fields) {
    if (view == View.EARLIER && collection.equals("storefrontOrders")) {
      fields.getJsonObject("ledger").remove("report");
    }
    return mutation.written(collection, fields);
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
    return matching(collection, query).stream().findFirst();
  }

  private List<JsonObject> matching(String collection, JsonObject query) {
    List<JsonObject> found = new ArrayList<>();
    for (JsonObject document : all(collection).values()) {
      if (matches(document, query)) {
        found.add(document);
      }
    }
    return found;
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
    long time = millis(date);
    for (Map.Entry<String, Object> bound : bounds) {
      int order = Long.compare(time, millis((JsonObject) bound.getValue()));
      boolean matches =
          switch (bound.getKey()) {
            case "$lte" -> order <= 0;
            case "$lt" -> order < 0;
            case "$gte" -> order >= 0;
            default -> order > 0;
          };
      if (!matches) {
        return false;
      }
    }
    return true;
  }
}
