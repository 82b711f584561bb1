package dev.gatehouse.store.sqlite;

import java.util.List;

/** Scan over ranges of an index, forwards or backwards. */
final class IndexScan implements Scan {
  private final long tree;
  private final List<Range> ranges;
  private final boolean reverse;
  private long skip;
  private int range;
  private int batch = FIRST_BATCH;
  private Session.Entry last;
  private List<Session.Entry> fetched = List.of();
  private int at;
  private boolean exhausted;

  /**
   * Creates the scan.
   *
   * @param skip number of entries to skip without reading them
   */
  IndexScan(long tree, List<Range> ranges, boolean reverse, long skip) {
    this.tree = tree;
    this.ranges = reverse ? ranges.reversed() : ranges;
    this.reverse = reverse;
    this.skip = skip;
  }

  @Override
  public long tree() {
    return tree;
  }

  @Override
  public long next(Session session) {
    while (at == fetched.size()) {
      if (exhausted) {
        turn();
      }
      if (range == ranges.size()) {
        return END;
      }
      fetch(session);
    }
    last = fetched.get(at++);
    return last.position();
  }

  /** Moves to the next range. */
  private void turn() {
    range++;
    last = null;
    exhausted = false;
  }

  private void fetch(Session session) {
    if (skip > 0 && range < ranges.size() - 1) {
      long inside = session.entries().count(tree, ranges.get(range), skip);
      if (inside < skip) {
        skip -= inside;
        turn();
        return;
      }
    }
    fetched = session.entries().find(tree, ranges.get(range), last, reverse, batch, skip);
    at = 0;
    skip = 0;
    exhausted = fetched.size() < batch;
    batch = Math.min(batch * 4, LARGEST_BATCH);
  }

  @Override
  public void rest() {
    fetched = List.of();
    at = 0;
    exhausted = false;
  }
}
