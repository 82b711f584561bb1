package dev.gatehouse.store.sqlite;

import java.util.List;

/**
 * A walk over the positions of candidate documents. It fetches some at a time and remembers the
 * last, not a cursor of SQLite: so it may go on in another session, on a later snapshot.
 */
interface Scan {
  /** No further position. */
  long END = -1;

  /** Entries that are fetched at a time: few at first, since many want few. */
  int FIRST_BATCH = 32;

  int LARGEST_BATCH = 512;

  /** The next position, or {@link #END}. */
  long next(Session session);

  /** Forgets what was fetched ahead: it is asked for again, as it is then. */
  void rest();

  /** The tree that is walked, or {@link #END} where it is none. */
  default long tree() {
    return END;
  }

  /** The documents themselves, in the order of insertion. */
  final class Documents implements Scan {
    private final boolean reverse;
    private final long base;
    private long low;
    private long high;
    private long skip;
    private int batch = FIRST_BATCH;
    private List<Long> fetched = List.of();
    private int at;

    /**
     * Sets off.
     *
     * @param base the row of position 0
     */
    Documents(long base, boolean reverse, long skip) {
      this.base = base;
      this.low = base;
      this.high = base + CollectionData.LARGEST_POSITION;
      this.reverse = reverse;
      this.skip = skip;
    }

    @Override
    public long next(Session session) {
      if (at == fetched.size()) {
        fetched = session.rows(low, high, reverse, batch, skip);
        at = 0;
        skip = 0;
        batch = Math.min(batch * 4, LARGEST_BATCH);
      }
      if (at == fetched.size()) {
        return END;
      }
      long row = fetched.get(at++);
      if (reverse) {
        high = row - 1;
      } else {
        low = row + 1;
      }
      return row - base;
    }

    @Override
    public void rest() {
      fetched = List.of();
      at = 0;
    }
  }

  /** Positions found beforehand. */
  final class Listed implements Scan {
    private final long[] positions;
    private int at;

    Listed(long[] positions) {
      this.positions = positions;
    }

    @Override
    public long next(Session session) {
      return at < positions.length ? positions[at++] : END;
    }

    @Override
    public void rest() {
      // Nothing was fetched.
    }
  }
}
