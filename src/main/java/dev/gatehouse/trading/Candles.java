package dev.gatehouse.trading;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Pagination;
import dev.gatehouse.marketdata.Bars;
import dev.gatehouse.marketdata.Column;
import dev.gatehouse.marketdata.serving.MergedBars;
import dev.gatehouse.marketdata.serving.RowRange;
import dev.gatehouse.marketdata.serving.SummedBars;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Pages of candles, each of which stands for a number of a symbol's bars, for charts of more bars
 * than a screen has points. Those that stand for many are made of sums over all the data, which are
 * made once, when they are first asked for, and kept for the symbols that were looked at last.
 */
final class Candles {
  /** Of one symbol; each takes 48 bytes. */
  private static final int MAX_SUMS = 100_000;

  private static final int MAX_KEPT = 4;

  /** The bars that a candle may stand for. */
  private static final List<Integer> STEPS = List.of(1, 8, 64, 512, 4096, 32_768);

  private static final int FIRST_BASE = 64;
  private static final int BASE_STEP = 8;

  private final SymbolFiles symbols;
  private final MarketViews views;
  private final WorkerExecutor codecs;
  private final Map<Key, Future<Bars>> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Future<Bars>> eldest) {
          return size() > MAX_KEPT;
        }
      };

  /**
   * The sums over some data.
   *
   * @param revision of the data, which differs whenever they do
   */
  private record Key(String symbol, String revision) {}

  /** Several bars as one; an absent value is null. */
  private record Candle(
      Instant timeUtc, Double open, Double high, Double low, Double close, Double volume) {}

  /**
   * Some candles, the oldest first.
   *
   * @param per bars of one
   */
  record CandlePage(boolean success, int per, List<Candle> data, Pagination pagination) {}

  /**
   * @param codecs makes the sums; it is the width of this pool that bounds it
   */
  Candles(SymbolFiles symbols, MarketViews views, WorkerExecutor codecs) {
    this.symbols = symbols;
    this.views = views;
    this.codecs = codecs;
  }

  Answer page(Call call) throws IOException {
    String symbol = call.text("symbol").toUpperCase(Locale.ROOT);
    SymbolFile file =
        symbols
            .find(symbol)
            .orElseThrow(() -> Failure.of(404, "there is no market data of " + symbol).exception());
    int per = per(call);
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

  private static int per(Call call) {
    int per = (int) call.number("per");
    if (!STEPS.contains(per)) {
      throw Failure.of(400, "per must be one of " + STEPS).exception();
    }
    return per;
  }

  private Bars sums(SymbolFile file, MergedBars whole, RowRange chosen, int per)
      throws IOException {
    int base = base(whole.rowCount());
    if (per < base) {
      return SummedBars.of(whole, times(chosen, per, whole.rowCount()), per);
    }
    Bars sums = all(file, base);
    int factor = per / base;
    return SummedBars.of(sums, times(chosen, factor, sums.size()), factor);
  }

  /** The rows for which some candles stand. */
  private static RowRange times(RowRange candles, int per, long rows) {
    return new RowRange(Math.min(candles.first() * per, rows), Math.min(candles.end() * per, rows));
  }

  /** The bars of a sum that is kept: so many that there are few enough sums. */
  private static int base(long rows) {
    int base = FIRST_BASE;
    while (count(rows, base) > MAX_SUMS && base < STEPS.getLast()) {
      base *= BASE_STEP;
    }
    return base;
  }

  /** The sums over all data. Whoever comes while they are made waits for the same ones. */
  private Bars all(SymbolFile file, int base) {
    var key = new Key(file.id(), file.tail().revision());
    Future<Bars> sums;
    synchronized (kept) {
      sums = kept.get(key);
      if (sums == null || sums.failed()) {
        sums = codecs.executeBlocking(() -> sum(file, base), false);
        kept.put(key, sums);
      }
    }
    return sums.await();
  }

  private Bars sum(SymbolFile file, int base) throws IOException {
    try (MarketViews.View view = views.open(file)) {
      MergedBars whole = view.whole();
      return SummedBars.of(whole, new RowRange(0, whole.rowCount()), base);
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
