package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Lazy results of a scan and a filter. Only the next document is in memory. Call {@link #rest()}
 * between two commands, and {@link #resume} to continue.
 */
final class Results implements Iterator<Document> {
  private static final int QUERY_PLAN_KILLED = 175;

  private final Scan walk;
  private final Document filter;
  private final Set<Long> seen;
  private CollectionData data;
  private long skip;
  private long left;
  private long position = Scan.END;

  /** Position of the next document at the last rest. It may have been deleted since. */
  private long rested = Scan.END;

  private int size;
  private Document document;

  /**
   * Creates the results without reading any document.
   *
   * @param filter condition on the documents, or null if the scan returns only matching ones
   * @param repeats whether the scan may return a document twice
   * @param skip number of matching documents to skip
   * @param limit maximum number of matching documents to return, 0 for all
   */
  Results(CollectionData data, Scan walk, Document filter, boolean repeats, long skip, long limit) {
    this.data = data;
    this.walk = walk;
    this.filter = filter;
    this.seen = repeats ? new HashSet<>() : null;
    this.skip = skip;
    this.left = limit > 0 ? limit : Long.MAX_VALUE;
  }

  @Override
  public boolean hasNext() {
    while (document == null && left > 0) {
      if (position == Scan.END) {
        position = walk.next(data.session());
      }
      if (position == Scan.END) {
        left = 0;
        break;
      }
      if (seen == null || seen.add(position)) {
        load();
      }
      if (document == null) {
        position = Scan.END;
      }
    }
    return document != null;
  }

  private void load() {
    byte[] bytes = data.bytes(position);
    if (bytes == null && walk.tree() != Scan.END && position != rested) {
      // Entries and documents belong to one snapshot. Only positions found earlier may be empty.
      throw new StoreFailure("an entry of index " + walk.tree() + " has no document");
    }
    size = bytes == null ? 0 : bytes.length;
    Document candidate = bytes == null ? null : BsonBytes.decode(bytes);
    if (candidate == null || (filter != null && !data.matches(candidate, filter))) {
      return;
    }
    if (skip > 0) {
      skip--;
      return;
    }
    document = candidate;
  }

  @Override
  public Document next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Document result = document;
    document = null;
    position = Scan.END;
    left--;
    return result;
  }

  /**
   * Returns the position of the document that {@link #next()} will return. Call {@link #hasNext()}
   * first.
   */
  long position() {
    return position;
  }

  /** Returns the size of the next or last returned document. */
  int size() {
    return size;
  }

  /** Discards everything except the position. The next document will be read and matched again. */
  void rest() {
    if (document != null) {
      document = null;
      if (seen != null) {
        seen.remove(position);
      }
    }
    rested = position;
    walk.rest();
  }

  /** Continues in another session, unless the scanned collection or index was dropped. */
  void resume(CollectionData now) {
    boolean known =
        now != null
            && now.number() == data.number()
            && (walk.tree() == Scan.END
                || now.indexes().stream().anyMatch(index -> index.tree() == walk.tree()));
    if (!known) {
      throw new MongoServerError(
          QUERY_PLAN_KILLED, "QueryPlanKilled", "the collection or its index was dropped");
    }
    data = now;
  }
}
