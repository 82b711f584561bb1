package dev.gatehouse.areas.trading;

import module java.base;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.gatehouse.areas.trading.marketdata.BarTimes;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.AggregatedBars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.RowRange;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Pagination;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;

/**
 * Serves pages of candles for charts with more bars than a screen has points. Each candle
 * aggregates a number of a symbol's bars. Large candles combine cached aggregates of the serving
 * copy with new aggregates of the part that added bars changed.
 */
final class Candles {
  /** Maximum number of aggregates per symbol; each takes 48 bytes. */
  private static final int MAX_SUMS = 100_000;

  /** Maximum rows read for one page without aggregates. */
  private static final int MAX_READ = 1 << 17;

  private static final int MAX_KEPT = 8;
  private static final int MAX_BASE = 32_768;
  private static final int FIRST_BASE = 64;
  private static final int BASE_STEP = 8;

  private final SymbolFiles symbols;
  private final MarketViews views;
  private final WorkerExecutor codecs;

  /** The most recently used aggregates, by the data and the number of bars per aggregate. */
  private final Cache<String, Future<Bars>> recent =
      Caffeine.newBuilder().maximumSize(MAX_KEPT).build();

  private record Candle(
      Instant timeUtc, Double open, Double high, Double low, Double close, Double volume) {}

  record CandlePage(boolean success, int per, List<Candle> data, Pagination pagination) {}

  /**
   * @param codecs computes aggregates; the size of this pool limits their concurrency
   */
  Candles(SymbolFiles symbols, MarketViews views, WorkerExecutor codecs) {
    this.symbols = symbols;
    this.views = views;
    this.codecs = codecs;
  }

  Answer page(Call call) throws IOException {
    SymbolFile file = MarketOperations.find(symbols, call);
    int per = (int) call.number("per");
    int limit = (int) call.number("limit");
    long page = call.number("page");
    try (MarketViews.View view = views.open(file)) {
      MergedBars whole = view.whole();
      RowRange all = new RowRange(0, count(whole.rowCount(), per));
      RowRange chosen = all.page((page - 1) * limit, limit, false);
      Bars bars = sums(file, whole, chosen, per);
      Pagination place = Pagination.of(page, limit, all.rows());
      return Answer.ok(new CandlePage(true, per, candles(bars), place));
    }
  }

  private Bars sums(SymbolFile file, MergedBars whole, RowRange chosen, int per)
      throws IOException {
    int base = base(whole.rowCount());
    if (per < base || whole.rowCount() <= MAX_READ) {
      return AggregatedBars.of(whole, times(chosen, per, whole.rowCount()), per);
    }
    RowRange wanted = times(chosen, per / base, count(whole.rowCount(), base));
    Bars based = based(file, whole, wanted, base);
    return AggregatedBars.of(based, new RowRange(0, based.size()), per / base);
  }

  private static RowRange times(RowRange candles, int per, long rows) {
    return new RowRange(Math.min(candles.first() * per, rows), Math.min(candles.end() * per, rows));
  }

  private static int base(long rows) {
    int base = FIRST_BASE;
    while (count(rows, base) > MAX_SUMS && base < MAX_BASE) {
      base *= BASE_STEP;
    }
    return base;
  }

  /** Returns the cached aggregates up to the first added bar, followed by newly computed ones. */
  private Bars based(SymbolFile file, MergedBars whole, RowRange wanted, int base)
      throws IOException {
    long same = whole.unchanged() / base;
    var kept = new RowRange(Math.min(wanted.first(), same), Math.min(wanted.end(), same));
    var fresh = new RowRange(Math.max(wanted.first(), same), Math.max(wanted.end(), same));
    Bars based = new Bars(Math.toIntExact(wanted.rows()), AggregatedBars.COLUMNS);
    if (kept.rows() > 0) {
      String key = file.copy() + '/' + base;
      append(based, all(key, file.with(AppendBuffer.none(file.copySha256())), base), kept);
    }
    if (fresh.rows() == 0) {
      return based;
    }
    if (whole.rowCount() - same * base <= MAX_READ) {
      Bars read = AggregatedBars.of(whole, times(fresh, base, whole.rowCount()), base);
      append(based, read, new RowRange(0, read.size()));
    } else {
      append(based, all(file.tail().revision() + '/' + base, file, base), fresh);
    }
    return based;
  }

  private static void append(Bars bars, Bars from, RowRange rows) {
    bars.append(from, Math.toIntExact(rows.first()), Math.toIntExact(rows.rows()));
  }

  /** Returns all aggregates of some data. Concurrent callers share one computation. */
  private Bars all(String key, SymbolFile data, int base) {
    return recent
        .get(key, missing -> codecs.executeBlocking(() -> all(data, base), false))
        .onFailure(failed -> recent.invalidate(key))
        .await();
  }

  private Bars all(SymbolFile data, int base) throws IOException {
    try (MarketViews.View view = views.open(data)) {
      MergedBars whole = view.whole();
      return AggregatedBars.of(whole, new RowRange(0, whole.rowCount()), base);
    }
  }

  private static long count(long rows, int per) {
    return (rows + per - 1) / per;
  }

  private static List<Candle> candles(Bars bars) {
    return IntStream.range(0, bars.size())
        .mapToObj(row ->
            new Candle(
                BarTimes.instant(bars.times()[row]),
                number(bars, Column.OPEN, row),
                number(bars, Column.HIGH, row),
                number(bars, Column.LOW, row),
                number(bars, Column.CLOSE, row),
                number(bars, Column.VOLUME, row)))
        .toList();
  }

  private static Double number(Bars bars, Column column, int row) {
    double value = bars.numbers(column)[row];
    return Double.isFinite(value) ? value : null;
  }
}
