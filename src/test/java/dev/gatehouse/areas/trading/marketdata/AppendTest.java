package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Appended bars go where their times belong; one of the same time replaces. */
class AppendTest {
  private static final Instant START = Instant.parse("2010-01-01T00:00:00Z");

  /** One full row group, which appending may copy, and a part of another. */
  private static final int TWO_GROUPS = 129_000;

  private static final int PART_OF_ONE = 2_000;

  /** So many of the last rows are compared bar by bar; the full group ends among them. */
  private static final int LAST = 2_500;

  private static final Path IO = Path.of("/proc/self/io");

  @TempDir static Path shared;
  private static final Map<Integer, Path> EXISTING = new HashMap<>();
  private static final Map<Integer, List<Bar>> BEFORE = new HashMap<>();

  @TempDir Path folder;

  private final Importer importer = new Importer(ImportLimits.DEFAULT);

  @BeforeAll
  static void importMinutes() throws Exception {
    for (int rows : new int[] {PART_OF_ONE, TWO_GROUPS}) {
      try (DuckDb duck = new DuckDb(rows)) {
        Path upload = duck.write("from bars", shared.resolve(rows + ".parquet"), "format parquet");
        EXISTING.put(rows, Imports.load(upload, "SPY", ImportLimits.DEFAULT));
        BEFORE.put(rows, duck.bars("(from bars offset " + skipped(rows) + ")", "SPY"));
      }
    }
  }

  /**
   * Offsets in half minutes from the first bar: odd ones are new, even ones replace while they
   * last.
   */
  @ParameterizedTest
  @CsvSource({
    "2000, 6000 6001 6002", "2000, 3998 4000", "2000, -1 0 1", "2000, 0",
    "2000, 2001", "2000, 2 5998", "129000, 258001 300000", "129000, 256000 255998 256001",
  })
  void mergesBarsLikeSortedMap(int rows, String halfMinutes) throws Exception {
    TreeMap<Instant, Bar> expected = new TreeMap<>();
    BEFORE.get(rows).forEach(bar -> expected.put(bar.timeUtc(), bar));
    Instant late = START.plus(Duration.ofMinutes(rows - 1_000L));
    List<Bar> added = new ArrayList<>();
    for (String half : halfMinutes.split(" ")) {
      added.add(bar(START.plus(Duration.ofSeconds(30L * Integer.parseInt(half)))));
      expected.put(added.getLast().timeUtc(), added.getLast());
    }
    Path target = folder.resolve("merged");
    int skipped = skipped(rows);
    int all = skipped + expected.size();
    assertEquals(all, Imports.fold(EXISTING.get(rows), added, target));
    try (ServingCopy copy = Imports.open(target)) {
      assertEquals(
          new ArrayList<>(expected.values()), Imports.bars(copy, skipped, expected.size()));
      assertEquals(all + 1, Imports.csv(target).lines().count());
      assertEquals(skipped > 0 ? START : expected.firstKey(), copy.firstTime());
      assertEquals(expected.lastKey(), copy.lastTime());
      assertEquals(skipped, copy.between(expected.firstKey(), null).first());
      assertEquals(skipped + expected.headMap(late).size(), copy.between(late, null).first());
    }
  }

  @Test
  void createsCopyFromBars() throws Exception {
    List<Bar> bars = List.of(bar(START.plusSeconds(60)), bar(START));
    assertEquals(2, importer.create(Bars.of(bars), "SPY", folder.resolve("new")));
    assertEquals(List.of(bars.get(1), bars.get(0)), Imports.bars(folder.resolve("new")));
  }

  @Test
  void refusesBadBars() {
    Bar good = bar(START.plusSeconds(1));
    Bar nan = new Bar("SPY", START, Double.NaN, 1d, 1d, 1d, null, null, null, null, null);
    Bar other = new Bar("QQQ", START, 1d, 1d, 1d, 1d, null, null, null, null, null);
    for (List<Bar> bars :
        List.of(List.<Bar>of(), List.of(nan), List.of(other), List.of(good, good))) {
      assertThrows(BadMarketData.class, () -> Importer.check(bars, "SPY"));
    }
  }

  /** A system call for each byte took a minute for five million rows. */
  @Test
  void copiesRowGroupsInBlocks() throws Exception {
    assumeTrue(Files.exists(IO), "Linux counts system calls");
    Path existing = EXISTING.get(TWO_GROUPS);
    long before = reads();
    Imports.fold(
        existing, List.of(bar(START.plus(Duration.ofDays(9_000)))), folder.resolve("merged"));
    long made = reads() - before;
    assertTrue(made < Files.size(existing) / 8, () -> made + " system calls");
  }

  private static long reads() throws IOException {
    return Files.readAllLines(IO).stream()
        .filter(line -> line.startsWith("syscr: "))
        .mapToLong(line -> Long.parseLong(line.substring("syscr: ".length())))
        .sum();
  }

  @Test
  void preservesChecksumErrorsWhenAppending() throws Exception {
    byte[] bytes = Files.readAllBytes(EXISTING.get(TWO_GROUPS));
    bytes[5_000] ^= 1;
    Path damaged = Files.write(folder.resolve("damaged"), bytes);
    Path target = folder.resolve("merged");
    Imports.fold(damaged, List.of(bar(START.plus(Duration.ofDays(9_000)))), target);
    try (ServingCopy copy = Imports.open(target)) {
      assertTrue(
          assertThrows(IOException.class, () -> Imports.bars(copy, 0, PART_OF_ONE))
              .getMessage()
              .contains("checksum"));
    }
  }

  private static int skipped(int rows) {
    return Math.max(0, rows - LAST);
  }

  private static Bar bar(Instant time) {
    return new Bar("SPY", time, 1.5, 2.5, 0.5, 2.25, 100d, null, 7L, "IEXG", false);
  }
}
