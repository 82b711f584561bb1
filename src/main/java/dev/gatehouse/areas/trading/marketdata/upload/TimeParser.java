package dev.gatehouse.areas.trading.marketdata.upload;

/**
 * Reads a text that stands for a date or a time, from its first character to its last. Digits are
 * ASCII's; each method throws IllegalArgumentException for what is none.
 */
final class TimeParser {
  /** No zone is further from UTC; Java's bound, too. */
  private static final int MAX_OFFSET_SECONDS = 18 * 3600;

  private static final int MAX_CHARACTERS = 40;
  private static final int MAX_FRACTION_DIGITS = 9;

  private final String text;
  private int at;

  TimeParser(String text) {
    this.text = text.strip();
    if (this.text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException("no time");
    }
  }

  /** Returns whether all of it are digits, perhaps behind a minus. */
  boolean isNumber() {
    int from = text.startsWith("-") ? 1 : 0;
    return from < text.length() && digitsFrom(from) == text.length();
  }

  /** The number of its characters. */
  int length() {
    return text.length();
  }

  long number() {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw notATime();
    }
  }

  /**
   * {@code 2026-01-31}, with - or . or / twice, or 20260131; in days since 1970. Moves behind it.
   */
  long date() {
    int year = digits(4);
    char separator = peek();
    if ("-./".indexOf(separator) < 0) {
      return CalendarDays.of(year, digits(2), digits(2));
    }
    at++;
    int month = digits(2);
    expect(separator);
    return CalendarDays.of(year, month, digits(2));
  }

  boolean isAtEnd() {
    return at == text.length();
  }

  /** Moves behind what parts a date from a time: T or spaces. */
  void separator() {
    if (peek() == 'T' || peek() == 't') {
      at++;
    } else {
      expect(' ');
    }
    while (peek() == ' ') {
      at++;
    }
  }

  /**
   * {@code 09:30}, {@code 09:30:00.123456789} or without colons, perhaps with an offset from UTC;
   * in microseconds, of UTC's day, and so perhaps of the day before or after. The text ends there.
   */
  long timeOfDay() {
    int hour = digits(2);
    boolean colons = peek() == ':';
    int minute = minuteOrSecond(colons);
    boolean seconds = colons ? peek() == ':' : isDigit(peek());
    int second = seconds ? minuteOrSecond(colons) : 0;
    long fraction = seconds ? fraction() : 0;
    if (hour > 23) {
      throw notATime();
    }
    long local = (hour * 60L + minute) * 60 + second;
    return (local - offset()) * 1_000_000 + fraction;
  }

  private int minuteOrSecond(boolean behindColon) {
    if (behindColon) {
      expect(':');
    }
    int value = digits(2);
    if (value > 59) {
      throw notATime();
    }
    return value;
  }

  /** Microseconds; what is finer is cut off. */
  private long fraction() {
    if (peek() != '.' && peek() != ',') {
      return 0;
    }
    int from = ++at;
    at = digitsFrom(from);
    if (at == from || at - from > MAX_FRACTION_DIGITS) {
      throw notATime();
    }
    long micros = 0;
    for (int i = 0; i < 6; i++) {
      micros = micros * 10 + (from + i < at ? text.charAt(from + i) - '0' : 0);
    }
    return micros;
  }

  /** Seconds east of UTC: nothing, Z, UTC, +hh, +hhmm, +hh:mm. */
  private int offset() {
    while (peek() == ' ') {
      at++;
    }
    String zone = text.substring(at);
    if (zone.isEmpty() || zone.equalsIgnoreCase("Z") || zone.equalsIgnoreCase("UTC")) {
      at = text.length();
      return 0;
    }
    char sign = peek();
    at++;
    int seconds = digits(2) * 3600;
    if (!isAtEnd()) {
      seconds += minuteOrSecond(peek() == ':') * 60;
    }
    if ((sign != '+' && sign != '-') || seconds > MAX_OFFSET_SECONDS || !isAtEnd()) {
      throw notATime();
    }
    return sign == '-' ? -seconds : seconds;
  }

  private int digits(int count) {
    int value = 0;
    for (int i = 0; i < count; i++, at++) {
      if (!isDigit(peek())) {
        throw notATime();
      }
      value = value * 10 + text.charAt(at) - '0';
    }
    return value;
  }

  private int digitsFrom(int from) {
    int to = from;
    while (to < text.length() && isDigit(text.charAt(to))) {
      to++;
    }
    return to;
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw notATime();
    }
    at++;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private IllegalArgumentException notATime() {
    return new IllegalArgumentException("'" + text + "' is no time");
  }
}
