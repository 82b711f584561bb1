package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Builds indexes without blocking other commands. A new index receives the entries of all new
 * writes immediately. The entries of older documents are added in slices, and queries use the index
 * after that. A crash leaves it incomplete, and the next start drops it.
 */
final class IndexBuilds {
  private static final int SLICE_DOCUMENTS = 200;

  /** Number of documents between two checks of a slice's end. */
  private static final int STRIDE = 5;

  private final Readers readers;
  private final Writer writer;
  private final SchemaCommands schema = new SchemaCommands();

  /**
   * Allows one build at a time. A command for an index that is being built waits until it is
   * complete.
   */
  private final ReentrantLock building = new ReentrantLock();

  IndexBuilds(Readers readers, Writer writer) {
    this.readers = readers;
    this.writer = writer;
  }

  Document create(String database, Document command) {
    String name = (String) command.get("createIndexes");
    building.lock();
    try {
      int before = count(database, name);
      // Usually the indexes exist already, which is detected without a commit.
      boolean missing =
          before == 0
              || readers.run(
                  all -> !schema.missing(all.of(database).existing(name), command).isEmpty());
      if (missing) {
        build(database, name, command);
      }
      return CommandReply.ok(
          new Document("numIndexesBefore", before)
              .append("numIndexesAfter", missing ? count(database, name) : before));
    } finally {
      building.unlock();
    }
  }

  private int count(String database, String name) {
    return readers.run(all -> {
      StoredCollection there = all.of(database).existing(name);
      return there == null ? 0 : there.data().indexes().size();
    });
  }

  private void build(String database, String name, Document command) {
    List<Long> begun =
        writer.run(all -> {
          StoredCollection collection = all.of(database).writable(name);
          boolean empty = collection.data().size() == 0;
          return schema.missing(collection, command).stream()
              .map(definition -> collection.addIndex(definition, !empty))
              .filter(OrderedIndex::isBuilding)
              .map(OrderedIndex::tree)
              .toList();
        });
    for (long tree : begun) {
      fill(database, name, tree);
    }
  }

  private void fill(String database, String name, long tree) {
    try {
      long position = 0;
      while (position != Scan.END) {
        long from = position;
        position = writer.runPart(all -> slice(all.of(database).existing(name), tree, from));
      }
    } catch (MongoServerError e) {
      writer.run(all -> drop(all.of(database).existing(name), tree));
      writer.clear();
      throw e;
    }
  }

  private long slice(StoredCollection collection, long tree, long from) {
    OrderedIndex index = find(collection, tree);
    if (index == null) {
      throw new MongoServerError(276, "IndexBuildAborted", "the collection was dropped");
    }
    String namespace = collection.getFullName();
    int arrays = index.arrayFields();
    long next = from;
    for (int left = SLICE_DOCUMENTS; left > 0 && next != Scan.END; left -= STRIDE) {
      next = collection.data().fill(index, namespace, next, STRIDE);
      if (writer.pace().isOver()) {
        left = 0;
      }
    }
    if (next == Scan.END) {
      index.built();
    }
    if (next == Scan.END || arrays != index.arrayFields()) {
      collection.saveIndexes();
    }
    return next;
  }

  private static Boolean drop(StoredCollection collection, long tree) {
    OrderedIndex index = find(collection, tree);
    if (index != null) {
      collection.data().indexes().remove(index);
      collection.saveIndexes();
    }
    return true;
  }

  private static OrderedIndex find(StoredCollection collection, long tree) {
    if (collection == null) {
      return null;
    }
    return collection.data().indexes().stream()
        .filter(index -> index.tree() == tree)
        .findFirst()
        .orElse(null);
  }
}
