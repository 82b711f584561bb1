package dev.gatehouse.formats;

import module java.base;

/** Text cells of files that spreadsheet programs open. */
public final class SpreadsheetText {
  /** Texts of which a spreadsheet program makes another number, or a date. */
  private static final Pattern CHANGED =
      Pattern.compile("(?!(0|[1-9]\\d{0,10})$)\\d[\\d.,/:%eE-]*");

  private SpreadsheetText() {}

  /** Returns a text that a spreadsheet program does not take for a formula. */
  public static String of(String text) {
    return isFormula(text) ? "'" + text : text;
  }

  /** Returns a number of goods that a spreadsheet program does not change. */
  public static String ofCode(String code) {
    return CHANGED.matcher(code).matches() ? "'" + code : of(code);
  }

  /** Returns the text of which a cell was made. */
  public static String original(String cell) {
    String text = cell.startsWith("'") ? cell.substring(1) : cell;
    return isFormula(text) || CHANGED.matcher(text).matches() ? text : cell;
  }

  private static boolean isFormula(String text) {
    return !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
  }
}
