package dev.gatehouse.areas.trading;

/**
 * Data of a CSV file, as named in its claim check: the ID of the serving copy, the ID of the tail's
 * blob, and the latest bars, separated by line ends. Without a tail it is only the first ID.
 *
 * @param tail ID of a blob; may be empty
 * @param latest as {@link BarLines}
 */
record CsvSource(String copy, String tail, String latest) {
  private static final int PARTS = 3;

  static CsvSource of(SymbolFile file) {
    return new CsvSource(file.copy(), file.tail().blob(), file.tail().latest());
  }

  static CsvSource parse(String text) {
    String[] parts = text.split("\n", PARTS);
    return parts.length == PARTS
        ? new CsvSource(parts[0], parts[1], parts[2])
        : new CsvSource(text, "", "");
  }

  String text() {
    return tail.isEmpty() && latest.isEmpty() ? copy : copy + '\n' + tail + '\n' + latest;
  }
}
