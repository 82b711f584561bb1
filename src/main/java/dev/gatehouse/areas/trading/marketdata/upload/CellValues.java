package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ExactNumber;
import dev.gatehouse.formats.PlainText;

/** Values of CSV fields. Each method throws IllegalArgumentException with a reason. */
final class CellValues {
  private static final char POINT = '.';
  private static final char COMMA = ',';
  private static final int MAX_DIGITS = 400;

  /** No double changes a decimal of so many digits. */
  private static final int SAFE_DIGITS = 15;

  private static final double[] POWERS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private static final Set<String> ABSENT = Set.of("", "null", "nan", "\\n");

  /** Other texts that people and vendors write where a column has no value. */
  private static final Set<String> NOTHING =
      Set.of("none", "n/a", "na", "-", "--", "#n/a", "#div/0!", "#value!", "#num!", "#ref!");

  /** A currency, or an abbreviated thousand, million or billion behind the digits. */
  private static final Pattern DECORATED =
      Pattern.compile("([+-]?)[$€£¥]?([0-9].*?)([KMBkmb]?)(?:[ \\u00a0\\u202f]?[$€£¥])?");

  /** Groups of three digits with marks that are no decimal mark: 1'000, 1 000. */
  private static final Pattern GROUPED =
      Pattern.compile("([^0-9]{0,2}[0-9]{1,3}(?:['’ \\u00a0\\u202f][0-9]{3})+)((?![0-9]).*)");

  private static final Pattern PLAIN =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,9})?");

  private final boolean commaSeparated;
  private char decimalMark;

  CellValues(boolean commaSeparated) {
    this.commaSeparated = commaSeparated;
  }

  private static boolean isAbsent(String text) {
    return text.length() <= 4 && ABSENT.contains(text.toLowerCase(Locale.ROOT));
  }

  /** Returns whether a bar needs no value in a column, and the text says that it has none. */
  static boolean isAbsent(Column column, String text) {
    return isAbsent(text)
        || (text.length() <= 7
            && !Character.isDigit(text.charAt(0))
            && !Column.REQUIRED.contains(column)
            && NOTHING.contains(text.toLowerCase(Locale.ROOT)));
  }

  /** Returns whether a spreadsheet would run the text. */
  static boolean isFormula(String text) {
    return text.matches("[=@].*|[+-][^0-9.,].*");
  }

  /** Returns the number, or NaN if the text means an absent value. */
  double number(Column column, String text) {
    return isAbsent(column, text) ? Double.NaN : number(text);
  }

  double number(String text) {
    double quick = quick(text);
    return Double.isNaN(quick) ? ExactNumber.of(decimal(text)) : quick;
  }

  /** Parses an integer, which may be written with an exponent or with zeros as a fraction. */
  long count(String text) {
    double quick = quick(text);
    return Double.isNaN(quick) ? Values.count(decimal(text)) : Values.count(quick);
  }

  static long flag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "t", "1", "yes" -> 1;
      case "false", "f", "0", "no" -> 0;
      default ->
          throw new IllegalArgumentException(
              "'" + PlainText.abbreviated(text, 30) + "' is neither true nor false");
    };
  }

  /** Parses at most 15 digits with one mark, as nearly all numbers have; NaN for other texts. */
  private double quick(String text) {
    char mark = decimalMark == COMMA ? COMMA : POINT;
    long value = 0;
    int digits = 0;
    int fraction = -1;
    for (int i = text.startsWith("-") || text.startsWith("+") ? 1 : 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        value = value * 10 + c - '0';
        digits++;
        fraction += fraction < 0 ? 0 : 1;
      } else if (c == mark && fraction < 0) {
        fraction = 0;
      } else {
        return Double.NaN;
      }
    }
    if (digits == 0 || digits > SAFE_DIGITS) {
      return Double.NaN;
    }
    if (fraction >= 0) {
      decimalMark = mark;
    }
    double number = value / POWERS[Math.max(0, fraction)];
    return text.charAt(0) == '-' ? -number : number;
  }

  private BigDecimal decimal(String text) {
    Matcher groups = GROUPED.matcher(text);
    Matcher parts =
        DECORATED.matcher(
            groups.matches()
                ? groups.group(1).replaceAll("['’ \\u00a0\\u202f]", "") + groups.group(2)
                : text);
    String digits = ungrouped(parts.matches() ? parts.group(1) + parts.group(2) : text);
    if (text.length() > MAX_DIGITS || !PLAIN.matcher(digits).matches()) {
      throw notANumber(text);
    }
    try {
      BigDecimal value = new BigDecimal(digits);
      return parts.matches() ? value.scaleByPowerOfTen(scale(parts.group(3))) : value;
    } catch (NumberFormatException | ArithmeticException e) {
      // An exponent of more than nine digits.
      throw notANumber(text);
    }
  }

  private static int scale(String suffix) {
    return switch (suffix.toUpperCase(Locale.ROOT)) {
      case "K" -> 3;
      case "M" -> 6;
      case "B" -> 9;
      default -> 0;
    };
  }

  /** Returns the number without marks of thousands, and with a decimal point. */
  private String ungrouped(String text) {
    int point = text.lastIndexOf(POINT);
    int comma = text.lastIndexOf(COMMA);
    if (point < 0 && comma < 0) {
      return text;
    }
    char mark = mark(text, point, comma);
    char other = mark == POINT ? COMMA : POINT;
    // In India, the groups above the thousands have two digits.
    String grouped =
        "[+-]?[0-9]{1,3}(\\G[0-9]{2,3})*\\G[0-9]{3}(\\M[0-9]*)?"
            .replace('G', other)
            .replace('M', mark);
    String plain = text.matches(grouped) ? text.replace(String.valueOf(other), "") : text;
    if (plain.indexOf(other) >= 0 && decimalMark == mark) {
      throw new IllegalArgumentException(
          "a number with '" + other + "' where others have '" + mark + "'");
    }
    if (plain.indexOf(mark) >= 0) {
      decimalMark = mark;
    }
    return plain.replace(mark, POINT);
  }

  /** Returns the decimal mark. The first number that shows one decides for the file. */
  private char mark(String text, int point, int comma) {
    if (decimalMark != 0) {
      return decimalMark;
    }
    if (commaSeparated) {
      return POINT;
    }
    if (point < 0 || comma < 0) {
      boolean groups = text.indexOf(point < 0 ? COMMA : POINT) != Math.max(point, comma);
      return (point < 0) == groups ? POINT : COMMA;
    }
    return point > comma ? POINT : COMMA;
  }

  private static IllegalArgumentException notANumber(String text) {
    return new IllegalArgumentException(
        "'" + PlainText.abbreviated(text, 30) + "' is not a number");
  }
}
