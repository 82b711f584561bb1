package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.QueryMatcher;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/**
 * Documents of one collection by position, which is their insertion order, and its indexes, as one
 * session sees them.
 */
final class CollectionData {
  private static final int POSITION_BITS = 40;

  /**
   * Largest position. Row numbers combine collection and position, so that all documents share one
   * table.
   */
  static final long LARGEST_POSITION = (1L << POSITION_BITS) - 1;

  /** Number of documents from which the indexes are counted before a request needs the counts. */
  static final long COUNTED_AHEAD = 10_000;

  private final Session session;
  private final long number;
  private final List<OrderedIndex> indexes = new ArrayList<>();
  private final QueryMatcher matcher = new DefaultQueryMatcher();
  private final LongAdder reads;
  private long nextPosition = Scan.END;
  private long growth;

  /**
   * Creates the data of a collection without reading them.
   *
   * @param reads counts the documents read, for the metric
   */
  CollectionData(Session session, long number, LongAdder reads) {
    this.session = session;
    this.number = number;
    this.reads = reads;
  }

  /** Returns the first row of a collection's documents. */
  static long firstRow(long collection) {
    return collection << POSITION_BITS;
  }

  static long collectionOf(long row) {
    return row >> POSITION_BITS;
  }

  Session session() {
    return session;
  }

  long number() {
    return number;
  }

  List<OrderedIndex> indexes() {
    return indexes;
  }

  private List<OrderedIndex> finished() {
    return indexes.stream().filter(index -> !index.isBuilding()).toList();
  }

  long size() {
    return session.counter(number) + growth;
  }

  /** Returns the inserted minus the deleted documents since the size was last stored. */
  long growth() {
    return growth;
  }

  void grown(long documents) {
    growth = documents;
  }

  /** Stores the current number of documents. */
  void saveSize() {
    if (growth != 0) {
      long size = size();
      session.setCounter(number, size);
      growth = 0;
      if (size >= COUNTED_AHEAD) {
        finished().forEach(index -> session.entries().countAhead(index.tree()));
      }
    }
  }

  /** Returns the bytes of a document, or null if it no longer exists. */
  byte[] bytes(long position) {
    reads.increment();
    return session.document(firstRow(number) + position);
  }

  boolean matches(Document document, Document query) {
    return matcher.matches(document, query);
  }

  /** Stores a document in all indexes, or fails without a change if a unique key is taken. */
  long insert(Document document, String namespace) {
    long position = nextPosition();
    byte[] bytes = BsonBytes.encode(document);
    List<Collection<byte[]>> keys = checked(document, position, namespace);
    session.putDocument(firstRow(number) + position, bytes);
    NewEntries entries = new NewEntries(session);
    for (int i = 0; i < keys.size(); i++) {
      indexes.get(i).add(keys.get(i), position, entries);
    }
    entries.write();
    nextPosition++;
    growth++;
    return position;
  }

  /** Returns the keys for each index after checking all of them, before any write. */
  private List<Collection<byte[]>> checked(Document document, long position, String namespace) {
    List<Collection<byte[]>> keys = new ArrayList<>(indexes.size());
    for (OrderedIndex index : indexes) {
      Collection<byte[]> its = index.keys(document);
      index.check(its, document, position, namespace);
      keys.add(its);
    }
    return keys;
  }

  private long nextPosition() {
    if (nextPosition == Scan.END) {
      long last = new Scan.Documents(firstRow(number), true, 0).next(session);
      nextPosition = last == Scan.END ? 0 : last + 1;
    }
    return nextPosition;
  }

  void replace(long position, Document before, Document after, String namespace) {
    byte[] bytes = BsonBytes.encode(after);
    List<Collection<byte[]>> keys = checked(after, position, namespace);
    session.putDocument(firstRow(number) + position, bytes);
    NewEntries entries = new NewEntries(session);
    for (int i = 0; i < keys.size(); i++) {
      indexes.get(i).replace(before, keys.get(i), position, entries);
    }
    entries.write();
  }

  void delete(long position, Document document) {
    session.removeDocument(firstRow(number) + position);
    indexes.forEach(index -> index.remove(document, position));
    growth--;
  }

  /**
   * Adds the entries of some documents to an index.
   *
   * @param from position to continue at
   * @param max maximum number of documents
   * @return position to continue at, or {@link Scan#END} when all documents are indexed
   */
  long fill(OrderedIndex index, String namespace, long from, int max) {
    long first = firstRow(number);
    List<Long> rows = session.rows(first + from, first + LARGEST_POSITION, false, max, 0);
    NewEntries entries = new NewEntries(session);
    for (long row : rows) {
      Document document = BsonBytes.decode(session.document(row));
      Collection<byte[]> keys = index.keys(document);
      if (index.definition().unique()) {
        entries.write();
        index.check(keys, document, row - first, namespace);
      }
      index.add(keys, row - first, entries);
    }
    entries.write();
    return rows.size() < max ? Scan.END : rows.getLast() - first + 1;
  }

  /** Returns the position of the document with this id, or {@link Scan#END}. */
  long positionOf(Object id) {
    return indexes.getFirst().positionOf(id);
  }

  /**
   * Finds documents.
   *
   * @param orderBy field to 1 or -1, or null for any order
   * @param limit maximum number of documents, 0 for all
   */
  Results find(Document query, Document orderBy, long skip, long limit) {
    Plan plan = plan(query, orderBy, limit > 0 ? skip + limit : 0);
    Document filter = plan.exact() ? null : query;
    if (!plan.sorted()) {
      Results unsorted = new Results(this, walk(plan, 0), filter, plan.repeats(), 0, 0);
      long[] sorted =
          new ResultSorter(new SortOrder(orderBy)).sort(unsorted, limit > 0 ? skip + limit : 0);
      return new Results(this, new Scan.Listed(sorted), query, false, skip, limit);
    }
    // If every entry matches, entries are skipped without reading their documents.
    long jump = plan.exact() ? skip : 0;
    return new Results(this, walk(plan, jump), filter, plan.repeats(), skip - jump, limit);
  }

  private Plan plan(Document query, Document orderBy, long wanted) {
    return new Planner(finished(), this::size).plan(query, orderBy, wanted);
  }

  /**
   * Returns the positions of the matching documents, in the requested order. Reads no documents if
   * the entries of an index determine them.
   */
  long[] positions(Document query, Document orderBy) {
    Plan plan = plan(query, orderBy, 0);
    if (plan.exact() && plan.sorted() && !plan.repeats()) {
      return positions(walk(plan, 0)).toArray();
    }
    Results found = find(query, orderBy, 0, 0);
    LongStream.Builder positions = LongStream.builder();
    while (found.hasNext()) {
      positions.add(found.position());
      found.next();
    }
    return positions.build().toArray();
  }

  /**
   * Returns documents at positions that were determined before a change. The scan therefore meets
   * no document twice. Each document is matched again when it is read.
   */
  Results settled(long[] positions, Document query) {
    return new Results(this, new Scan.Listed(positions), query, false, 0, 0);
  }

  private Scan walk(Plan plan, long skip) {
    if (!plan.branches().isEmpty()) {
      return new Scan.Listed(union(plan));
    }
    if (plan.index() == null) {
      return new Scan.Documents(firstRow(number), plan.reverse(), skip);
    }
    return new IndexScan(plan.index().tree(), plan.ranges(), plan.reverse(), skip);
  }

  private long[] union(Plan plan) {
    return plan.branches().stream()
        .map(branch -> walk(branch, 0))
        .flatMapToLong(this::positions)
        .distinct()
        .sorted()
        .toArray();
  }

  private LongStream positions(Scan walk) {
    return LongStream.iterate(
        walk.next(session), position -> position != Scan.END, position -> walk.next(session));
  }

  /** Counts matching documents, without reading them if the index alone determines the number. */
  long count(Document query) {
    Plan plan = new Planner(finished(), this::size).planOfCount(query);
    if (plan.exact()) {
      return plan.isScan() ? size() : plan.index().count(plan.ranges(), Long.MAX_VALUE);
    }
    Iterator<Document> results = new Results(this, walk(plan, 0), query, plan.repeats(), 0, 0);
    long count = 0;
    while (results.hasNext()) {
      results.next();
      count++;
    }
    return count;
  }
}
