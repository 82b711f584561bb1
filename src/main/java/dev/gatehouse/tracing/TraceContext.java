package dev.gatehouse.tracing;

import module java.base;

/**
 * Position in a trace, as W3C Trace Context transfers it in {@code traceparent}.
 *
 * @param trace 32 hex digits
 * @param span 16 hex digits
 * @param sampled whether the caller records the trace
 */
record TraceContext(String trace, String span, boolean sampled) {
  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
  private static final int MAX_LENGTH = 200;
  private static final int RADIX = 16;

  /** Parses a header. Empty if it is absent or invalid, so that a new trace begins. */
  static Optional<TraceContext> parse(String header) {
    if (header == null || header.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    Matcher parts = FORM.matcher(header);
    if (!parts.matches()
        || parts.group(1).equals("ff")
        || (parts.group(1).equals("00") && parts.group(5) != null)
        || isZero(parts.group(2))
        || isZero(parts.group(3))) {
      return Optional.empty();
    }
    boolean sampled = (Integer.parseInt(parts.group(4), RADIX) & 1) != 0;
    return Optional.of(new TraceContext(parts.group(2), parts.group(3), sampled));
  }

  private static boolean isZero(String digits) {
    return digits.chars().allMatch(digit -> digit == '0');
  }

  /** Begins a trace. Without a sample nothing refers to its span, which then has no id. */
  static TraceContext first(RandomGenerator random, boolean sampled) {
    String trace = id(random) + id(random);
    return new TraceContext(trace, sampled ? id(random) : "", sampled);
  }

  /** Returns another position in the same trace. */
  TraceContext next(RandomGenerator random) {
    return new TraceContext(trace, id(random), sampled);
  }

  private static String id(RandomGenerator random) {
    long id = random.nextLong();
    return HexFormat.of().toHexDigits(id == 0 ? 1 : id);
  }

  String header() {
    return "00-" + trace + '-' + span + (sampled ? "-01" : "-00");
  }
}
