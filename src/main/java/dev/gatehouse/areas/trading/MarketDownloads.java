package dev.gatehouse.areas.trading;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area.Handler;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.ClaimCheck;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Downloads of historical data as a whole: Parquet and CSV. */
record MarketDownloads(SymbolFiles symbols, MarketFolds folds, ParquetTails tails) {
  private static final String PARQUET = "application/octet-stream";

  Map<String, Handler> operations() {
    return Map.of("trading.download", this::download, "trading.csv", this::csv);
  }

  private Answer download(Call call) throws IOException {
    SymbolFile file = find(call);
    if (!file.tail().isEmpty()) {
      Optional<ParquetTails.Tail> tail = tails.of(DownloadSource.of(file));
      return tail.isPresent() ? extended(file, tail.get()) : merged(file);
    }
    return Answer.stored(
        new ClaimCheck(
            "stored",
            file.download(),
            new ClaimCheck.Content(file.dataSize(), PARQUET),
            new ClaimCheck.Version(file.sha256(), file.lastUpdated()),
            parquetName(file)));
  }

  /** Returns the stored copy with the tail behind it. */
  private static Answer extended(SymbolFile file, ParquetTails.Tail tail) {
    DownloadSource source = DownloadSource.of(file);
    return Answer.stored(
        new ClaimCheck(
            ParquetRendition.NAME,
            ParquetRendition.text(tail.tag(), source),
            new ClaimCheck.Content(tail.file().size(), PARQUET),
            new ClaimCheck.Version(tail.tag(), file.lastUpdated()),
            parquetName(file)));
  }

  /** Returns the rows merged while they are sent. A fold makes later downloads cheaper. */
  private Answer merged(SymbolFile file) {
    folds.schedule(file.id());
    return Answer.stored(
        new ClaimCheck(
            MergedRendition.NAME,
            DownloadSource.of(file).text(),
            new ClaimCheck.Content(-1, PARQUET),
            new ClaimCheck.Version(file.tail().revision() + "-parquet", file.lastUpdated()),
            parquetName(file)));
  }

  private Answer csv(Call call) {
    SymbolFile file = find(call);
    return Answer.stored(
        new ClaimCheck(
            CsvRendition.NAME,
            DownloadSource.of(file).text(),
            new ClaimCheck.Content(-1, "text/csv"),
            new ClaimCheck.Version(file.tail().revision() + "-csv", file.lastUpdated()),
            file.id() + ".csv"));
  }

  private static String parquetName(SymbolFile file) {
    return file.id() + ".parquet";
  }

  private SymbolFile find(Call call) {
    String symbol = MarketOperations.name(call);
    return symbols.find(symbol).orElseThrow(() -> MarketOperations.absent(symbol));
  }
}
