package dev.gatehouse.areas.trading.marketdata.serving;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.Imports;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files with a copy and added bars, in which unchanged row groups keep their bytes. */
class MergedParquetTest {
  private static final Instant START = Instant.parse("2010-01-01T00:00:00Z");
  private static final GroupPlan FOLD = new GroupPlan(1_000, true);
  private static final GroupPlan DOWNLOAD = new GroupPlan(250, false);

  @TempDir Path folder;
  private final Random random = new Random(1);
  private final TreeMap<Instant, Bar> expected = new TreeMap<>();
  private Path stored;

  /** Row groups of 1,000, 1,000 and 300 rows, one for each minute. */
  @BeforeEach
  void create() throws Exception {
    Path first = folder.resolve("first");
    new Importer(ImportLimits.DEFAULT).create(minutes(0, 1_000), "SPY", first);
    stored = file(file(first, minutes(1_000, 2_000), FOLD), minutes(2_000, 2_300), FOLD);
    assertEquals(3, groups(stored));
  }

  /** The numbers are minutes of added bars. Fractions lie between two rows. */
  @ParameterizedTest
  @CsvSource({
    "7, 6, 3",
    "1010, 6, 3",
    "-5 7.5 1010 2299, 10, 3",
    "999.5 1000, 7, 4",
    "2299.5 3000, 4, 3",
    "3000, 4, 3",
    "1.5 2001 4000, 8, 4",
  })
  void hasAllBarsForEveryReader(String minutes, int inDownload, int inFold) throws Exception {
    List<Bar> added =
        Arrays.stream(minutes.split(" ")).map(Double::parseDouble).map(this::bar).toList();
    Path download = file(stored, added, DOWNLOAD);
    Path fold = file(stored, added, FOLD);
    assertHasAllBars(download, inDownload);
    assertHasAllBars(fold, inFold);
  }

  private void assertHasAllBars(Path file, int groups) throws Exception {
    List<Bar> all = List.copyOf(expected.values());
    assertEquals(all, Imports.bars(file));
    try (DuckDb duck = new DuckDb()) {
      assertEquals(all, duck.bars("'" + file + "'", "SPY"));
    }
    assertEquals(groups, groups(file));
    assertEquals(all, Imports.bars(Imports.load(file, "SPY")));
  }

  @Test
  void keepsBytesOfUnchangedGroups() throws Exception {
    Path fold = file(stored, List.of(bar(-1), bar(5), bar(5_000)), FOLD);
    assertEquals(4, groups(fold));
    assertArrayEquals(group(stored, 1), group(fold, 2));
  }

  @Test
  void mergesMergedFileAgain() throws Exception {
    Path file = stored;
    for (int i = 0; i < 12; i++) {
      List<Bar> added = new ArrayList<>();
      for (int n = random.nextInt(40); n >= 0; n--) {
        added.add(bar(random.nextInt(-300, 3_000) / 2.0 + 200 * i));
      }
      file = file(file, added, FOLD);
    }
    assertEquals(List.copyOf(expected.values()), Imports.bars(file));
  }

  /** A group that got one bar too many must not leave a group of one row behind. */
  @Test
  void splitsFullGroupsEvenly() throws Exception {
    Path file = file(stored, List.of(bar(3.5)), FOLD);
    try (ServingCopy copy = open(file)) {
      assertEquals(501, copy.footer().rowsIn(0));
      assertEquals(500, copy.footer().rowsIn(1));
    }
  }

  @Test
  void failsIfCopyIsTruncated() throws Exception {
    byte[] bytes = Files.readAllBytes(stored);
    Path truncated = Files.write(folder.resolve("truncated"), Arrays.copyOf(bytes, 5_000));
    try (ServingCopy copy = open(stored);
        MergedParquet file =
            new MergedParquet(
                MergedBars.of(copy, Bars.latest(List.of(bar(3_000)))),
                FileChannel.open(truncated),
                FOLD)) {
      assertThrows(IOException.class, file::readAllBytes);
    }
  }

  private Path file(Path from, List<Bar> added, GroupPlan plan) throws IOException {
    Path target = Files.createTempFile(folder, "merged", ".parquet");
    try (ServingCopy copy = open(from);
        MergedParquet file =
            new MergedParquet(
                MergedBars.of(copy, Bars.latest(added)), FileChannel.open(from), plan)) {
      return Files.write(target, file.readAllBytes());
    }
  }

  /** Returns the bytes of a row group's pages. */
  private static byte[] group(Path file, int group) throws IOException {
    try (ServingCopy copy = open(file)) {
      Footer.Chunk[] chunks = copy.footer().chunks()[group];
      int first = (int) chunks[0].dictionary();
      return Arrays.copyOfRange(
          Files.readAllBytes(file), first, (int) chunks[chunks.length - 1].end());
    }
  }

  private static int groups(Path file) throws IOException {
    try (ServingCopy copy = open(file)) {
      return copy.footer().groups();
    }
  }

  private static ServingCopy open(Path file) throws IOException {
    return ServingCopy.open(file, new IndexCache(1 << 20));
  }

  private List<Bar> minutes(int from, int to) {
    List<Bar> bars = new ArrayList<>();
    for (int minute = from; minute < to; minute++) {
      bars.add(bar(minute));
    }
    return bars;
  }

  /** Returns a bar that is expected in the file from now on. */
  private Bar bar(double minute) {
    double price = random.nextInt(20_000) / 100.0;
    Bar bar =
        new Bar(
            "SPY",
            START.plusMillis((long) (60_000 * minute)),
            new Bar.Prices(price, random.nextDouble(), null, -price),
            new Bar.Trades(1e9 * price, null, random.nextBoolean() ? 7L : null),
            new String[] {null, "IEXG", "gatehouse.seal", "N"}[random.nextInt(4)],
            new Boolean[] {null, true, false}[random.nextInt(3)]);
    expected.put(bar.timeUtc(), bar);
    return bar;
  }
}
