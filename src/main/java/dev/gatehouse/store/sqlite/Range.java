package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A stretch of key bytes, from {@code low} to below {@code high}.
 *
 * @param point the bytes of the one value that the stretch is about, or null
 */
record Range(byte[] low, byte[] high, byte[] point) {
  /** Not from an empty array on, for which SQLite would see null. */
  static final Range ALL = new Range(new byte[] {0}, new byte[] {(byte) 0xFF}, null);

  static Range of(byte[] low, byte[] high) {
    return new Range(low, high, null);
  }

  static Range point(Object value) {
    byte[] bytes = new KeyWriter().value(value, true).toBytes();
    return new Range(before(bytes), after(bytes), bytes);
  }

  /** All values of a type: tags lie at least two apart, so that their neighbours are free. */
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

  /** Returns whether it holds the keys that go on from one value, and no others. */
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

  /** The same values in a descending field, whose bytes are complemented. */
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

  /** This stretch inside a longer key that begins with the given bytes. */
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
    // No bound ever falls inside a point: a point survives whole or not at all.
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
