package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.AggregatedBars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.RowRange;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Pagination;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;

/**
 * Serves pages of candles for charts with more bars than a screen has points. Each candle
 * aggregates a number of a symbol's bars. Large candles combine stored aggregates of the serving
 * copy with new aggregates of the part that added bars changed.
 */
final class Candles {
  /** Maximum number of aggregates per symbol; each takes 48 bytes. */
  private static final int MAX_SUMS = 100_000;

  /** Maximum rows read for one page without aggregates. */
  private static final int MAX_READ = 1 << 17;

  private static final int MAX_KEPT = 4;

  private static final int MAX_BASE = 32_768;
  private static final int FIRST_BASE = 64;
  private static final int BASE_STEP = 8;

  private final SymbolFiles symbols;
  private final MarketViews views;
  private final StoredAggregates sums;
  private final WorkerExecutor codecs;

  /**
   * Aggregates of the rows after a bar that was inserted before others, cached if there are many
   * rows.
   */
  private final Map<Key, Future<Bars>> behind =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Future<Bars>> eldest) {
          return size() > MAX_KEPT;
        }
      };

  /**
   * Key of the aggregates of some data.
   *
   * @param revision of the data; it changes with every change of the data
   */
  private record Key(String symbol, String revision) {}

  /** An aggregate of several bars. An absent value is null. */
  private record Candle(
      Instant timeUtc, Double open, Double high, Double low, Double close, Double volume) {}

  /**
   * A page of candles, oldest first.
   *
   * @param per number of bars per candle
   */
  record CandlePage(boolean success, int per, List<Candle> data, Pagination pagination) {}

  /**
   * @param codecs computes aggregates; the size of this pool limits their concurrency
   */
  Candles(SymbolFiles symbols, MarketViews views, StoredAggregates sums, WorkerExecutor codecs) {
    this.symbols = symbols;
    this.views = views;
    this.sums = sums;
    this.codecs = codecs;
  }

  /**
   * Starts computing the aggregates that pages of this symbol need.
   *
   * @return completes when they exist or cannot be computed
   */
  Future<Void> prepare(SymbolFile file) {
    if (file.rowCount() <= MAX_READ) {
      return Future.succeededFuture();
    }
    return sums.prepare(file, base(file.rowCount()));
  }

  /**
   * Computes the aggregates of a copy that a fold has written.
   *
   * @param same number of first rows that the copy before has, too
   */
  void prepare(SymbolFile before, SymbolFile after, long same) {
    if (after.rowCount() > MAX_READ) {
      sums.extend(before, after, same, base(after.rowCount()));
    }
  }

  Answer page(Call call) throws IOException {
    String symbol = call.text("symbol").toUpperCase(Locale.ROOT);
    SymbolFile file =
        symbols
            .find(symbol)
            .orElseThrow(() ->
                ApiException.of(ErrorCode.MARKET_DATA_NOT_FOUND, "no market data for " + symbol));
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

  /**
   * Returns the number of bars per stored aggregate, chosen so that the number of aggregates stays
   * within its limit.
   */
  private static int base(long rows) {
    int base = FIRST_BASE;
    while (count(rows, base) > MAX_SUMS && base < MAX_BASE) {
      base *= BASE_STEP;
    }
    return base;
  }

  /** Returns the stored aggregates up to the first added bar, followed by newly computed ones. */
  private Bars based(SymbolFile file, MergedBars whole, RowRange wanted, int base)
      throws IOException {
    long same = whole.unchanged() / base;
    var kept = new RowRange(Math.min(wanted.first(), same), Math.min(wanted.end(), same));
    var fresh = new RowRange(Math.max(wanted.first(), same), Math.max(wanted.end(), same));
    Bars based = new Bars(Math.toIntExact(wanted.rows()), AggregatedBars.COLUMNS);
    if (kept.rows() > 0) {
      append(based, sums.all(file, base), kept);
    }
    if (fresh.rows() == 0) {
      return based;
    }
    if (whole.rowCount() - same * base <= MAX_READ) {
      Bars read = AggregatedBars.of(whole, times(fresh, base, whole.rowCount()), base);
      append(based, read, new RowRange(0, read.size()));
    } else {
      var rows = new RowRange(fresh.first() - same, fresh.end() - same);
      append(based, behind(file, base), rows);
    }
    return based;
  }

  private static void append(Bars bars, Bars from, RowRange rows) {
    bars.append(from, Math.toIntExact(rows.first()), Math.toIntExact(rows.rows()));
  }

  /** Returns the aggregates after the first added bar. Concurrent callers share one computation. */
  private Bars behind(SymbolFile file, int base) {
    var key = new Key(file.id(), file.tail().revision());
    Future<Bars> fresh;
    synchronized (behind) {
      fresh = behind.get(key);
      if (fresh == null || fresh.failed()) {
        fresh = codecs.executeBlocking(() -> sumBehind(file, base), false);
        behind.put(key, fresh);
      }
    }
    return fresh.await();
  }

  private Bars sumBehind(SymbolFile file, int base) throws IOException {
    try (MarketViews.View view = views.open(file)) {
      MergedBars whole = view.whole();
      long first = whole.unchanged() / base * base;
      return AggregatedBars.of(whole, new RowRange(first, whole.rowCount()), base);
    }
  }

  private static long count(long rows, int per) {
    return (rows + per - 1) / per;
  }

  private static List<Candle> candles(Bars bars) {
    return IntStream.range(0, bars.size())
        .mapToObj(row ->
            new Candle(
                Instant.EPOCH.plus(bars.times()[row], ChronoUnit.MICROS),
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
