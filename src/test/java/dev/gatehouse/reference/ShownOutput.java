package dev.gatehouse.reference;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Output that a page shows. Values that differ in each run are compared by their form: IDs,
 * digests, times, and the address of the node. An ellipsis is any text.
 */
final class ShownOutput {
  private static final Pattern CHANGING =
      Pattern.compile(
          "…|http://127\\.0\\.0\\.1:8080|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{24}"
              + "|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");

  private ShownOutput() {}

  /** Returns whether the lines of a shown output occur in the real one, in this order. */
  static boolean isIn(String output, String shown) {
    int from = 0;
    for (String line : shown.lines().filter(each -> !each.isBlank()).toList()) {
      Matcher found = pattern(line.strip()).matcher(output);
      if (!found.find(from)) {
        return false;
      }
      from = found.end();
    }
    return true;
  }

  private static Pattern pattern(String shown) {
    var pattern = new StringBuilder();
    int end = 0;
    for (Matcher changing = CHANGING.matcher(shown); changing.find(); end = changing.end()) {
      pattern.append(Pattern.quote(shown.substring(end, changing.start())));
      pattern.append(form(changing.group()));
    }
    return Pattern.compile(pattern.append(Pattern.quote(shown.substring(end))).toString());
  }

  private static String form(String value) {
    if (value.equals("…")) {
      return "[^\n]*?";
    }
    if (value.startsWith("http")) {
      return "http://127\\.0\\.0\\.1:\\d+";
    }
    if (value.endsWith("Z")) {
      return "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";
    }
    return "[0-9a-f-]{" + value.length() + "}";
  }
}
