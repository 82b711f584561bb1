package dev.gatehouse.areas.trading.marketdata.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.Imports;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of any order, more of them than fit in memory at once. */
class ExternalSorterTest {
  private static final ImportLimits TINY = new ImportLimits(1_000_000, 16 << 20, 50);

  @TempDir Path folder;

  @Test
  void mergesMoreRunsThanItOpensAtOnce() throws Exception {
    try (DuckDb duck = new DuckDb()) {
      duck.minutes(7_000);
      Path file =
          duck.write(
              "from bars order by hash(timeUtc)", folder.resolve("u.parquet"), "format parquet");
      assertEquals(duck.bars("bars", "SPY"), Imports.bars(Imports.load(file, "SPY", TINY)));
      try (var files = Files.list(folder)) {
        assertEquals(2, files.count(), "the upload and its copy; the runs are gone");
      }
    }
  }

  @Test
  void findsADuplicateFarApart() throws Exception {
    try (DuckDb duck = new DuckDb()) {
      duck.minutes(1_000);
      duck.run("insert into bars from bars where timeUtc = '2010-01-01 08:20:00'");
      Path file =
          duck.write(
              "from bars order by hash(close)", folder.resolve("u.parquet"), "format parquet");
      BadMarketData refusal =
          assertThrows(BadMarketData.class, () -> Imports.load(file, "SPY", TINY));
      assertEquals("column 'timeUtc': two bars for 2010-01-01T08:20:00Z", refusal.getMessage());
    }
  }
}
