package dev.gatehouse.store.sqlite;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Field of an index: a dotted path and its direction. */
record IndexField(String path, boolean ascending, List<String> parts) {
  private static final Pattern DOT = Pattern.compile("\\.");

  IndexField(String path, boolean ascending) {
    this(path, ascending, Arrays.asList(DOT.split(path, -1)));
  }

  /**
   * Returns whether the planner can use the field. A number in a path may refer to an array
   * element; such a field is stored but not used for planning.
   */
  boolean plannable() {
    return parts.stream().noneMatch(part -> part.chars().allMatch(Character::isDigit));
  }
}
