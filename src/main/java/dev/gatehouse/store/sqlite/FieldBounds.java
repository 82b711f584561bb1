package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Conditions of a query on one field, as far as an index can serve them, each as a list of ranges.
 */
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
   * Returns the ranges that contain an entry of every matching document, in ascending order.
   *
   * @param array whether the field has ever contained an array. Two conditions may then be met by
   *     different elements, so only one of them can be used
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

  /** Returns whether a document could match without the field or with null in it. */
  boolean admitsNull() {
    byte[] nothing = new KeyWriter().value(null, true).raw(new byte[] {0x10}).toBytes();
    return ranges(false).stream().anyMatch(range -> range.contains(nothing));
  }
}
