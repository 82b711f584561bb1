package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.RowRange;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bars laid over a copy read as a map of times would: every range, every page, every column. */
class MergedBarsTest {
  private static final Instant START = Instant.parse("2010-01-01T00:00:00Z");
  private static final int ROWS = 2_500;

  @TempDir Path folder;

  /** Half minutes, so that every other one falls between two rows. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 0", "2, 1, 5000", "3, 300, 5400",
    "4, 40, 100", "5, 2000, 5400", "6, 3, 9000",
  })
  void mergesBarsLikeSortedMap(int seed, int bars, int halfMinutes) throws Exception {
    Random random = new Random(seed);
    TreeMap<Instant, Bar> expected = new TreeMap<>();
    for (int i = 0; i < ROWS; i++) {
      put(expected, bar(2 * i, i));
    }
    Path file = Imports.create(folder.resolve("copy"), "SPY", List.copyOf(expected.values()));
    List<Bar> added = new ArrayList<>();
    for (int i = 0; i < bars; i++) {
      added.add(bar(random.nextInt(halfMinutes) - 50, -i));
      put(expected, added.getLast());
    }
    try (ServingCopy copy = Imports.open(file)) {
      int half = bars / 2;
      Bars overlay =
          Bars.latest(added.subList(0, half)).with(Bars.latest(added.subList(half, bars)));
      MergedBars whole = new MergedBars(copy, overlay);
      List<Bar> all = List.copyOf(expected.values());
      assertEquals(all.size(), whole.rowCount());
      assertEquals(expected.firstKey(), whole.firstTime());
      assertEquals(expected.lastKey(), whole.lastTime());
      assertEquals(all, read(whole, new RowRange(0, all.size())));
      for (int i = 0; i < 200; i++) {
        int first = random.nextInt(all.size());
        RowRange range = new RowRange(first, first + random.nextInt(all.size() - first + 1));
        assertEquals(all.subList((int) range.first(), (int) range.end()), read(whole, range));
        Instant from = START.plusSeconds(random.nextInt(90_000) - 3_000);
        Instant to = START.plusSeconds(random.nextInt(90_000) - 3_000);
        List<Bar> between =
            all.stream()
                .filter(bar -> !bar.timeUtc().isBefore(from) && !bar.timeUtc().isAfter(to))
                .toList();
        assertEquals(between, read(whole, whole.between(from, to)));
        assertEquals(
            all.subList((int) whole.between(from, null).first(), all.size()),
            all.stream().filter(bar -> !bar.timeUtc().isBefore(from)).toList());
      }
      Bars one = whole.read(0, all.size(), EnumSet.of(Column.CLOSE));
      for (int i = 0; i < all.size(); i++) {
        assertEquals(all.get(i).close(), one.numbers(Column.CLOSE)[i]);
      }
    }
  }

  private static List<Bar> read(MergedBars whole, RowRange range) throws Exception {
    return whole.read(range.first(), (int) range.rows(), Column.STORED).list("SPY");
  }

  private static void put(TreeMap<Instant, Bar> map, Bar bar) {
    map.put(bar.timeUtc(), bar);
  }

  private static Bar bar(int halfMinute, double price) {
    Instant time = START.plusSeconds(30L * halfMinute);
    String exchange = halfMinute % 3 == 0 ? "IEXG, \"x\"" : null;
    boolean otc = halfMinute % 2 == 0;
    return new Bar("SPY", time, price, price + 1, null, price, null, price / 3, 7L, exchange, otc);
  }
}
