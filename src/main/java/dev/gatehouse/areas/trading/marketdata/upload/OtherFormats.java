package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;

/** Recognizes uploads in other formats by their first bytes. The errors say how to convert them. */
public final class OtherFormats {
  private static final int READ = 16;
  private static final String PARQUET = "par1";
  private static final Map<String, String> REMEDIES =
      Map.ofEntries(
          Map.entry(PARQUET, "a parquet file: send it as application/vnd.apache.parquet"),
          Map.entry("pk\u0003\u0004", "a ZIP file or a spreadsheet: unpack it, or save it as CSV"),
          Map.entry("\u00d0\u00cf\u0011\u00e0", "a spreadsheet: save the sheet as CSV"),
          Map.entry("\u001f\u008b", "compressed with gzip: unpack it"),
          Map.entry("(\u00b5/\u00fd", "compressed with zstd: unpack it"),
          Map.entry("bzh", "compressed with bzip2: unpack it"),
          Map.entry("\u00fd7zxz", "compressed with xz: unpack it"),
          Map.entry("arrow1", "a Feather file: convert it to parquet"),
          Map.entry("\u0089hdf", "an HDF5 file: convert it to parquet"),
          Map.entry("\u0080", "a pickle of Python: convert it to parquet"),
          Map.entry("sqlite format", "an SQLite database: export the table as CSV"),
          Map.entry("{", "JSON: convert it to CSV or parquet, or add the bars with POST"),
          Map.entry("[", "JSON: convert it to CSV or parquet, or add the bars with POST"),
          Map.entry("<!doctype", "a web page: the download of the file has failed"),
          Map.entry("<html", "a web page: the download of the file has failed"));

  private OtherFormats() {}

  /** Rejects a file that is neither CSV nor parquet, and parquet if CSV is expected. */
  public static void reject(Path upload, boolean csv) throws IOException {
    String head;
    try (InputStream in = Files.newInputStream(upload)) {
      head = new String(in.readNBytes(READ), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }
    REMEDIES.forEach((magic, remedy) -> {
      if (head.startsWith(magic) && (csv || !magic.equals(PARQUET))) {
        throw new BadMarketData("the file is " + remedy);
      }
    });
  }
}
