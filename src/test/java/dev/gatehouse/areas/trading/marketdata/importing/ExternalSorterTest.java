package dev.gatehouse.areas.trading.marketdata.importing;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.FileTree;
import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.Imports;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of any order, more of them than fit in memory at once. */
class ExternalSorterTest {
  private static final ImportLimits TINY = new ImportLimits(1_000_000, 16 << 20, 50);

  @TempDir Path folder;
  @AutoClose private final DuckDb duck = new DuckDb();

  @Test
  void mergesMoreRunsThanItOpensAtOnce() throws Exception {
    duck.minutes(7_000);
    Path file = duck.parquet("from bars order by hash(timeUtc)", folder);
    assertEquals(duck.bars("bars", "SPY"), Imports.bars(Imports.load(file, "SPY", TINY)));
    assertEquals(2, FileTree.of(folder).size(), "the upload and its copy; the runs are gone");
  }

  @Test
  void findsADuplicateFarApart() throws Exception {
    duck.minutes(1_000);
    duck.run("insert into bars from bars where timeUtc = '2010-01-01 08:20:00'");
    Path file = duck.parquet("from bars order by hash(close)", folder);
    BadMarketData refusal =
        assertThrows(BadMarketData.class, () -> Imports.load(file, "SPY", TINY));
    assertEquals("column 'timeUtc': two bars for 2010-01-01T08:20:00Z", refusal.getMessage());
  }
}
