package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;

/**
 * Checkpoints in one index tree: entries that each end a segment, and the number of entries in each
 * segment. They give the number of entries before a position without a scan.
 *
 * <p>Segments are counted one after the other. Until the last one is counted, only positions up to
 * the last checkpoint are known. Callers must ensure that one thread at a time uses it.
 */
final class CountCheckpoints {
  /** Entries of a segment when it is counted. */
  static final int STRETCH = 1_024;

  private static final int MAX_STRETCH = 4 * STRETCH;

  /** Bytes of a checkpoint without its key. */
  private static final long OVERHEAD = 100;

  /** Checkpoint i is the last entry before segment i; the first one is null. */
  private final List<Session.Entry> fences = new ArrayList<>();

  private final List<Long> counts = new ArrayList<>();
  private boolean complete;
  private boolean grown;
  private long bytes;
  private long read = System.nanoTime();

  /**
   * Position in the tree.
   *
   * @param fence the entry after which the position begins; null for the tree's beginning
   * @param rank number of entries up to and including the checkpoint
   */
  record Place(Session.Entry fence, long rank) {}

  CountCheckpoints() {
    fences.add(null);
    counts.add(0L);
  }

  /** Returns whether all segments have been counted. */
  boolean isComplete() {
    return complete;
  }

  /** Returns whether a segment must be counted, or has grown too long. */
  boolean isUnfinished() {
    return !complete || grown;
  }

  /** Returns the last checkpoint so far; null for none. */
  Session.Entry last() {
    return fences.getLast();
  }

  /** Adds the entry that ends a full segment after the last checkpoint. */
  void close(Session.Entry fence) {
    counts.set(counts.size() - 1, (long) STRETCH);
    fences.add(fence);
    counts.add(0L);
    bytes += bytes(fence);
  }

  private static long bytes(Session.Entry fence) {
    return OVERHEAD + fence.key().length;
  }

  /** Returns the approximate memory in bytes. */
  long bytes() {
    return bytes;
  }

  /** Records a use of the counts. */
  void read() {
    read = System.nanoTime();
  }

  /** Returns the nanoseconds since the last use. */
  long unread() {
    return System.nanoTime() - read;
  }

  /** Sets the number of entries after the last checkpoint, which is less than a full segment. */
  void complete(long rest) {
    counts.set(counts.size() - 1, rest);
    complete = true;
  }

  /**
   * Adds entries to segments, or removes them, and merges segments that become empty. Equal changes
   * have equal results, because stored changes are applied again when a store is opened.
   */
  void grow(NavigableMap<Integer, Long> segments) {
    segments.forEach((segment, by) -> {
      long now = counts.get(segment) + by;
      counts.set(segment, now);
      grown |= now > MAX_STRETCH;
    });
    for (int segment : segments.descendingKeySet()) {
      if (counts.get(segment) <= 0 && counts.size() > 1) {
        remove(segment);
      }
    }
  }

  /** Returns the counted segment of an entry; -1 if the segment has not been counted yet. */
  int countedSegmentOf(Session.Entry entry) {
    int stretch = stretchOf(entry);
    return complete || stretch < counts.size() - 1 ? stretch : -1;
  }

  /** Merges an empty segment with its neighbour. */
  private void remove(int stretch) {
    boolean isLast = stretch == counts.size() - 1;
    if (isLast && !complete) {
      return;
    }
    counts.remove(stretch);
    // Removes the checkpoint between the two; the first one, null, remains.
    bytes -= bytes(fences.remove(isLast ? stretch : stretch + 1));
  }

  /** Returns the segment of an entry, which is the number of checkpoints before it. */
  private int stretchOf(Session.Entry entry) {
    int low = 0;
    int high = fences.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (fences.get(middle).compareTo(entry) < 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Returns the position closest before the first entry with a key. */
  Place before(byte[] key) {
    int low = 0;
    int high = fences.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(fences.get(middle).key(), key) < 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return place(low);
  }

  /** Returns the last position before the entry with a number, starting at 0. */
  Place before(long number) {
    long rank = 0;
    int stretch = 0;
    while (stretch < counts.size() - 1 && rank + counts.get(stretch) <= number) {
      rank += counts.get(stretch);
      stretch++;
    }
    return new Place(fences.get(stretch), rank);
  }

  private Place place(int stretch) {
    long rank = 0;
    for (int i = 0; i < stretch; i++) {
      rank += counts.get(i);
    }
    return new Place(fences.get(stretch), rank);
  }

  /** Returns a segment that has grown too long, or -1. */
  int tooLong() {
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i) > MAX_STRETCH) {
        return i;
      }
    }
    grown = false;
    return -1;
  }

  Session.Entry fence(int stretch) {
    return fences.get(stretch);
  }

  /** Splits a segment into a full one and the rest. */
  void cut(int stretch, Session.Entry fence) {
    fences.add(stretch + 1, fence);
    bytes += bytes(fence);
    counts.add(stretch + 1, counts.get(stretch) - STRETCH);
    counts.set(stretch, (long) STRETCH);
  }

  /** Returns the number of all entries. */
  long total() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  byte[] encode() {
    CountBytes.Writer out = new CountBytes.Writer().number(counts.getFirst());
    for (int i = 1; i < counts.size(); i++) {
      out.entry(fences.get(i)).number(counts.get(i));
    }
    return out.toBytes();
  }

  /** Returns the complete checkpoints that were encoded. */
  static CountCheckpoints decode(byte[] encoded) {
    CountBytes.Reader in = new CountBytes.Reader(encoded);
    CountCheckpoints result = new CountCheckpoints();
    result.counts.set(0, in.number());
    while (in.hasNext()) {
      Session.Entry fence = in.entry();
      result.fences.add(fence);
      result.counts.add(in.number());
      result.bytes += bytes(fence);
    }
    result.complete = true;
    result.grown = result.counts.stream().anyMatch(count -> count > MAX_STRETCH);
    return result;
  }
}
