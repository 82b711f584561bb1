package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** The demands of a query on one field, as far as an index can serve it: stretches per demand. */
final class FieldBounds {
  private final List<List<Range>> demands = new ArrayList<>();

  void add(List<Range> ranges) {
    demands.add(ranges);
  }

  void addPoints(Collection<?> values) {
    List<Range> points = new ArrayList<>(values.stream().map(Range::point).toList());
    points.sort((left, right) -> Arrays.compareUnsigned(left.low(), right.low()));
    for (int i = points.size() - 1; i > 0; i--) {
      if (Arrays.equals(points.get(i).low(), points.get(i - 1).low())) {
        points.remove(i);
      }
    }
    demands.add(points);
  }

  /**
   * The stretches in which a matching document has an entry, in ascending order.
   *
   * @param array whether the field has met arrays: two demands may then be met by two elements, so
   *     that only one of them may be used
   */
  List<Range> ranges(boolean array) {
    if (array) {
      return demands.stream().filter(FieldBounds::arePoints).findFirst().orElse(demands.getFirst());
    }
    List<Range> result = List.of(Range.ALL);
    for (List<Range> demand : demands) {
      result = Range.intersect(result, demand);
    }
    return result;
  }

  static boolean arePoints(List<Range> ranges) {
    return ranges.stream().allMatch(range -> range.point() != null);
  }

  /** Returns whether a document without the field, or with null in it, could do. */
  boolean admitsNull() {
    byte[] nothing = new KeyWriter().value(null, true).raw(new byte[] {0x10}).toBytes();
    return ranges(false).stream().anyMatch(range -> range.contains(nothing));
  }
}
