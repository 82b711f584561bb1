package dev.gatehouse.formats;

/** Text cells of files that spreadsheet programs open. */
public final class SpreadsheetText {
  private SpreadsheetText() {}

  /** Returns a text that a spreadsheet program does not take for a formula. */
  public static String of(String text) {
    boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
    return formula ? "'" + text : text;
  }
}
