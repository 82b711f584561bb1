package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fences in one index tree: entries of which each closes a stretch, and how many entries each
 * stretch has. So it is known how many lie before a place without walking them.
 *
 * <p>The stretches are counted one after the other; until the last one is, only what lies up to the
 * last fence is known. Whoever uses it sees to it that one thread at a time does.
 */
final class CountCheckpoints {
  /** Entries of a stretch when it is counted. */
  static final int STRETCH = 1_024;

  private static final int MAX_STRETCH = 4 * STRETCH;

  /** Bytes of a fence beside its key. */
  private static final long OVERHEAD = 100;

  /** Fence i is the last entry before stretch i; nothing is before the first. */
  private final List<Session.Entry> fences = new ArrayList<>();

  private final List<Long> counts = new ArrayList<>();
  private boolean complete;
  private boolean grown;
  private long bytes;
  private long read = System.nanoTime();

  /**
   * A place in the tree.
   *
   * @param fence the entry behind which it goes on; null for the tree's beginning
   * @param rank how many entries lie up to the fence
   */
  record Place(Session.Entry fence, long rank) {}

  CountCheckpoints() {
    fences.add(null);
    counts.add(0L);
  }

  /** Returns whether all stretches have been counted. */
  boolean isComplete() {
    return complete;
  }

  /** Returns whether a stretch is to be counted, or has grown too long. */
  boolean isUnfinished() {
    return !complete || grown;
  }

  /** Returns the last fence so far; null for none. */
  Session.Entry last() {
    return fences.getLast();
  }

  /** Takes the entry that closes a whole stretch behind the last fence. */
  void close(Session.Entry fence) {
    counts.set(counts.size() - 1, (long) STRETCH);
    fences.add(fence);
    counts.add(0L);
    bytes += bytes(fence);
  }

  private static long bytes(Session.Entry fence) {
    return OVERHEAD + fence.key().length;
  }

  /** The memory it takes, about. */
  long bytes() {
    return bytes;
  }

  /** Takes note that somebody asks. */
  void read() {
    read = System.nanoTime();
  }

  /** Nanoseconds since somebody has asked. */
  long unread() {
    return System.nanoTime() - read;
  }

  /** Takes the number of entries behind the last fence, which are less than a stretch. */
  void complete(long rest) {
    counts.set(counts.size() - 1, rest);
    complete = true;
  }

  /** Takes note of an entry that came or went. */
  void changed(Session.Entry entry, int by) {
    int stretch = stretchOf(entry);
    if (!complete && stretch == counts.size() - 1) {
      // It is yet to be counted.
      return;
    }
    long now = counts.get(stretch) + by;
    counts.set(stretch, now);
    grown |= now > MAX_STRETCH;
    if (now <= 0 && counts.size() > 1) {
      remove(stretch);
    }
  }

  /** An empty stretch is one with its neighbour. */
  private void remove(int stretch) {
    boolean isLast = stretch == counts.size() - 1;
    if (isLast && !complete) {
      return;
    }
    counts.remove(stretch);
    // The fence between the two goes; the first one, which is none, stays.
    bytes -= bytes(fences.remove(isLast ? stretch : stretch + 1));
  }

  /** The stretch in which an entry lies: how many fences are before it. */
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

  /** The place from which it is least far to the first entry with a key. */
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

  /** The last place before the entry with a number, from 0 on. */
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

  /** Returns a stretch that has grown too long, or -1. */
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

  /** Cuts a stretch in two, the first of which is a whole one. */
  void cut(int stretch, Session.Entry fence) {
    fences.add(stretch + 1, fence);
    bytes += bytes(fence);
    counts.add(stretch + 1, counts.get(stretch) - STRETCH);
    counts.set(stretch, (long) STRETCH);
  }
}
