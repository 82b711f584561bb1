package dev.gatehouse.areas.trading;

import module java.base;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.gatehouse.areas.trading.marketdata.BarTimes;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.RowRange;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
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

  private record CandlePage(boolean success, int per, List<Candle> data, Pagination pagination) {}

  /**
   * @param codecs computes aggregates; the size of this pool limits their concurrency
   */
  Candles(SymbolFiles symbols, MarketViews views, WorkerExecutor codecs) {
    this.symbols = symbols;
    this.views = views;
    this.codecs = codecs;
  }

  Map<String, Area.Handler> operations() {
    return Map.of("trading.candles", Area.returning(CandlePage.class, this::page));
  }

  private Answer page(Call call) throws IOException {
    SymbolFile file = MarketOperations.find(symbols, call);
    int per = (int) call.number("per");
    int limit = (int) call.number("limit");
    long page = call.number("page");
    try (MarketViews.View view = views.open(file)) {
      MergedBars whole = view.whole();
      RowRange all = new RowRange(0, Math.ceilDiv(whole.rowCount(), per));
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
    RowRange wanted = times(chosen, per / base, Math.ceilDiv(whole.rowCount(), base));
    Bars based = based(file, whole, wanted, base);
    return AggregatedBars.of(based, per / base);
  }

  private static RowRange times(RowRange candles, int per, long rows) {
    return new RowRange(Math.min(candles.first() * per, rows), Math.min(candles.end() * per, rows));
  }

  private static int base(long rows) {
    int base = FIRST_BASE;
    while (Math.ceilDiv(rows, base) > MAX_SUMS && base < MAX_BASE) {
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

  /**
   * Bars that each aggregate a number of rows: the first time, the first open, the highest and
   * lowest price, the last close, and the total volume. Absent values are ignored.
   */
  private static final class AggregatedBars {
    static final List<Column> COLUMNS =
        List.of(Column.TIME_UTC, Column.OPEN, Column.HIGH, Column.LOW, Column.CLOSE, Column.VOLUME);

    private static final int BATCH_ROWS = 1 << 15;

    /** Aggregates the rows of a range, oldest first. The last bar may cover fewer rows. */
    static Bars of(MergedBars whole, RowRange rows, int per) throws IOException {
      var sums = new Bars(Math.toIntExact(Math.ceilDiv(rows.rows(), per)), COLUMNS);
      int batch = Math.max(BATCH_ROWS / per, 1) * per;
      for (long row = rows.first(); row < rows.end(); row += batch) {
        add(sums, whole.read(row, (int) Math.min(batch, rows.end() - row), COLUMNS), per);
      }
      return sums;
    }

    /** Aggregates bars that are already aggregated. */
    static Bars of(Bars bars, int per) {
      var sums = new Bars(Math.ceilDiv(bars.size(), per), COLUMNS);
      add(sums, bars, per);
      return sums;
    }

    private static void add(Bars sums, Bars from, int per) {
      for (int first = 0; first < from.size(); first += per) {
        add(sums, from, first, Math.min(first + per, from.size()));
      }
    }

    /** Adds the sum of some rows. NaN is neither higher nor lower than any number. */
    private static void add(Bars sums, Bars from, int first, int end) {
      double[] opens = from.numbers(Column.OPEN);
      double[] highs = from.numbers(Column.HIGH);
      double[] lows = from.numbers(Column.LOW);
      double[] closes = from.numbers(Column.CLOSE);
      double[] volumes = from.numbers(Column.VOLUME);
      double open = Double.NaN;
      double high = Double.NaN;
      double low = Double.NaN;
      double close = Double.NaN;
      double volume = Double.NaN;
      for (int i = first; i < end; i++) {
        open = Double.isNaN(open) ? opens[i] : open;
        high = Double.isNaN(high) || highs[i] > high ? highs[i] : high;
        low = Double.isNaN(low) || lows[i] < low ? lows[i] : low;
        close = Double.isNaN(closes[i]) ? close : closes[i];
        if (!Double.isNaN(volumes[i])) {
          volume = Double.isNaN(volume) ? volumes[i] : volume + volumes[i];
        }
      }
      int at = sums.size();
      sums.times()[at] = from.times()[first];
      sums.numbers(Column.OPEN)[at] = open;
      sums.numbers(Column.HIGH)[at] = high;
      sums.numbers(Column.LOW)[at] = low;
      sums.numbers(Column.CLOSE)[at] = close;
      sums.numbers(Column.VOLUME)[at] = volume;
      sums.size(at + 1);
    }
  }
}
