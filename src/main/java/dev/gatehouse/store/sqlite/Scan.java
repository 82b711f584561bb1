package dev.gatehouse.store.sqlite;

import java.util.List;

/**
 * Scan over the positions of candidate documents. It fetches positions in batches and remembers the
 * last one instead of a SQLite cursor. It can therefore continue in another session, on a later
 * snapshot.
 */
interface Scan {
  /** Result after the last position. */
  long END = -1;

  /** Size of the first batch, which is small because many callers need few entries. */
  int FIRST_BATCH = 32;

  int LARGEST_BATCH = 512;

  /** Returns the next position, or {@link #END}. */
  long next(Session session);

  /** Discards prefetched positions, which are then read again in their current state. */
  void rest();

  /** Returns the scanned tree, or {@link #END} if the scan uses no tree. */
  default long tree() {
    return END;
  }

  /** Scan of the documents in insertion order. */
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
     * Creates the scan.
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

  /** Scan of positions that were determined before. */
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
      // Nothing is prefetched.
    }
  }
}
