package dev.gatehouse.node.doctor;

/**
 * Result of one check.
 *
 * @param result {@code ok}, {@code warning} or {@code problem}
 * @param remedy what to do; empty if nothing is wrong
 */
public record Finding(String check, String result, String message, String remedy) {
  private static final String PROBLEM = "problem";
  private static final String LINE = "%-8s %-15s %s";

  static Finding ok(String check, String message) {
    return new Finding(check, "ok", message, "");
  }

  static Finding warning(String check, String message, String remedy) {
    return new Finding(check, "warning", message, remedy);
  }

  static Finding problem(String check, String message, String remedy) {
    return new Finding(check, PROBLEM, message, remedy);
  }

  /** Returns a warning if a condition holds, otherwise a good result with the same message. */
  static Finding warningIf(boolean wrong, String check, String message, String remedy) {
    return wrong ? warning(check, message, remedy) : ok(check, message);
  }

  /** Returns a problem if a condition holds, otherwise a good result with the same message. */
  static Finding problemIf(boolean wrong, String check, String message, String remedy) {
    return wrong ? problem(check, message, remedy) : ok(check, message);
  }

  public boolean isProblem() {
    return result.equals(PROBLEM);
  }

  /** Returns a line with the result, and a second one with the remedy. */
  public String text() {
    String line = String.format(LINE, result, check, message);
    if (remedy.isEmpty()) {
      return line;
    }
    return line + System.lineSeparator() + String.format(LINE, "", "", "-> " + remedy);
  }
}
