package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Collections and their indexes, as one session sees them. A counter in the file grows with every
 * change, so that each snapshot uses the matching catalog.
 *
 * <p>Collections and trees have numbers that are never reused. Renaming therefore moves no rows,
 * and dropped rows can be removed later.
 */
final class Catalog {
  /** Counters whose numbers are below those of all collections and trees. */
  private static final long CHANGES = 0;

  private static final long LAST_NUMBER = -1;
  private static final long NONE = -1;

  private final Session session;
  private final LongAdder reads;
  private final Map<String, CollectionData> collections = new TreeMap<>();
  private long change = NONE;

  /**
   * Creates the catalog of a session without reading it.
   *
   * @param reads counts the documents read, for the metric
   */
  Catalog(Session session, LongAdder reads) {
    this.session = session;
    this.reads = reads;
  }

  Session session() {
    return session;
  }

  /**
   * Reads the catalog again if it has changed. Must be called at the beginning of every snapshot.
   */
  void refresh() {
    long now = session.counter(CHANGES);
    if (now == change) {
      return;
    }
    collections.clear();
    for (Session.Definition each : session.definitions()) {
      Document definition = BsonBytes.decode(each.bytes());
      CollectionData data = new CollectionData(session, each.number(), reads);
      for (Object index : (List<?>) definition.get("indexes")) {
        data.indexes().add(OrderedIndex.of(session, (Document) index));
      }
      collections.put((String) definition.get("namespace"), data);
    }
    change = now;
  }

  /**
   * Reads the catalog again after {@link #forget}. Used by the writer's session, which alone
   * changes it.
   */
  void recall() {
    if (change == NONE) {
      refresh();
    }
  }

  /** Discards the catalog after a rollback. */
  void forget() {
    collections.clear();
    change = NONE;
  }

  /** Returns the names of all collections as {@code database.collection}. */
  List<String> namespaces() {
    return List.copyOf(collections.keySet());
  }

  /** Returns a collection, or null if it does not exist. */
  CollectionData find(String namespace) {
    return collections.get(namespace);
  }

  CollectionData create(String namespace) {
    CollectionData data = new CollectionData(session, nextNumber(), reads);
    data.indexes().add(newIndex(IndexDefinition.primary(), false));
    collections.put(namespace, data);
    save(namespace, data);
    return data;
  }

  OrderedIndex newIndex(IndexDefinition definition, boolean building) {
    return new OrderedIndex(session, nextNumber(), definition, 0, building);
  }

  private long nextNumber() {
    long number = session.counter(LAST_NUMBER) + 1;
    session.setCounter(LAST_NUMBER, number);
    return number;
  }

  /** Stores the current definitions of a collection's indexes. */
  void save(String namespace, CollectionData data) {
    List<Document> indexes = new ArrayList<>();
    data.indexes().forEach(index -> indexes.add(index.stored()));
    Document definition = new Document("namespace", namespace).append("indexes", indexes);
    session.putDefinition(data.number(), BsonBytes.encode(definition));
    changed();
  }

  private void changed() {
    change = session.counter(CHANGES) + 1;
    session.setCounter(CHANGES, change);
  }

  /** Removes a collection's definition. Its rows remain until {@link #clear} removes them. */
  void remove(String namespace) {
    CollectionData data = collections.remove(namespace);
    session.removeDefinition(data.number());
    session.removeCounter(data.number());
    changed();
  }

  void rename(String from, String to) {
    CollectionData data = collections.remove(from);
    collections.put(to, data);
    save(to, data);
  }

  /** Returns by collection number the growth in documents since sizes were last stored. */
  Map<Long, Long> growth() {
    Map<Long, Long> growth = new HashMap<>();
    for (CollectionData data : collections.values()) {
      if (data.growth() != 0) {
        growth.put(data.number(), data.growth());
      }
    }
    return growth;
  }

  /** Restores the unsaved growth of collections after the catalog was read again. */
  void grown(Map<Long, Long> growth) {
    collections.values().forEach(data -> data.grown(growth.getOrDefault(data.number(), 0L)));
  }

  /**
   * Returns the number of entries of each index that queries use, if it is the number of documents,
   * or else -1.
   */
  Map<Long, Long> entryCounts() {
    Map<Long, Long> counts = new HashMap<>();
    for (CollectionData data : collections.values()) {
      for (OrderedIndex index : data.indexes()) {
        if (!index.isBuilding()) {
          counts.put(index.tree(), index.hasOneEntryEach() ? data.size() : -1);
        }
      }
    }
    return counts;
  }

  /** Stores the sizes of collections that have changed. */
  void saveSizes() {
    collections.values().forEach(CollectionData::saveSize);
  }

  /** Returns whether an index is incomplete after a crash. */
  boolean hasUnfinished() {
    return collections.values().stream()
        .anyMatch(data -> data.indexes().stream().anyMatch(OrderedIndex::isBuilding));
  }

  /** Drops indexes that are incomplete after a crash. */
  void dropUnfinished() {
    for (Map.Entry<String, CollectionData> each : Map.copyOf(collections).entrySet()) {
      if (each.getValue().indexes().removeIf(OrderedIndex::isBuilding)) {
        save(each.getKey(), each.getValue());
      }
    }
  }

  /**
   * Removes some rows of dropped collections and indexes.
   *
   * @param max maximum number of rows to remove now
   * @return whether there may be more
   */
  boolean clear(int max) {
    long tree = firstUnnamed(false);
    if (tree != NONE) {
      session.entries().removeFirst(tree, max);
      return true;
    }
    long collection = firstUnnamed(true);
    if (collection != NONE) {
      long first = CollectionData.firstRow(collection);
      session.removeDocuments(first, first + CollectionData.LARGEST_POSITION, max);
      return true;
    }
    return false;
  }

  private long firstUnnamed(boolean documents) {
    long at = 0;
    while (true) {
      long found = documents ? nextCollection(at) : session.entries().nextTree(at);
      if (found < at) {
        // Either there are no more, or a damaged tree leads backwards.
        return NONE;
      }
      if (!isNamed(found)) {
        return found;
      }
      at = found + 1;
    }
  }

  private long nextCollection(long from) {
    long row = session.nextRow(CollectionData.firstRow(from));
    return row == NONE ? NONE : CollectionData.collectionOf(row);
  }

  private boolean isNamed(long number) {
    return collections.values().stream()
        .anyMatch(data ->
            data.number() == number
                || data.indexes().stream().anyMatch(index -> index.tree() == number));
  }
}
