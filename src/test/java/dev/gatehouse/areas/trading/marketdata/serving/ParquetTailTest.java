package dev.gatehouse.areas.trading.marketdata.serving;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.Imports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stored bytes of a copy and the end for its tail have the bars of a rewritten copy. */
class ParquetTailTest {
  private static final Instant START = Instant.parse("2010-01-01T00:00:00Z");
  private static final int ROWS = 2_500;

  @TempDir Path folder;

  /** Bars behind the rows, over the last rows, amid all rows and before them. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 2500, 2501", "2, 1500, 2500, 9000",
    "3, 1, 2499, 2500", "4, 300, -50, 2600",
    "5, 20, -40, 0",
  })
  void equalsFileAfterFold(int seed, int count, int from, int to) throws Exception {
    Random random = new Random(seed);
    Path stored = create("stored", bars(0, ROWS, random));
    List<Bar> added = added(count, from, to, random);
    Path file = extended(stored, added).orElseThrow();
    assertSameBars(folded(stored, added), file);
    assertEquals(from < ROWS ? 1 : 2, groups(file));
  }

  /** Each file is a serving copy, so that files with several row groups can be extended. */
  @Test
  void extendsFileOfSeveralRowGroups() throws Exception {
    Random random = new Random(7);
    Path file = create("stored", bars(0, ROWS, random));
    Path expected = file;
    for (int from : new int[] {ROWS, 2 * ROWS, 3 * ROWS}) {
      List<Bar> added = bars(from, from + 1_200, random);
      file = extended(file, added).orElseThrow();
      expected = folded(expected, added);
    }
    assertEquals(4, groups(file));
    // Changes the last two groups. Their bytes remain in the file without a reference.
    List<Bar> changed = added(30, 2 * ROWS + 5, 3 * ROWS + 2_000, random);
    assertSameBars(folded(expected, changed), extended(file, changed).orElseThrow());
    assertEquals(3, groups(extended(file, changed).orElseThrow()));
  }

  @Test
  void isIdenticalForEveryReader() throws Exception {
    Random random = new Random(8);
    Path stored = create("stored", bars(0, ROWS, random));
    List<Bar> added = bars(ROWS, ROWS + 40, random);
    assertEquals(-1, Files.mismatch(extended(stored, added).get(), extended(stored, added).get()));
  }

  @Test
  void leavesLargeEndsToMergedFile() throws Exception {
    Random random = new Random(9);
    Path stored = create("stored", bars(0, ParquetTail.MAX_ROWS, random));
    assertTrue(extended(stored, bars(-1, 0, random)).isEmpty());
    assertTrue(extended(stored, bars(0, 1, random)).isPresent());
  }

  @Test
  void detectsDamagedIndex() throws Exception {
    Random random = new Random(10);
    Path stored = create("stored", bars(0, ROWS, random));
    byte[] bytes = Files.readAllBytes(extended(stored, bars(ROWS, ROWS + 9, random)).get());
    int index = (int) end(stored).start();
    bytes[index + 5] ^= 1;
    Path damaged = Files.write(folder.resolve("damaged"), bytes);
    assertThrows(DamagedCopyException.class, () -> Imports.open(damaged).close());
  }

  /** For this program's readers, for others, and for an upload. */
  private void assertSameBars(Path expected, Path actual) throws Exception {
    assertEquals(Imports.csv(expected), Imports.csv(actual));
    assertEquals(DuckDb.read(expected, "SPY"), DuckDb.read(actual, "SPY"));
    assertEquals(
        Imports.csv(expected), Imports.csv(Imports.load(actual, "SPY", ImportLimits.DEFAULT)));
  }

  private Optional<Path> extended(Path stored, List<Bar> added) throws IOException {
    try (ServingCopy copy = Imports.open(stored)) {
      Optional<ParquetTail> tail = ParquetTail.of(new MergedBars(copy, Bars.latest(added)));
      if (tail.isEmpty()) {
        return Optional.empty();
      }
      byte[] bytes = Arrays.copyOf(Files.readAllBytes(stored), Math.toIntExact(tail.get().size()));
      System.arraycopy(
          tail.get().bytes(), 0, bytes, (int) tail.get().kept(), tail.get().bytes().length);
      Path file = Files.createTempFile(folder, "extended", ".parquet");
      return Optional.of(Files.write(file, bytes));
    }
  }

  private Path folded(Path stored, List<Bar> added) throws IOException {
    Path target = Files.createTempFile(folder, "folded", ".parquet");
    Imports.fold(stored, added, target);
    return target;
  }

  private Path create(String name, List<Bar> bars) throws IOException {
    return Imports.create(folder.resolve(name), "SPY", bars);
  }

  private static int groups(Path file) throws IOException {
    return end(file).footer().getRow_groups().size();
  }

  private static SealedEnd end(Path file) throws IOException {
    try (ServingCopy copy = Imports.open(file)) {
      return copy.end();
    }
  }

  /** Bars at some of the minutes of a range, each at most once. */
  private static List<Bar> added(int count, int from, int to, Random random) {
    IntStream minutes = random.ints(from, to).distinct().limit(count);
    return minutes.mapToObj(minute -> bar(minute, random)).toList();
  }

  private static List<Bar> bars(int from, int to, Random random) {
    return IntStream.range(from, to).mapToObj(minute -> bar(minute, random)).toList();
  }

  private static Bar bar(int minute, Random random) {
    return Imports.randomBar(START.plusSeconds(60L * minute), random);
  }
}
