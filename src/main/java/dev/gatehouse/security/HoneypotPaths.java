package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.formats.PlainText;

/**
 * Honeypot paths, which only scanners request. A request for one bans the address immediately.
 * {@code conf/bait-paths.txt} lists the paths and describes the syntax.
 */
public final class HoneypotPaths {
  private final Map<String, List<HoneypotPattern>> byFirstName = new HashMap<>();
  private final Map<String, List<HoneypotPattern>> byExtension = new HashMap<>();
  private final Map<Character, List<HoneypotPattern>> byFirstLetter = new HashMap<>();
  private final List<HoneypotPattern> others = new ArrayList<>();
  private final List<HoneypotPattern> exceptions = new ArrayList<>();
  private final List<String> lines;
  private final Set<String> harmless;

  private HoneypotPaths(List<String> lines, Collection<String> known) {
    for (String line : lines) {
      String text = line.strip();
      if (text.startsWith("!")) {
        exceptions.add(HoneypotPattern.parse(text.substring(1)));
      } else if (!text.isEmpty() && !text.startsWith("#")) {
        add(HoneypotPattern.parse(text));
      }
    }
    this.lines = lines;
    this.harmless =
        known.stream().filter(path -> !listed(path)).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Parses the list, one pattern per line.
   *
   * @throws IllegalArgumentException if a line is not a valid pattern; the message names it
   */
  public static HoneypotPaths parse(List<String> lines) {
    return new HoneypotPaths(lines, List.of());
  }

  /** Returns this list with precomputed results for frequently requested paths. */
  public HoneypotPaths withPaths(Collection<String> paths) {
    return new HoneypotPaths(lines, paths);
  }

  private void add(HoneypotPattern pattern) {
    String first = pattern.segments().getFirst();
    int star = first.indexOf('*');
    if (star < 0) {
      byFirstName.computeIfAbsent(first, name -> new ArrayList<>()).add(pattern);
    } else if (star == 0 && first.lastIndexOf('.') == 1 && first.indexOf('*', 1) < 0) {
      byExtension.computeIfAbsent(first.substring(1), name -> new ArrayList<>()).add(pattern);
    } else if (star > 0) {
      byFirstLetter.computeIfAbsent(first.charAt(0), letter -> new ArrayList<>()).add(pattern);
    } else {
      others.add(pattern);
    }
  }

  /**
   * Returns whether the request deserves a ban. A page of another site can embed a honeypot path so
   * that its visitors' browsers request it. Browsers report such requests, and these are not
   * banned.
   *
   * @param rawPath the path from the request line
   * @param fetchSite the header {@code Sec-Fetch-Site}, or null
   * @param fetchDestination the header {@code Sec-Fetch-Dest}, or null
   */
  public boolean bans(String rawPath, String fetchSite, String fetchDestination) {
    return match(rawPath) && !embedded(fetchSite, fetchDestination);
  }

  private static boolean embedded(String fetchSite, String fetchDestination) {
    return "cross-site".equalsIgnoreCase(fetchSite)
        && fetchDestination != null
        && !fetchDestination.isBlank()
        && !"document".equalsIgnoreCase(fetchDestination);
  }

  /**
   * Returns whether the path is on the list or contains {@code ..}. The path is checked undecoded
   * and after each of up to three decodings.
   */
  public boolean match(String rawPath) {
    return !harmless.contains(rawPath) && listed(rawPath);
  }

  private boolean listed(String rawPath) {
    String path = rawPath;
    for (int decoded = 0; decoded <= 3; decoded++) {
      if (listed(segments(path))) {
        return true;
      }
      String next = leniently(path);
      if (next.equals(path)) {
        return false;
      }
      path = next;
    }
    return false;
  }

  private boolean listed(List<String> segments) {
    if (segments.contains("..")) {
      return true;
    }
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      int dot = segment.lastIndexOf('.');
      if (anyMatches(byFirstName.get(segment), segments, i)
          || (dot >= 0 && anyMatches(byExtension.get(segment.substring(dot)), segments, i))
          || anyMatches(byFirstLetter.get(segment.charAt(0)), segments, i)
          || anyMatches(others, segments, i)) {
        return !excepted(segments);
      }
    }
    return false;
  }

  private boolean excepted(List<String> segments) {
    for (HoneypotPattern exception : exceptions) {
      if (exception.matchesWhole(segments)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyMatches(List<HoneypotPattern> patterns, List<String> segments, int at) {
    if (patterns != null) {
      for (HoneypotPattern pattern : patterns) {
        if (pattern.matches(segments, at)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Splits a path at slashes and backslashes into lower-case segments. A segment has no blanks
   * around it, and is cut at {@code ;} or a control character.
   */
  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>(8);
    String lower = path.toLowerCase(Locale.ROOT);
    int start = 0;
    for (int i = 0; i <= lower.length(); i++) {
      if (i == lower.length() || lower.charAt(i) == '/' || lower.charAt(i) == '\\') {
        int first = nameStart(lower, start, i);
        String name = lower.substring(first, nameEnd(lower, first, i));
        if (!name.isEmpty() && !name.equals(".")) {
          segments.add(name);
        }
        start = i + 1;
      }
    }
    return segments;
  }

  private static int nameStart(String path, int start, int end) {
    int first = start;
    while (first < end && isBlank(path.charAt(first))) {
      first++;
    }
    return first;
  }

  private static int nameEnd(String path, int start, int end) {
    int last = start;
    while (last < end && path.charAt(last) != ';' && !Character.isISOControl(path.charAt(last))) {
      last++;
    }
    while (last > start && isBlank(path.charAt(last - 1))) {
      last--;
    }
    return last;
  }

  private static boolean isBlank(char letter) {
    return Character.isWhitespace(letter)
        || Character.isSpaceChar(letter)
        || Character.isISOControl(letter);
  }

  /**
   * One line of the honeypot list: consecutive path segments, each a glob with {@code *}.
   *
   * @param anchored whether the first segment must be the path's first
   */
  private record HoneypotPattern(boolean anchored, List<String> segments) {
    static HoneypotPattern parse(String text) {
      boolean anchored = text.startsWith("/");
      String path = PlainText.withoutStart("/", text).toLowerCase(Locale.ROOT);
      List<String> names = List.of(path.split("/", -1));
      if (names.stream().anyMatch(String::isBlank) || names.getFirst().replace("*", "").isEmpty()) {
        throw new IllegalArgumentException(
            "\"" + text + "\" is not a honeypot pattern: a name is empty, or the first is only *");
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

    /**
     * Matches a glob. Linear in practice, because only the last star is retried after a mismatch.
     */
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

  /**
   * Decodes bytes to characters one to one, except overlong dots and slashes. An invalid escape
   * remains unchanged.
   */
  static String leniently(String path) {
    if (path.indexOf('%') < 0) {
      return path;
    }
    StringBuilder decoded = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      int octet = octet(path, i);
      if (octet < 0) {
        decoded.append(path.charAt(i));
        continue;
      }
      i += 2;
      if (octet == 0xc0 && octet(path, i + 1) >= 0x80) {
        decoded.append((char) (octet(path, i + 1) & 0x7f));
        i += 3;
      } else {
        decoded.append((char) octet);
      }
    }
    return decoded.toString();
  }

  private static int octet(String path, int at) {
    if (at + 2 >= path.length() || path.charAt(at) != '%') {
      return -1;
    }
    int high = Character.digit(path.charAt(at + 1), 16);
    int low = Character.digit(path.charAt(at + 2), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }
}
