package dev.gatehouse.security;

import java.util.List;
import java.util.Locale;

/**
 * One line of the honeypot list: consecutive path segments, each a glob with {@code *}.
 *
 * @param anchored whether the first segment must be the path's first
 */
record HoneypotPattern(boolean anchored, List<String> segments) {

  static HoneypotPattern parse(String text) {
    boolean anchored = text.startsWith("/");
    List<String> names =
        List.of((anchored ? text.substring(1) : text).toLowerCase(Locale.ROOT).split("/", -1));
    if (names.stream().anyMatch(String::isBlank) || names.getFirst().replace("*", "").isEmpty()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a honeypot pattern: a name in it is empty, or the first is only *");
    }
    return new HoneypotPattern(anchored, names);
  }

  /**
   * Returns whether the pattern matches whole segments from {@code at} on. Later segments are
   * ignored.
   */
  boolean matches(List<String> path, int at) {
    if ((anchored && at != 0) || path.size() - at < segments.size()) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      if (!glob(segments.get(i), path.get(at + i))) {
        return false;
      }
    }
    return true;
  }

  boolean matchesWhole(List<String> path) {
    return path.size() == segments.size() && matches(path, 0);
  }

  /** Matches a glob. Linear in practice, because only the last star is retried after a mismatch. */
  private static boolean glob(String pattern, String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int resume = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        resume = n;
      } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
