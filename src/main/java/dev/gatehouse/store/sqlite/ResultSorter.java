package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Sorts results that no index has in order. It stores keys and positions, not documents. */
final class ResultSorter {
  private static final int ENTRY_OVERHEAD = 80;
  private static final int SHARE_OF_HEAP = 4;

  private final SortOrder order;
  private final long budget = Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP;

  private record Entry(byte[] key, long position) {}

  private static final Comparator<Entry> BY_KEY =
      ((Comparator<Entry>) (left, right) -> Arrays.compareUnsigned(left.key, right.key))
          .thenComparingLong(Entry::position);

  ResultSorter(SortOrder order) {
    this.order = order;
  }

  /**
   * Returns the positions in order; equal keys remain in insertion order.
   *
   * @param wanted number of first positions to return, 0 for all
   * @throws MongoServerError 292 if the keys would fill a quarter of the heap
   */
  long[] sort(Results results, long wanted) {
    PriorityQueue<Entry> kept = new PriorityQueue<>(BY_KEY.reversed());
    long memory = 0;
    while (results.hasNext()) {
      long position = results.position();
      Entry entry = new Entry(order.key(results.next()), position);
      kept.add(entry);
      memory += size(entry);
      if (wanted > 0 && kept.size() > wanted) {
        memory -= size(kept.remove());
      }
      if (memory > budget) {
        throw new MongoServerError(
            292,
            "QueryExceededMemoryLimitNoDiskUseAllowed",
            "the sort needs more than " + budget + " bytes: add an index or a limit");
      }
    }
    long[] positions = new long[kept.size()];
    for (int i = positions.length - 1; i >= 0; i--) {
      positions[i] = kept.remove().position;
    }
    return positions;
  }

  private static int size(Entry entry) {
    return ENTRY_OVERHEAD + entry.key.length;
  }
}
