package dev.gatehouse.store.sqlite;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** One field of an index: a dotted path and its direction. */
record IndexField(String path, boolean ascending, List<String> parts) {
  private static final Pattern DOT = Pattern.compile("\\.");

  IndexField(String path, boolean ascending) {
    this(path, ascending, Arrays.asList(DOT.split(path, -1)));
  }

  /** A number in a path may mean an array's element: such a field is kept but not planned with. */
  boolean plannable() {
    return parts.stream().noneMatch(part -> part.chars().allMatch(Character::isDigit));
  }
}
