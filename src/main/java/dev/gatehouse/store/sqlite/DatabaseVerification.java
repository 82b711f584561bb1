package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Checks a store's whole file on one snapshot. It checks SQLite's structure, the checksum of every
 * row, and in both directions the entries of every index against the documents. Only this check
 * finds an entry that a search misses because of a damaged neighbour.
 */
final class DatabaseVerification {
  private static final int ENOUGH = 100;
  private static final int BATCH = 500;

  private final Session session;
  private final LongAdder looked;
  private final Consumer<String> faults;
  private final List<String> found = new ArrayList<>();
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

  private void collection(String namespace, CollectionData data) {
    List<OrderedIndex> indexes =
        data.indexes().stream().filter(index -> !index.isBuilding()).toList();
    long[] expected = new long[indexes.size()];
    long count = 0;
    Scan walk = new Scan.Documents(CollectionData.firstRow(data.number()), false, 0);
    for (long at = walk.next(session); at != Scan.END; at = walk.next(session)) {
      mustNotBeInterrupted();
      long position = at;
      count++;
      looked.increment();
      attempt(
          namespace,
          () -> {
            byte[] bytes = data.bytes(position);
            if (bytes == null) {
              throw new StoreFailure("the document at " + position + " cannot be found");
            }
            Document document = BsonBytes.decode(bytes);
            for (int i = 0; i < expected.length; i++) {
              expected[i] += entries(namespace, indexes.get(i), document, position);
            }
          });
    }
    if (count != data.size()) {
      fault(namespace, count + " documents, but " + data.size() + " are counted");
    }
    for (int i = 0; i < expected.length; i++) {
      OrderedIndex index = indexes.get(i);
      long wanted = expected[i];
      String name = name(namespace, index);
      attempt(name, () -> tree(name, index.tree(), wanted));
    }
  }

  private static String name(String namespace, OrderedIndex index) {
    return namespace + " " + index.definition().name();
  }

  private int entries(String namespace, OrderedIndex index, Document document, long position) {
    Collection<byte[]> keys = index.keys(document);
    for (byte[] key : keys) {
      if (!session.entries().has(index.tree(), key, position)) {
        fault(name(namespace, index), "the document at " + position + " has no entry");
      }
    }
    return keys.size();
  }

  private void tree(String name, long tree, long expected) {
    long count = 0;
    Session.Entry last = null;
    List<Session.Entry> some;
    do {
      mustNotBeInterrupted();
      some = session.entries().find(tree, Range.ALL, last, false, BATCH, 0);
      count += some.size();
      last = some.isEmpty() ? last : some.getLast();
    } while (some.size() == BATCH);
    entries += count;
    if (count != expected) {
      fault(name, count + " entries, but the documents have " + expected);
    }
  }
}
