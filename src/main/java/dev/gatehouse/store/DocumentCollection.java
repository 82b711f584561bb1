package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One collection of records. The methods block: call them on an area's virtual thread. Queries and
 * updates are made of our own words and scalars, never of a caller's JSON; a time in them is
 * written by {@link Bson#time}.
 *
 * @param <T> the record type
 */
public final class DocumentCollection<T extends Record> {
  private static final int PAGE = 500;

  private final DocumentCommands commands;
  private final String name;
  private final Class<T> type;
  private final Supplier<String> ids;

  DocumentCollection(DocumentCommands commands, String name, Class<T> type, Supplier<String> ids) {
    this.commands = commands;
    this.name = name;
    this.type = type;
    this.ids = ids;
  }

  /** An id for a record to be stored. */
  public String newId() {
    return ids.get();
  }

  /** Stores a new record. */
  public void insert(T record) throws DuplicateKeyException {
    commands.insert(name, List.of(Bson.document(record)));
  }

  /** Stores new records, all or those before the first that cannot be stored. */
  public void insert(List<T> records) throws DuplicateKeyException {
    commands.insert(name, records.stream().map(Bson::document).toList());
  }

  /** Stores a record in the place of the one with its id, if there is one. */
  public void save(T record, String id) throws DuplicateKeyException {
    commands.replace(name, Bson.document(record).put("_id", id));
  }

  /** Puts a record in the place of one that matches the query; whether one did. */
  public boolean replace(JsonObject query, T record) {
    JsonObject fields = Bson.value(record);
    fields.remove("id");
    return update(query, new JsonObject().put("$set", fields)).isPresent();
  }

  public Optional<T> find(String id) {
    return findOne(new JsonObject().put("_id", id));
  }

  public Optional<T> findOne(JsonObject query) {
    return commands.findOne(name, query).map(this::record);
  }

  /**
   * One page of what matches.
   *
   * @param limit at most so many, 0 for all
   */
  public List<T> find(JsonObject query, JsonObject sort, int skip, int limit) {
    return commands.find(name, query, sort, skip, limit).stream().map(this::record).toList();
  }

  /**
   * All records in the order of their ids, read lazily and page by page: one that is added or
   * removed meanwhile may be among them or not, the others are, once each.
   *
   * @param id of a record
   */
  public Stream<T> all(Function<T, String> id) {
    return Stream.iterate(
            pageAfter(""), page -> !page.isEmpty(), page -> pageAfter(id.apply(page.getLast())))
        .flatMap(List::stream);
  }

  private List<T> pageAfter(String id) {
    JsonObject later = new JsonObject().put("_id", new JsonObject().put("$gt", id));
    return find(later, new JsonObject().put("_id", 1), 0, PAGE);
  }

  public long count(JsonObject query) {
    return commands.count(name, query);
  }

  /** Changes one document atomically and returns it as it is then; empty if none matched. */
  public Optional<T> update(JsonObject query, JsonObject update) {
    return commands.update(name, query, update, false).map(this::record);
  }

  /**
   * Changes one document atomically, or makes one of the query's equalities and the update.
   *
   * @throws DuplicateKeyException when the query excludes the document that has its key
   */
  public T upsert(JsonObject query, JsonObject update) throws DuplicateKeyException {
    return commands.update(name, query, update, true).map(this::record).orElseThrow();
  }

  /** Changes all that match and says how many they were. */
  public long updateAll(JsonObject query, JsonObject update) {
    return commands.updateAll(name, query, update);
  }

  /** Removes one document atomically and returns what it was; of two callers one gets it. */
  public Optional<T> take(JsonObject query) {
    return commands.remove(name, query).map(this::record);
  }

  /** Removes all that match and says how many they were. */
  public long delete(JsonObject query) {
    return commands.removeAll(name, query);
  }

  /** Makes an index unless it exists. */
  public void index(JsonObject keys, IndexOptions options) {
    commands.index(name, keys, options);
  }

  private T record(JsonObject document) {
    return Bson.record(document, type);
  }
}
