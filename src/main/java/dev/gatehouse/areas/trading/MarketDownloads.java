package dev.gatehouse.areas.trading;

import module java.base;

import com.github.benmanes.caffeine.cache.Cache;
import dev.gatehouse.areas.trading.MarketOperations.SymbolName;
import dev.gatehouse.areas.trading.marketdata.serving.BarsCsv;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area.Handler;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.store.blobs.Rendition;

/**
 * Downloads of historical data as a whole: Parquet and CSV.
 *
 * @param lengths of CSV texts by their source, because readers ask for the length several times
 */
record MarketDownloads(
    SymbolFiles symbols,
    MarketAppends appends,
    ParquetTails tails,
    CsvRendition csv,
    Cache<String, Long> lengths) {
  /** A file with more rows is sent without its length, which takes a second to find out. */
  private static final long MAX_MEASURED_ROWS = 2_000_000;

  Map<String, Handler> operations() {
    return Map.of("trading.download", this::download, "trading.csv", this::csv);
  }

  private Answer download(Call call) throws IOException {
    SymbolFile file = MarketOperations.find(symbols, call);
    if (needsFold(file)) {
      file =
          appends
              .folded(file.id(), this::needsFold)
              .orElseThrow(() -> MarketOperations.absent(MarketOperations.name(call)));
    }
    if (file.tail().isEmpty()) {
      return parquet(file, "stored", file.download(), file.dataSize(), file.sha256());
    }
    DownloadSource source = DownloadSource.of(file);
    ParquetTails.Tail tail = tails.of(source).orElseThrow();
    String text = ParquetTails.text(tail.tag(), source);
    return parquet(file, ParquetTails.NAME, text, tail.file().size(), tail.tag());
  }

  private boolean needsFold(SymbolFile file) throws IOException {
    return !file.tail().isEmpty() && tails.of(DownloadSource.of(file)).isEmpty();
  }

  private static Answer parquet(
      SymbolFile file, String rendition, String blob, long size, String tag) {
    return Answer.stored(
        new ClaimCheck(
            rendition,
            blob,
            size,
            "application/octet-stream",
            tag,
            file.lastUpdated(),
            SymbolName.downloadName(file.id(), ".parquet")));
  }

  private Answer csv(Call call) {
    SymbolFile file = MarketOperations.find(symbols, call);
    DownloadSource source = DownloadSource.of(file);
    long length =
        file.rowCount() > MAX_MEASURED_ROWS
            ? -1
            : lengths.get(source.text(), text -> length(source));
    return Answer.stored(
        new ClaimCheck(
            CsvRendition.NAME,
            source.text(),
            length,
            "text/csv",
            file.tail().revision() + "-csv",
            file.lastUpdated(),
            SymbolName.downloadName(file.id(), ".csv")));
  }

  private long length(DownloadSource source) {
    try {
      return csv.length(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

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

  /**
   * Serves market data as CSV, generated from a serving copy and its tail while it is read. The
   * claim check names both, as {@link DownloadSource}.
   */
  record CsvRendition(OpenCopies copies) implements Rendition {
    static final String NAME = "bars-csv";

    @Override
    public String name() {
      return NAME;
    }

    /**
     * Opens a range of the text, which is generated from its beginning.
     *
     * @param length length of the range; negative for the rest
     */
    @Override
    public InputStream open(String blob, long offset, long length) throws IOException {
      InputStream text = text(DownloadSource.parse(blob));
      try {
        text.skipNBytes(offset);
      } catch (IOException e) {
        text.close();
        throw e;
      }
      return text;
    }

    /** Returns the length of the whole text in bytes, which is generated for that. */
    long length(DownloadSource source) throws IOException {
      try (InputStream text = text(source)) {
        return text.transferTo(OutputStream.nullOutputStream());
      }
    }

    private InputStream text(DownloadSource source) throws IOException {
      OpenCopies.Loan loan = copies.lend(source.copy());
      try {
        InputStream text = new BarsCsv(copies.merged(loan.copy(), source));
        return new FilterInputStream(text) {
          @Override
          public void close() throws IOException {
            loan.close();
          }
        };
      } catch (IOException | RuntimeException e) {
        loan.close();
        throw e;
      }
    }
  }
}
