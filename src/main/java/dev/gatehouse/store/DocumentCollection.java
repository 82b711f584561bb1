package dev.gatehouse.store;

import module java.base;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collection of records. The methods block, so call them on an area's virtual thread. Build queries
 * and updates from constants and scalars, never from a caller's JSON. Write times with {@link
 * Bson#time}.
 *
 * @param <T> the record type
 */
public final class DocumentCollection<T extends Record> {
  private static final Logger LOG = LoggerFactory.getLogger(DocumentCollection.class);
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

  String name() {
    return name;
  }

  public String newId() {
    return ids.get();
  }

  public void insert(T record) throws DuplicateKeyException {
    insert(List.of(record));
  }

  /** Stores new records. On an error, only those before the failing record are stored. */
  public void insert(List<T> records) throws DuplicateKeyException {
    try {
      store(records);
    } catch (UnknownOutcomeException unknown) {
      settle(unknown, () -> insertMissing(records));
    }
  }

  /**
   * Stores a new record unless the collection has its maximum size. The records are counted after
   * the insertion, so concurrent insertions cannot exceed the maximum. If the count fails, the
   * record remains stored and counts as added, because a client that gets an error would add it
   * again.
   *
   * @return whether it was added
   */
  public boolean insert(T record, String id, int max) throws DuplicateKeyException {
    insert(record);
    try {
      if (count(Query.all()) <= max) {
        return true;
      }
      take(Query.id(id));
      return false;
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("{} was added but not counted: {}", id, e.getMessage());
      return true;
    }
  }

  private void store(List<T> records) {
    commands.insert(name, records.stream().map(Bson::document).toList());
  }

  /**
   * Inserts the records that are missing. Repeating this is safe, because a record is stored once
   * under its id.
   */
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

  /** Determines the outcome of a change. If that fails too, the outcome remains unknown. */
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

  /** Stores a record, replacing the one with its id if it exists. */
  public void save(T record, String id) throws DuplicateKeyException {
    twice(() -> {
      commands.replace(name, Bson.document(record).put(ID, id));
      return id;
    });
  }

  /** Runs idempotent work, and repeats it once if the outcome is unknown. */
  private static <R> R twice(Supplier<R> work) {
    try {
      return work.get();
    } catch (UnknownOutcomeException unknown) {
      return settle(unknown, work);
    }
  }

  /**
   * Replaces a record that matches the query. Returns whether a record matched.
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

  /** Replaces a record that matches the query. Returns the new record; empty if none matched. */
  public Optional<T> replaced(JsonObject query, T record) {
    return Optional.of(record).filter(next -> replace(query, next));
  }

  public Optional<T> find(String id) {
    return findOne(new JsonObject().put(ID, id));
  }

  public Optional<T> findOne(JsonObject query) {
    return commands.findOne(name, query).flatMap(reader::one);
  }

  /**
   * Returns one page of the matching records.
   *
   * @param limit maximum number of records, 0 for all
   */
  public List<T> find(JsonObject query, JsonObject sort, int skip, int limit) {
    return reader.all(commands.find(name, query, sort, skip, limit));
  }

  /**
   * Returns all records in the order of their ids, read lazily page by page. Records that are added
   * or removed meanwhile may be included or not; all others are included once.
   *
   * @param id returns a record's id
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

  /** Returns the matching records in an order, without reading them yet. */
  public Selection<T> select(JsonObject query, JsonObject order) {
    return new Selection<>(this, query, order);
  }

  public long count(JsonObject query) {
    return commands.count(name, query);
  }

  /** Updates one document atomically and returns the updated version; empty if none matched. */
  public Optional<T> update(JsonObject query, JsonObject update) {
    return commands.update(name, query, update, false).map(reader::record);
  }

  /**
   * Updates one document atomically and returns the updated version; empty if none matched.
   *
   * @param query names the document's id
   * @param made returns whether a document contains this change; used if the outcome is unknown
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
   * Updates one document atomically, or inserts one from the query's equalities and the update.
   *
   * @throws DuplicateKeyException if a document with the same key exists but does not match the
   *     query
   */
  public T upsert(JsonObject query, JsonObject update) throws DuplicateKeyException {
    return commands.update(name, query, update, true).map(reader::record).orElseThrow();
  }

  /** Updates all matching documents and returns their number. */
  public long updateAll(JsonObject query, JsonObject update) {
    return commands.updateAll(name, query, update);
  }

  /**
   * Removes one document atomically and returns it. Of two concurrent callers, only one gets it.
   */
  public Optional<T> take(JsonObject query) {
    return commands.remove(name, query).map(reader::record);
  }

  /**
   * Removes all matching documents and returns their number. If the removal is repeated after an
   * unknown outcome, only the second attempt is counted.
   */
  public long delete(JsonObject query) {
    return twice(() -> commands.removeAll(name, query));
  }

  void index(Query.Order fields) {
    index(fields.json(), fields.options());
  }

  /** Creates an index unless it exists. */
  public void index(JsonObject keys, IndexOptions options) {
    commands.index(name, keys, options);
  }

  /**
   * Converts a collection's documents to records.
   *
   * @param tolerant reader that skips invalid documents; absent if they are errors
   */
  record RecordReader<T extends Record>(
      String collection, Class<T> type, Optional<LenientDecoder> tolerant) {

    T record(JsonObject document) {
      return Bson.record(document, type);
    }

    /** Returns the record; empty if it is invalid and invalid documents are skipped. */
    Optional<T> one(JsonObject document) {
      return all(List.of(document)).stream().findFirst();
    }

    List<T> all(List<JsonObject> documents) {
      return tolerant
          .map(reads -> reads.all(collection, documents, RecordReader::name, this::record))
          .orElseGet(() -> documents.stream().map(this::record).toList());
    }

    private static String name(JsonObject document) {
      return Objects.toString(document.getValue("_id"));
    }
  }
}
