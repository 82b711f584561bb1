package dev.gatehouse.areas.trading.marketdata.serving;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import dev.gatehouse.areas.trading.marketdata.Imports;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files with a copy and added bars, in which unchanged row groups keep their bytes. */
class FoldedFileTest {
  private static final Instant START = Instant.parse("2010-01-01T00:00:00Z");

  @TempDir Path folder;
  private final Random random = new Random(1);
  private final TreeMap<Instant, Bar> expected = new TreeMap<>();
  private Path stored;

  /** Row groups of 1,000, 1,000 and 300 rows, one for each minute. */
  @BeforeEach
  void create() throws Exception {
    stored = folder.resolve("stored");
    try (ServingWriter writer = ServingWriter.serving(stored, "SPY")) {
      for (int minute = 0; minute < 2_300; minute++) {
        if (minute == 1_000 || minute == 2_000) {
          writer.endGroup();
        }
        writer.write(Bars.of(List.of(bar(minute))), 0);
      }
      writer.finish();
    }
    assertEquals(3, groups(stored));
  }

  /** The numbers are minutes of added bars. Fractions lie between two rows. */
  @ParameterizedTest
  @CsvSource({
    "7", "1010", "-5 7.5 1010 2299",
    "999.5 1000", "2299.5 3000", "3000",
    "1.5 2001 4000"
  })
  void hasAllBarsForEveryReader(String minutes) throws Exception {
    List<Bar> added =
        Arrays.stream(minutes.split(" ")).map(Double::parseDouble).map(this::bar).toList();
    Path file = fold(stored, added);
    List<Bar> all = List.copyOf(expected.values());
    assertEquals(all, Imports.bars(file));
    assertEquals(all, DuckDb.read(file, "SPY"));
    assertEquals(3, groups(file));
    assertEquals(all, Imports.bars(Imports.load(file, "SPY")));
  }

  @Test
  void keepsBytesOfUnchangedGroups() throws Exception {
    Path fold = fold(stored, List.of(bar(-1), bar(5), bar(5_000)));
    assertEquals(3, groups(fold));
    assertArrayEquals(group(stored, 1), group(fold, 1));
  }

  @Test
  void mergesMergedFileAgain() throws Exception {
    Path file = stored;
    for (int i = 0; i < 12; i++) {
      List<Bar> added = new ArrayList<>();
      for (int n = random.nextInt(40); n >= 0; n--) {
        added.add(bar(random.nextInt(-300, 3_000) / 2.0 + 200 * i));
      }
      file = fold(file, added);
    }
    assertEquals(List.copyOf(expected.values()), Imports.bars(file));
  }

  private Path fold(Path from, List<Bar> added) throws IOException {
    Path target = Files.createTempFile(folder, "merged", ".parquet");
    Imports.fold(from, added, target);
    return target;
  }

  /** Returns the bytes of a row group's pages. */
  private static byte[] group(Path file, int group) throws IOException {
    try (ServingCopy copy = Imports.open(file)) {
      Footer.Chunk[] chunks = copy.footer().chunks()[group];
      int first = (int) chunks[0].dictionary();
      return Arrays.copyOfRange(
          Files.readAllBytes(file), first, (int) chunks[chunks.length - 1].end());
    }
  }

  private static int groups(Path file) throws IOException {
    try (ServingCopy copy = Imports.open(file)) {
      return copy.footer().groups();
    }
  }

  /** Returns a bar that is expected in the file from now on. */
  private Bar bar(double minute) {
    Bar bar = Imports.randomBar(START.plusMillis((long) (60_000 * minute)), random);
    expected.put(bar.timeUtc(), bar);
    return bar;
  }
}
