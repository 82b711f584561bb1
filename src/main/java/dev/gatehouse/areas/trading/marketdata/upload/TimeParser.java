package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.formats.PlainText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of a date or time text, from the first character to the last. Only ASCII digits are
 * accepted. Each method throws IllegalArgumentException for invalid text.
 */
final class TimeParser {
  /** Maximum offset from UTC of any zone, and Java's own limit. */
  private static final int MAX_OFFSET_SECONDS = 18 * 3600;

  private static final int MAX_CHARACTERS = 80;
  private static final int MAX_FRACTION_DIGITS = 9;
  private static final int NOON = 12;
  private static final Pattern HALF = Pattern.compile("[AaPp][.]?[Mm][.]?");

  private final String text;
  private int at;

  TimeParser(String text) {
    this.text = text.strip();
    if (this.text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException("more than " + MAX_CHARACTERS + " characters: not a time");
    }
  }

  /**
   * Returns whether the text consists of digits with an optional minus, and zeros as a fraction.
   */
  boolean isNumber() {
    int from = text.startsWith("-") ? 1 : 0;
    int to = digitsFrom(from);
    boolean zeros = text.startsWith(".0", to) && text.substring(to).matches("\\.0+");
    return from < to && (to == text.length() || zeros);
  }

  int length() {
    return text.length();
  }

  long number() {
    try {
      return Long.parseLong(PlainText.before('.', text));
    } catch (NumberFormatException e) {
      throw notATime();
    }
  }

  /**
   * Parses {@code 2026-01-31}, with the same separator - or . or / twice, or 20260131. Moves behind
   * it.
   *
   * @return days since 1970
   */
  long date() {
    int year = digits(4);
    char separator = peek();
    if ("-./".indexOf(separator) < 0) {
      return TimeValues.dayOf(year, digits(2), digits(2));
    }
    at++;
    int month = digits(2);
    expect(separator);
    return TimeValues.dayOf(year, month, digits(2));
  }

  boolean isAtEnd() {
    return at == text.length();
  }

  /** Moves behind the separator between date and time: T, spaces, or a dash as in FIX. */
  void separator() {
    if ("Tt-".indexOf(peek()) >= 0) {
      at++;
    } else {
      expect(' ');
    }
    skipSpaces();
  }

  /**
   * Parses {@code 09:30}, {@code 09:30:00.123456789} or the forms without colons, with an optional
   * UTC offset. The text must end there.
   *
   * @return microseconds of the UTC day; an offset may move the time to the day before or after
   */
  long timeOfDay() {
    int hour = digits(text.startsWith(":", at + 1) ? 1 : 2);
    boolean colons = peek() == ':';
    int minute = minuteOrSecond(colons);
    boolean seconds = colons ? peek() == ':' : isDigit(peek());
    int second = seconds ? minuteOrSecond(colons) : 0;
    long fraction = seconds ? fraction() : 0;
    hour = ofDay(hour);
    if (hour > 23) {
      throw notATime();
    }
    long local = (hour * 60L + minute) * 60 + second;
    return (local - offset()) * 1_000_000 + fraction;
  }

  /** Returns the hour of the day of an hour with or without AM or PM. Moves behind them. */
  private int ofDay(int hour) {
    skipSpaces();
    boolean afternoon = Character.toUpperCase(peek()) == 'P';
    if (!afternoon && Character.toUpperCase(peek()) != 'A') {
      return hour;
    }
    Matcher half = HALF.matcher(text).region(at, text.length());
    if (!half.lookingAt()) {
      return hour;
    }
    at = half.end();
    return hour % NOON + (afternoon ? NOON : 0);
  }

  private void skipSpaces() {
    while (peek() == ' ') {
      at++;
    }
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

  private long fraction() {
    if (peek() != '.' && peek() != ',') {
      return 0;
    }
    int from = ++at;
    at = digitsFrom(from);
    if (at == from || at - from > MAX_FRACTION_DIGITS) {
      throw notATime();
    }
    long nanos = 0;
    for (int i = 0; i < MAX_FRACTION_DIGITS; i++) {
      nanos = nanos * 10 + (from + i < at ? text.charAt(from + i) - '0' : 0);
    }
    return TimeValues.micros(nanos);
  }

  /** Parses an offset in seconds east of UTC: empty, Z, or UTC, GMT or neither with +hh[[:]mm]. */
  private int offset() {
    skipSpaces();
    if (follows("UTC") || follows("GMT")) {
      at += "UTC".length();
    } else if (follows("Z") && at == text.length() - 1) {
      at++;
    }
    if (isAtEnd()) {
      return 0;
    }
    char sign = peek();
    if (Character.isLetter(sign)) {
      throw new IllegalArgumentException(
          "'" + text + "' has the name of a zone: write its offset, such as -05:00");
    }
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

  private boolean follows(String wanted) {
    return text.regionMatches(true, at, wanted, 0, wanted.length());
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
    return new IllegalArgumentException("'" + text + "' is not a time");
  }
}
