package dev.gatehouse.contract;

import module java.base;

import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PointInTime;

/** Text formats that are checked. Dates and times must be between 1900 and 2200. */
enum Format {
  /** Any text. */
  NONE("", "", text -> true, ""),
  LINE("line", Format.ONE_LINE, AcceptableText::isLine, AcceptableText.LINE_PATTERN),
  PARAGRAPH(
      "paragraph",
      "text without control characters, unpaired surrogates or bidirectional overrides",
      AcceptableText::isParagraph,
      AcceptableText.PARAGRAPH_PATTERN),
  STORABLE(
      "storable",
      "text without U+0000 and unpaired surrogates",
      AcceptableText::isStorable,
      AcceptableText.STORABLE_PATTERN),
  URI("uri", Format.ONE_LINE, AcceptableText::isLine, ""),
  EMAIL("email", Format.ONE_LINE, AcceptableText::isLine, ""),
  DATE("date", "a day, YYYY-MM-DD", Format::day),
  DATE_TIME("date-time", "a time with its offset, like 2026-12-01T10:00:00Z", Format::offsetTime),
  DATE_TIME_LOCAL(
      "date-time-local",
      "a local time without offset, like 2026-12-01T10:00:00",
      Format::localTime),
  POINT_IN_TIME("point-in-time", "an ISO date or date-time", Format::pointInTime);

  private static final String ONE_LINE =
      "one line without control characters, unpaired surrogates or bidirectional overrides";

  private static final int FIRST_YEAR = 1900;
  private static final int LAST_YEAR = 2200;
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern LOCAL =
      Pattern.compile(DAY + "T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?");

  /** RFC 3339 with mandatory seconds, which Instant requires too. */
  private static final Pattern OFFSET =
      Pattern.compile(DAY + "T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})");

  private final String keyword;
  private final String wanted;
  private final Function<String, LocalDate> parser;
  private final Predicate<String> allowed;
  private final String pattern;

  Format(String keyword, String wanted, Function<String, LocalDate> parser) {
    this.keyword = keyword;
    this.wanted = wanted;
    this.parser = parser;
    this.allowed = text -> true;
    this.pattern = "";
  }

  /**
   * @param pattern that the published contract states for this format; empty for none
   */
  Format(String keyword, String wanted, Predicate<String> allowed, String pattern) {
    this.keyword = keyword;
    this.wanted = wanted;
    this.parser = null;
    this.allowed = allowed;
    this.pattern = pattern;
  }

  /** Returns whether only dates and times have this format, so that it bounds their length. */
  boolean isTime() {
    return parser != null;
  }

  /** Returns whether a text of this format that must not be empty must not be blank either. */
  boolean isText() {
    return parser == null && this != NONE;
  }

  /**
   * Returns the pattern that the published contract states for this format; empty for none. It
   * tells clients what this class checks.
   */
  String pattern() {
    return pattern;
  }

  /** Returns the format of a schema's keyword, if that format is checked. */
  static Optional<Format> of(String keyword) {
    return Arrays.stream(values()).filter(format -> format.keyword.equals(keyword)).findFirst();
  }

  /**
   * @throws Fault if the text does not have this format, or its year is out of range
   */
  void check(String text) {
    if (!allowed.test(text)) {
      throw new Fault("must be " + wanted);
    }
    if (parser == null) {
      return;
    }
    int year;
    try {
      year = parser.apply(text).getYear();
    } catch (DateTimeException e) {
      throw new Fault("must be " + wanted);
    }
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      throw new Fault("must be between " + FIRST_YEAR + " and " + LAST_YEAR);
    }
  }

  private static LocalDate day(String text) {
    return LocalDate.parse(shaped(DAY, text));
  }

  private static LocalDate localTime(String text) {
    return LocalDateTime.parse(shaped(LOCAL, text)).toLocalDate();
  }

  private static LocalDate offsetTime(String text) {
    return OffsetDateTime.parse(shaped(OFFSET, text))
        .withOffsetSameInstant(ZoneOffset.UTC)
        .toLocalDate();
  }

  private static LocalDate pointInTime(String text) {
    return PointInTime.first(text).atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static String shaped(Pattern shape, String text) {
    if (!shape.matcher(text).matches()) {
      throw new DateTimeException("invalid form");
    }
    return text;
  }
}
