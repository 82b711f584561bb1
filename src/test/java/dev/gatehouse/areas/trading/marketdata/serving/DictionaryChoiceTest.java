package dev.gatehouse.areas.trading.marketdata.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.areas.trading.marketdata.DuckDb;
import dev.gatehouse.areas.trading.marketdata.Imports;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of few different values get a dictionary in a serving copy, others none. */
class DictionaryChoiceTest {
  @TempDir Path folder;
  @AutoClose private final DuckDb duck = new DuckDb();

  @ParameterizedTest
  @CsvSource({
    "prices in cents, 100 + (hash(i) % 8000) / 100, true",
    "one price, 100.25, true",
    "all different, 100 + i / 7.0, false",
    "hardly any twice, 100 + (hash(i) % 1000000) / 10000, false",
  })
  void choosesDictionaryFromFirstPage(String what, String open, boolean dictionary)
      throws Exception {
    assertEquals(dictionary, hasDictionary(open, 5_000), what);
  }

  @Test
  void omitsDictionaryForShortGroups() throws Exception {
    assertEquals(false, hasDictionary("100 + (hash(i) % 8000) / 100", 400));
  }

  /** Whether the serving copy's prices have one, as DuckDB sees it. */
  private boolean hasDictionary(String open, int rows) throws Exception {
    String bars =
        "select make_timestamp(1262304000000000 + i * 60000000) as timeUtc, "
            + open
            + " as open, 1.0 as high, 1.0 as low, 1.0 as close from range("
            + rows
            + ") t(i)";
    Path serving = Imports.load(duck.parquet(bars, folder), "SPY");
    String encodings =
        "select encodings from parquet_metadata('" + serving + "') where path_in_schema = 'open'";
    try (Statement statement = duck.connection().createStatement();
        ResultSet row = statement.executeQuery(encodings)) {
      row.next();
      return row.getString(1).contains("RLE_DICTIONARY");
    }
  }
}
