package dev.gatehouse.areas.trading;

/**
 * Data of a file that is generated for a download, as named in its claim check: the ID of the
 * serving copy, the ID of the tail's blob, and the latest bars, separated by line ends.
 *
 * @param tail ID of a blob; may be empty
 * @param latest as {@link BarLines}
 */
record DownloadSource(String copy, String tail, String latest) {
  private static final int PARTS = 3;

  static DownloadSource of(SymbolFile file) {
    return new DownloadSource(file.copy(), file.tail().blob(), file.tail().latest());
  }

  static DownloadSource parse(String text) {
    String[] parts = text.split("\n", PARTS);
    return new DownloadSource(parts[0], parts[1], parts[2]);
  }

  String text() {
    return copy + '\n' + tail + '\n' + latest;
  }
}
