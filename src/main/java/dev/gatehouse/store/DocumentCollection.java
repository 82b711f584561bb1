package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
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
  private static final String ID = "_id";

  private final DocumentCommands commands;
  private final String name;
  private final RecordReader<T> reader;
  private final Supplier<String> ids;

  DocumentCollection(
      DocumentCommands commands, String name, RecordReader<T> reader, Supplier<String> ids) {
    this.commands = commands;
    this.name = name;
    this.reader = reader;
    this.ids = ids;
  }

  /** An id for a record to be stored. */
  public String newId() {
    return ids.get();
  }

  /** Stores a new record. */
  public void insert(T record) throws DuplicateKeyException {
    insert(List.of(record));
  }

  /** Stores new records, all or those before the first that cannot be stored. */
  public void insert(List<T> records) throws DuplicateKeyException {
    try {
      store(records);
    } catch (UnknownOutcomeException unknown) {
      settle(unknown, () -> insertMissing(records));
    }
  }

  private void store(List<T> records) {
    commands.insert(name, records.stream().map(Bson::document).toList());
  }

  /** A second time does no harm: under its id a record is stored once. */
  private boolean insertMissing(List<T> records) {
    List<T> missing = missing(records);
    try {
      if (!missing.isEmpty()) {
        store(missing);
      }
    } catch (DuplicateKeyException taken) {
      if (!missing(records).isEmpty()) {
        throw taken;
      }
    }
    return true;
  }

  /** Finds out what has become of a change; where that fails, too, nobody knows. */
  private static <R> R settle(UnknownOutcomeException unknown, Supplier<R> finding) {
    try {
      return finding.get();
    } catch (DuplicateKeyException known) {
      throw known;
    } catch (RuntimeException again) {
      if (again != unknown) {
        unknown.addSuppressed(again);
      }
      throw unknown;
    }
  }

  private List<T> missing(List<T> records) {
    return records.stream().filter(record -> !isStored(record)).toList();
  }

  private boolean isStored(T record) {
    JsonObject document = Bson.document(record);
    return find(document.getString(ID)).map(Bson::document).filter(document::equals).isPresent();
  }

  /** Stores a record in the place of the one with its id, if there is one. */
  public void save(T record, String id) throws DuplicateKeyException {
    twice(() -> {
      commands.replace(name, Bson.document(record).put(ID, id));
      return id;
    });
  }

  /** Does what may be repeated once more where it is not known to be done. */
  private static <R> R twice(Supplier<R> work) {
    try {
      return work.get();
    } catch (UnknownOutcomeException unknown) {
      return settle(unknown, work);
    }
  }

  /**
   * Puts a record in the place of one that matches the query; whether one did.
   *
   * @param query names the document's id
   */
  public boolean replace(JsonObject query, T record) {
    JsonObject fields = Bson.value(record);
    fields.remove("id");
    JsonObject document = Bson.document(record);
    return update(
            query,
            new JsonObject().put("$set", fields),
            stored -> Bson.document(stored).equals(document))
        .isPresent();
  }

  public Optional<T> find(String id) {
    return findOne(new JsonObject().put(ID, id));
  }

  public Optional<T> findOne(JsonObject query) {
    return commands.findOne(name, query).flatMap(reader::one);
  }

  /**
   * One page of what matches.
   *
   * @param limit at most so many, 0 for all
   */
  public List<T> find(JsonObject query, JsonObject sort, int skip, int limit) {
    return reader.all(commands.find(name, query, sort, skip, limit));
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
    return commands.update(name, query, update, false).map(reader::record);
  }

  /**
   * Changes one document atomically and returns it as it is then; empty if none matched.
   *
   * @param query names the document's id
   * @param made tells by the document that this very change was made, where the store did not say
   */
  public Optional<T> update(JsonObject query, JsonObject update, Predicate<T> made) {
    try {
      return update(query, update);
    } catch (UnknownOutcomeException unknown) {
      return settle(
          unknown,
          () -> Optional.of(find(query.getString(ID)).filter(made).orElseThrow(() -> unknown)));
    }
  }

  /**
   * Changes one document atomically, or makes one of the query's equalities and the update.
   *
   * @throws DuplicateKeyException when the query excludes the document that has its key
   */
  public T upsert(JsonObject query, JsonObject update) throws DuplicateKeyException {
    return commands.update(name, query, update, true).map(reader::record).orElseThrow();
  }

  /** Changes all that match and says how many they were. */
  public long updateAll(JsonObject query, JsonObject update) {
    return commands.updateAll(name, query, update);
  }

  /** Removes one document atomically and returns what it was; of two callers one gets it. */
  public Optional<T> take(JsonObject query) {
    return commands.remove(name, query).map(reader::record);
  }

  /** Removes all that match and says how many they were, those of a repeated try not counted. */
  public long delete(JsonObject query) {
    return twice(() -> commands.removeAll(name, query));
  }

  /** Makes an index unless it exists. */
  public void index(JsonObject keys, IndexOptions options) {
    commands.index(name, keys, options);
  }
}
