package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.QueryMatcher;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.h2.mvstore.MVMap;

/**
 * The documents of one collection by position, which is their order of insertion, and its indexes.
 */
final class CollectionData {
  private final MVMap<Long, byte[]> documents;
  private final LargeDocuments large;
  private final List<OrderedIndex> indexes = new ArrayList<>();
  private final QueryMatcher matcher = new DefaultQueryMatcher();
  private final LongAdder reads;
  private long nextPosition;

  /**
   * Opens a collection without reading it.
   *
   * @param reads counts the documents read, for the metric
   */
  CollectionData(MVMap<Long, byte[]> documents, LargeDocuments large, LongAdder reads) {
    this.documents = documents;
    this.large = large;
    this.reads = reads;
    Long last = documents.lastKey();
    this.nextPosition = last == null ? 0 : last + 1;
  }

  MVMap<Long, byte[]> documents() {
    return documents;
  }

  LargeDocuments large() {
    return large;
  }

  List<OrderedIndex> indexes() {
    return indexes;
  }

  long size() {
    return documents.sizeAsLong();
  }

  /** The bytes of a document, or null where there is none any more. */
  ByteBuf bytes(long position) {
    reads.increment();
    byte[] stored = documents.get(position);
    return stored == null ? null : large.load(stored);
  }

  boolean matches(Document document, Document query) {
    return matcher.matches(document, query);
  }

  /** Stores a document under every index or, where a key is taken, nothing at all. */
  long insert(Document document, String namespace) {
    long position = nextPosition;
    ByteBuf bytes = BsonBytes.write(document);
    check(document, position, namespace);
    documents.put(position, large.store(bytes));
    indexes.forEach(index -> index.add(document, position));
    nextPosition++;
    return position;
  }

  void replace(long position, Document before, Document after, String namespace) {
    ByteBuf bytes = BsonBytes.write(after);
    check(after, position, namespace);
    large.remove(documents.put(position, large.store(bytes)));
    indexes.forEach(index -> index.replace(before, after, position));
  }

  private void check(Document document, long position, String namespace) {
    for (OrderedIndex index : indexes) {
      index.check(document, position, namespace);
    }
  }

  void delete(long position, Document document) {
    large.remove(documents.remove(position));
    indexes.forEach(index -> index.remove(document, position));
  }

  /**
   * Fills a new index from the documents; the index takes part only when this has succeeded.
   *
   * @param file commits on the way, since an index may be larger than the heap
   */
  void build(OrderedIndex index, String namespace, StoreFile file) {
    Results all = find(new Document(), null, 0, 0);
    while (all.hasNext()) {
      long position = all.position();
      Document document = all.next();
      index.check(document, position, namespace);
      index.add(document, position);
      if (file.isLarge()) {
        all.rest();
        file.commit();
      }
    }
    indexes.add(index);
  }

  /** The position of the document with this id, or {@link Walk#END}. */
  long positionOf(Object id) {
    Range range = Range.point(id);
    byte[] entry = indexes.getFirst().entries().ceilingKey(range.low());
    return entry != null && range.contains(entry) ? OrderedIndex.position(entry) : Walk.END;
  }

  /**
   * Finds documents.
   *
   * @param orderBy field to 1 or -1, or null for any order
   * @param limit at most so many, 0 for all
   */
  Results find(Document query, Document orderBy, long skip, long limit) {
    Plan plan = new Planner(indexes, size()).plan(query, orderBy, limit > 0 ? skip + limit : 0);
    Document filter = plan.exact() ? null : query;
    if (!plan.sorted()) {
      Results unsorted = new Results(this, walk(plan, 0), filter, plan.repeats(), 0, 0);
      long[] sorted =
          new Sorter(new SortOrder(orderBy)).sort(unsorted, limit > 0 ? skip + limit : 0);
      return new Results(this, new Walk.Listed(sorted), query, false, skip, limit);
    }
    // Where every entry matches, skipping is a matter of counting in the tree.
    long jump = plan.exact() ? skip : 0;
    return new Results(this, walk(plan, jump), filter, plan.repeats(), skip - jump, limit);
  }

  /**
   * Finds documents that are about to be changed, or beside which others are: where they are is
   * settled beforehand, so that the walk meets none twice and survives commits on the way.
   */
  Results findSettled(Document query, Document orderBy) {
    Results found = find(query, orderBy, 0, 0);
    LongStream.Builder positions = LongStream.builder();
    while (found.hasNext()) {
      positions.add(found.position());
      found.next();
    }
    Walk settled = new Walk.Listed(positions.build().toArray());
    return new Results(this, settled, query, false, 0, 0);
  }

  private Walk walk(Plan plan, long skip) {
    if (!plan.branches().isEmpty()) {
      return new Walk.Listed(union(plan));
    }
    return plan.index() == null
        ? new Walk.Documents(documents, plan.reverse(), skip)
        : new IndexWalk(plan.index(), plan.ranges(), plan.reverse(), skip);
  }

  private long[] union(Plan plan) {
    return plan.branches().stream()
        .map(branch -> walk(branch, 0))
        .flatMapToLong(walk ->
            LongStream.iterate(
                walk.next(), position -> position != Walk.END, position -> walk.next()))
        .distinct()
        .sorted()
        .toArray();
  }

  /** Counts matching documents; from the index alone where it holds all the answer. */
  long count(Document query) {
    Plan plan = new Planner(indexes, size()).plan(query, null, 0);
    if (plan.exact()) {
      return plan.entries();
    }
    Results results = new Results(this, walk(plan, 0), query, plan.repeats(), 0, 0);
    long count = 0;
    while (results.hasNext()) {
      results.next();
      count++;
    }
    return count;
  }
}
