package dev.gatehouse.areas.trading.marketdata.importing;

/**
 * Sorts the rows of a batch by time. It is a stable merge sort of row numbers that boxes no values.
 */
final class TimeOrder {
  private TimeOrder() {}

  static int[] of(long[] times, int size) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = i;
    }
    int[] from = order;
    int[] to = new int[size];
    for (int width = 1; width < size; width *= 2) {
      for (int low = 0; low < size; low += 2 * width) {
        merge(times, from, to, low, Math.min(low + width, size), Math.min(low + 2 * width, size));
      }
      int[] swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  private static void merge(long[] times, int[] from, int[] to, int low, int middle, int high) {
    int left = low;
    int right = middle;
    for (int i = low; i < high; i++) {
      boolean takeLeft =
          left < middle && (right >= high || times[from[left]] <= times[from[right]]);
      to[i] = takeLeft ? from[left++] : from[right++];
    }
  }
}
