package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Range of key bytes, from {@code low} (inclusive) to {@code high} (exclusive).
 *
 * @param point the bytes of the single value that the range contains, or null
 */
record Range(byte[] low, byte[] high, byte[] point) {
  /** Starts with a byte, because SQLite would treat an empty array as null. */
  static final Range ALL = new Range(new byte[] {0}, new byte[] {(byte) 0xFF}, null);

  static Range of(byte[] low, byte[] high) {
    return new Range(low, high, null);
  }

  static Range point(Object value) {
    byte[] bytes = new KeyWriter().value(value, true).toBytes();
    return new Range(before(bytes), after(bytes), bytes);
  }

  /**
   * Returns the range of all values of a type. Tags differ by at least two, so the adjacent values
   * are unused.
   */
  static Range type(int tag) {
    return of(new byte[] {(byte) (tag - 1)}, new byte[] {(byte) (tag + 1)});
  }

  static byte[] before(byte[] bytes) {
    return append(bytes, KeyWriter.BEFORE);
  }

  static byte[] after(byte[] bytes) {
    return append(bytes, KeyWriter.AFTER);
  }

  private static byte[] append(byte[] bytes, byte last) {
    byte[] result = Arrays.copyOf(bytes, bytes.length + 1);
    result[bytes.length] = last;
    return result;
  }

  boolean isEmpty() {
    return Arrays.compareUnsigned(low, high) >= 0;
  }

  /** Returns whether the range contains only keys that continue one value. */
  boolean isOneValue() {
    int last = low.length - 1;
    return low.length == high.length
        && low[last] == KeyWriter.BEFORE
        && high[last] == KeyWriter.AFTER
        && Arrays.equals(low, 0, last, high, 0, last);
  }

  boolean contains(byte[] key) {
    return Arrays.compareUnsigned(low, key) <= 0 && Arrays.compareUnsigned(key, high) < 0;
  }

  /** Returns the range of the same values in a descending field, whose bytes are complemented. */
  Range descending() {
    return new Range(complement(high), complement(low), point == null ? null : complement(point));
  }

  private static byte[] complement(byte[] bytes) {
    byte[] result = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      result[i] = (byte) ~bytes[i];
    }
    return result;
  }

  /** Returns this range within a longer key that begins with the given bytes. */
  Range within(byte[] prefix) {
    return new Range(
        concat(prefix, low), concat(prefix, high), point == null ? null : concat(prefix, point));
  }

  static byte[] concat(byte[] left, byte[] right) {
    byte[] result = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, result, left.length, right.length);
    return result;
  }

  private Range intersect(Range other) {
    byte[] from = Arrays.compareUnsigned(low, other.low) >= 0 ? low : other.low;
    byte[] to = Arrays.compareUnsigned(high, other.high) <= 0 ? high : other.high;
    // No bound falls inside a point, so a point is kept either completely or not at all.
    return new Range(from, to, point != null ? point : other.point);
  }

  static List<Range> intersect(List<Range> left, List<Range> right) {
    List<Range> result = new ArrayList<>();
    for (Range one : left) {
      for (Range two : right) {
        Range both = one.intersect(two);
        if (!both.isEmpty()) {
          result.add(both);
        }
      }
    }
    return result;
  }
}
