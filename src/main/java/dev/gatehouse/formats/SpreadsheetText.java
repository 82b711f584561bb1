package dev.gatehouse.formats;

/** Text cells of files that spreadsheet programs open. */
public final class SpreadsheetText {
  private SpreadsheetText() {}

  /** Returns a text that a spreadsheet program does not take for a formula. */
  public static String of(String text) {
    return isFormula(text) ? "'" + text : text;
  }

  /** Returns the text of which a cell was made. */
  public static String original(String cell) {
    return cell.startsWith("'") && isFormula(cell.substring(1)) ? cell.substring(1) : cell;
  }

  private static boolean isFormula(String text) {
    return !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
  }
}
