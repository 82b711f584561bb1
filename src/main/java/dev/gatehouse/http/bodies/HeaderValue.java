package dev.gatehouse.http.bodies;

import module java.base;

/**
 * Header with parameters, such as Content-Disposition.
 *
 * @param value first part, in lower case
 * @param parameters values by name in lower case; the first one if a name occurs twice
 */
record HeaderValue(String value, Map<String, String> parameters) {
  /** A quote within a value, which some clients do not escape, is not followed by a parameter. */
  private static final Pattern CLOSING_QUOTE =
      Pattern.compile("\"\\s*+(?:;\\s*+[\\w!#$%&'*+.^`|~-]++\\s*+=|;?+\\s*+$)");

  private static final Pattern ESCAPED = Pattern.compile("\\\\([\\\\\"])");

  static HeaderValue of(String header) {
    Map<String, String> parameters = new HashMap<>();
    int end = end(header, 0);
    String value = header.substring(0, end);
    for (int equals = header.indexOf('=', end); equals >= 0; equals = header.indexOf('=', end)) {
      String before = header.substring(end, equals);
      String name = lower(before.substring(before.lastIndexOf(';') + 1));
      String rest = header.substring(equals + 1);
      int start = equals + 1 + rest.length() - rest.stripLeading().length();
      if (header.startsWith("\"", start)) {
        int close = closingQuote(header, start + 1);
        String quoted = header.substring(start + 1, close);
        parameters.putIfAbsent(name, ESCAPED.matcher(quoted).replaceAll("$1"));
        end = end(header, close);
      } else {
        end = end(header, start);
        parameters.putIfAbsent(name, header.substring(start, end).strip());
      }
    }
    return new HeaderValue(lower(value), parameters);
  }

  private static String lower(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }

  private static int end(String header, int from) {
    int semicolon = header.indexOf(';', from);
    return semicolon < 0 ? header.length() : semicolon;
  }

  /**
   * Returns the position of the quote that ends a value. If no quote without a backslash does, the
   * last one with a backslash does: browsers do not escape a backslash at the end of a name.
   */
  private static int closingQuote(String header, int from) {
    Matcher quote = CLOSING_QUOTE.matcher(header);
    int last = header.length();
    for (int at = from; quote.find(at); at = last + 1) {
      last = quote.start();
      if (!isEscaped(header, last)) {
        return last;
      }
    }
    return last;
  }

  private static boolean isEscaped(String header, int quote) {
    int first = quote;
    while (header.charAt(first - 1) == '\\') {
      first--;
    }
    return (quote - first) % 2 == 1;
  }
}
