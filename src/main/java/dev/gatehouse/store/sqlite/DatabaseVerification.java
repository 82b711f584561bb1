package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Checks a store's whole file on one snapshot. It checks SQLite's structure, the checksum of every
 * row, that the entries of every index ascend, and that they are those of the documents and as many
 * as counted. Only this check finds an entry that a search misses because of a damaged neighbour.
 */
final class DatabaseVerification {
  private static final int ENOUGH = 100;

  private final Session session;
  private final LongAdder looked;
  private final Consumer<String> faults;
  private final List<String> found = new ArrayList<>();

  /** Stored entry counts by tree. */
  private Map<Long, CountCheckpoints> counts = Map.of();

  private long entries;

  private DatabaseVerification(Session session, LongAdder looked, Consumer<String> faults) {
    this.session = session;
    this.looked = looked;
    this.faults = faults;
  }

  /**
   * @param looked counts the checked documents
   * @param faults receives each fault when it is found
   * @throws CancellationException if its thread is interrupted
   */
  static StoreReport of(Databases databases, LongAdder looked, Consumer<String> faults) {
    DatabaseVerification verification =
        new DatabaseVerification(databases.session(), looked, faults);
    verification.attempt("the file", () -> verification.structure());
    verification.attempt("the entry counts", () -> verification.readCounts(databases.catalog()));
    for (String namespace : databases.catalog().namespaces()) {
      CollectionData data = databases.catalog().find(namespace);
      verification.attempt(namespace, () -> verification.collection(namespace, data));
    }
    return new StoreReport(looked.sum(), verification.entries, verification.found);
  }

  private void attempt(String what, Runnable check) {
    try {
      check.run();
    } catch (StoreFailure e) {
      mustNotBeInterrupted();
      fault(what, e.getMessage());
    }
  }

  private static void mustNotBeInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the check was interrupted");
    }
  }

  private void fault(String where, String what) {
    if (found.size() < ENOUGH) {
      found.add(where + ": " + what);
      faults.accept(found.getLast());
    }
  }

  private void structure() {
    List<String> answers = session.integrity(ENOUGH);
    if (!answers.equals(List.of("ok"))) {
      answers.forEach(answer -> fault("the file", answer));
    }
  }

  private void readCounts(Catalog catalog) {
    Map<Long, Long> unknown = catalog.entryCounts();
    unknown.replaceAll((tree, size) -> -1L);
    counts = new CountJournal().load(session, () -> unknown);
  }

  private void collection(String namespace, CollectionData data) {
    List<OrderedIndex> indexes =
        data.indexes().stream().filter(index -> !index.isBuilding()).toList();
    List<EntryDigest> expected = indexes.stream().map(index -> new EntryDigest()).toList();
    LongAdder count = new LongAdder();
    new DocumentWalk(data)
        .each((position, bytes) -> {
          mustNotBeInterrupted();
          count.increment();
          looked.increment();
          attempt(
              namespace,
              () -> {
                Document document = BsonBytes.decode(bytes.get());
                for (int i = 0; i < expected.size(); i++) {
                  add(expected.get(i), indexes.get(i).keys(document), position);
                }
              });
        });
    if (count.sum() != data.size()) {
      fault(namespace, count + " documents, but " + data.size() + " are counted");
    }
    for (int i = 0; i < expected.size(); i++) {
      OrderedIndex index = indexes.get(i);
      EntryDigest wanted = expected.get(i);
      String name = namespace + " " + index.definition().name();
      attempt(name, () -> tree(name, data, index, wanted));
    }
  }

  private static void add(EntryDigest digest, Collection<byte[]> keys, long position) {
    for (byte[] key : keys) {
      digest.add(key, position);
    }
  }

  /** Compares an index with the documents, and looks up each entry only if the digests differ. */
  private void tree(String name, CollectionData data, OrderedIndex index, EntryDigest expected) {
    EntryDigest stored = new EntryDigest();
    try {
      session
          .entries()
          .each(
              index.tree(),
              entry -> {
                mustNotBeInterrupted();
                stored.add(entry.key(), entry.position());
              });
    } catch (StoreFailure damaged) {
      findMissing(name, data, index);
      throw damaged;
    }
    entries += stored.count();
    CountCheckpoints its = counts.get(index.tree());
    if (its != null && its.total() != stored.count()) {
      fault(name, stored.count() + " entries, but " + its.total() + " are counted");
    }
    if (stored.matches(expected)) {
      return;
    }
    boolean found = findMissing(name, data, index);
    if (stored.count() != expected.count()) {
      fault(name, stored.count() + " entries, but the documents have " + expected.count());
    } else if (!found) {
      fault(name, "the entries differ from the documents");
    }
  }

  /** Reports documents without an entry, and returns whether there are any. */
  private boolean findMissing(String name, CollectionData data, OrderedIndex index) {
    LongAdder missing = new LongAdder();
    new DocumentWalk(data)
        .each((position, bytes) -> {
          mustNotBeInterrupted();
          for (byte[] key : keysOf(index, bytes)) {
            attempt(
                name,
                () -> {
                  if (!session.entries().has(index.tree(), key, position)) {
                    missing.increment();
                    fault(name, "the document at " + position + " has no entry");
                  }
                });
          }
        });
    return missing.sum() > 0;
  }

  /** Returns the keys of a document; empty if it is damaged, which has been reported. */
  private static Collection<byte[]> keysOf(OrderedIndex index, Supplier<byte[]> bytes) {
    try {
      return index.keys(BsonBytes.decode(bytes.get()));
    } catch (StoreFailure damaged) {
      return List.of();
    }
  }
}
