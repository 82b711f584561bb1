package dev.gatehouse.embedded;

import java.util.Arrays;
import java.util.List;
import org.h2.mvstore.Cursor;

/** A walk over stretches of an index, in its order or backwards. */
final class IndexWalk implements Walk {
  private final OrderedIndex index;
  private final List<Range> ranges;
  private final boolean reverse;
  private int at;
  private Cursor<byte[], Boolean> cursor;
  private byte[] last;

  /**
   * Sets off.
   *
   * @param skip entries to pass over without reading them
   */
  IndexWalk(OrderedIndex index, List<Range> ranges, boolean reverse, long skip) {
    this.index = index;
    this.ranges = reverse ? ranges.reversed() : ranges;
    this.reverse = reverse;
    skip(skip);
  }

  private void skip(long entries) {
    long left = entries;
    while (left > 0 && at < ranges.size()) {
      Range range = ranges.get(at);
      long inside = index.count(range);
      if (inside > left) {
        long low = index.rank(range.low());
        last = index.entries().getKey(reverse ? low + inside - left : low + left - 1);
        return;
      }
      left -= inside;
      at++;
    }
  }

  @Override
  public long next() {
    while (at < ranges.size()) {
      if (cursor == null) {
        cursor = open(ranges.get(at));
      }
      while (cursor.hasNext()) {
        byte[] key = cursor.next();
        if (!Arrays.equals(key, last)) {
          last = key;
          return OrderedIndex.position(key);
        }
      }
      cursor = null;
      last = null;
      at++;
    }
    return END;
  }

  private Cursor<byte[], Boolean> open(Range range) {
    byte[] start = reverse ? range.high() : range.low();
    byte[] end = reverse ? range.low() : range.high();
    return index.entries().cursor(last == null ? start : last, end, reverse);
  }

  @Override
  public void rest() {
    cursor = null;
  }
}
