package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * The documents that a walk meets and a filter lets through, one at a time: nothing but the next
 * document is held in memory. Between two commands it must {@link #rest()}, and then goes on by
 * {@link #resume}.
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

  /** The document that was next when it last rested: somebody may delete it meanwhile. */
  private long rested = Scan.END;

  private int size;
  private Document document;

  /**
   * Prepares the walk; nothing is read yet.
   *
   * @param filter what documents must match, or null if the walk meets matching ones only
   * @param repeats whether the walk may meet a document twice
   * @param skip matching documents to pass over
   * @param limit matching documents to give, 0 for all
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
      // Entries and documents are of one snapshot; only positions found earlier may be empty now.
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

  /** The position of the document that {@link #next()} will give; call {@link #hasNext()} first. */
  long position() {
    return position;
  }

  /** The size of the document that is next or was last given. */
  int size() {
    return size;
  }

  /** Forgets all but where it is: the document that is next will be read, and judged, again. */
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

  /** Goes on in another session, unless what is walked has gone in between. */
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
