package dev.gatehouse.areas.trading.marketdata.importing;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.BarSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ColumnUse;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.upload.BarCheck;
import dev.gatehouse.areas.trading.marketdata.upload.CsvUpload;
import dev.gatehouse.areas.trading.marketdata.upload.ParquetUpload;

/**
 * Creates serving copies from an upload or from bars. Blocking and CPU-bound. Stateless, and safe
 * for concurrent use with different targets.
 *
 * <p>The target is either complete or absent. A kill leaves only temporary files beside it, named
 * after the target with {@code .run} and a number.
 */
public record Importer(ImportLimits limits) {
  public enum Format {
    PARQUET,
    CSV
  }

  /**
   * The outcome of an import.
   *
   * @param warnings number of imported rows whose low exceeds their high or whose volume is
   *     negative
   */
  public record Result(long rows, long warnings, ColumnUse columns) {}

  /** Validates an upload and writes its serving copy. */
  public Result load(Path upload, Format format, String symbol, Path target) throws IOException {
    if (Files.size(upload) == 0) {
      throw new BadMarketData("the file is empty");
    }
    OtherFormats.reject(upload, format == Format.CSV);
    try (BarSource source = open(upload, format, symbol);
        ExternalSorter sorter = new ExternalSorter(target, symbol, limits.sortRows())) {
      long warnings = 0;
      for (Bars bars = source.next(); bars != null; bars = source.next()) {
        warnings += warnings(bars);
        sorter.add(bars);
      }
      return new Result(sorter.finish(), warnings, source.columnUse());
    }
  }

  /** Returns the number of bars whose low exceeds their high or whose volume is negative. */
  public static long warnings(List<Bar> bars) {
    return warnings(Bars.of(bars));
  }

  private static long warnings(Bars bars) {
    double[] low = bars.numbers(Column.LOW);
    double[] high = bars.numbers(Column.HIGH);
    double[] volume = bars.numbers(Column.VOLUME);
    // Absent values are NaN, for which both comparisons are false.
    return IntStream.range(0, bars.size())
        .filter(row -> low[row] > high[row] || volume[row] < 0)
        .count();
  }

  public static void check(List<Bar> bars, String symbol) {
    long[] times = BarCheck.checked(bars, symbol).times();
    int[] order = ExternalSorter.order(times, bars.size());
    for (int i = 1; i < order.length; i++) {
      if (times[order[i - 1]] == times[order[i]]) {
        throw ExternalSorter.duplicate(times[order[i]]);
      }
    }
  }

  /** Writes a serving copy of bars that were checked before. */
  public long create(Bars bars, String symbol, Path target) throws IOException {
    try (ExternalSorter sorter = new ExternalSorter(target, symbol, bars.size())) {
      sorter.add(bars);
      return sorter.finish();
    }
  }

  private BarSource open(Path upload, Format format, String symbol) throws IOException {
    return switch (format) {
      case PARQUET -> ParquetUpload.open(upload, symbol, limits);
      case CSV -> CsvUpload.open(upload, symbol, limits);
    };
  }

  /**
   * Recognizes uploads in other formats by their first bytes. The errors say how to convert them.
   */
  private static final class OtherFormats {
    private static final int READ = 16;
    private static final String PARQUET = "par1";
    private static final Map<String, String> REMEDIES =
        Map.ofEntries(
            Map.entry(PARQUET, "a parquet file: send it as application/vnd.apache.parquet"),
            Map.entry(
                "pk\u0003\u0004", "a ZIP file or a spreadsheet: unpack it, or save it as CSV"),
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
        head =
            new String(in.readNBytes(READ), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
      }
      REMEDIES.forEach((magic, remedy) -> {
        if (head.startsWith(magic) && (csv || !magic.equals(PARQUET))) {
          throw new BadMarketData("the file is " + remedy);
        }
      });
    }
  }
}
