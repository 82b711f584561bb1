package dev.gatehouse.embedded;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;

/**
 * A walk over the positions of candidate documents that can rest between two commands. While it
 * moves, it sees the tree as it was when it set off; a rest gives that up, because the next commit
 * may overwrite what only the old tree uses, and the walk then goes on after the last key it gave.
 */
interface Walk {
  /** No further position. */
  long END = -1;

  /** The next position, or {@link #END}. */
  long next();

  /** Lets go of the tree until the next call of {@link #next()}. */
  void rest();

  /** The documents themselves, in the order of insertion. */
  final class Documents implements Walk {
    private final MVMap<Long, byte[]> documents;
    private final boolean reverse;
    private Cursor<Long, byte[]> cursor;
    private Long last;

    Documents(MVMap<Long, byte[]> documents, boolean reverse, long skip) {
      this.documents = documents;
      this.reverse = reverse;
      if (skip > 0) {
        long size = documents.sizeAsLong();
        long index = reverse ? size - skip : skip - 1;
        last =
            index < 0 || index >= size
                ? Long.valueOf(reverse ? END : Long.MAX_VALUE)
                : documents.getKey(index);
      }
    }

    @Override
    public long next() {
      if (cursor == null) {
        if (last != null && last == (reverse ? END : Long.MAX_VALUE)) {
          return END;
        }
        Long from = last == null ? null : Long.valueOf(reverse ? last - 1 : last + 1);
        cursor = documents.cursor(from, null, reverse);
      }
      if (!cursor.hasNext()) {
        return END;
      }
      last = cursor.next();
      return last;
    }

    @Override
    public void rest() {
      cursor = null;
    }
  }

  /** Positions found beforehand. */
  final class Listed implements Walk {
    private final long[] positions;
    private int at;

    Listed(long[] positions) {
      this.positions = positions;
    }

    @Override
    public long next() {
      return at < positions.length ? positions[at++] : END;
    }

    @Override
    public void rest() {
      // Holds no tree.
    }
  }
}
