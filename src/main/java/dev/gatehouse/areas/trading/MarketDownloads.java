package dev.gatehouse.areas.trading;

import module java.base;

import com.github.benmanes.caffeine.cache.Cache;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area.Handler;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.ClaimCheck;

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
            new ClaimCheck.Content(size, "application/octet-stream"),
            new ClaimCheck.Version(tag, file.lastUpdated()),
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
            new ClaimCheck.Content(length, "text/csv"),
            new ClaimCheck.Version(file.tail().revision() + "-csv", file.lastUpdated()),
            SymbolName.downloadName(file.id(), ".csv")));
  }

  private long length(DownloadSource source) {
    try {
      return csv.length(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
