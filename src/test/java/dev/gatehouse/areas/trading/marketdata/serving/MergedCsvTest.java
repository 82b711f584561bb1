package dev.gatehouse.areas.trading.marketdata.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Imports;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The CSV of a serving copy and added bars equals that of one rewritten copy. */
class MergedCsvTest {
  private static final Instant START = Instant.parse("2010-01-01T00:00:00Z");
  private static final int ROWS = 3_500;

  @TempDir Path folder;

  /**
   * Half minutes, so that every other bar falls between two rows. The range reaches before and
   * behind the rows.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 0, 7000, 7001", "2, 0, 1, -10, 0", "3, 300, 20, 0, 7000",
    "4, 2000, 256, -300, 7300", "5, 2500, 64, 6990, 12000", "6, 1000, 30, 3000, 4000",
    "7, 40, 40, -40, 30",
  })
  void equalsCsvAfterFold(int seed, int tail, int latest, int from, int to) throws Exception {
    Random random = new Random(seed);
    List<Bar> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(bar(2 * i, random));
    }
    TreeMap<Instant, Bar> added = new TreeMap<>();
    List<Bar> first = bars(tail, from, to, random, added);
    List<Bar> second = bars(latest, from, to, random, added);
    try (ServingCopy copy = Imports.open(Imports.create(folder.resolve("copy"), "SPY", rows))) {
      Bars bars = Bars.latest(first).with(Bars.latest(second));
      byte[] csv = new BarsCsv(new MergedBars(copy, bars)).readAllBytes();
      String merged = new String(csv, StandardCharsets.UTF_8);
      Path whole = folder.resolve("whole");
      Imports.fold(folder.resolve("copy"), List.copyOf(added.values()), whole);
      assertEquals(Imports.csv(whole), merged);
      assertEquals(Imports.bars(whole).size() + 1, merged.lines().count());
    }
  }

  private static List<Bar> bars(
      int count, int from, int to, Random random, TreeMap<Instant, Bar> all) {
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bars.add(bar(random.nextInt(from, to), random));
      all.put(bars.getLast().timeUtc(), bars.getLast());
    }
    return bars;
  }

  private static Bar bar(int halfMinute, Random random) {
    return Imports.randomBar(START.plusSeconds(30L * halfMinute), random);
  }
}
