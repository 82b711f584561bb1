package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.serving.IndexCache;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What DuckDB reads in an upload is what the serving copy has, for every form DuckDB writes. */
@Tag("slow")
class WritersTest {
  private static final int ROWS = 6_000;

  @TempDir Path folder;
  @AutoClose private final DuckDb duck = new DuckDb();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "codec snappy",
        "codec zstd, row_group_size 2048",
        "codec gzip",
        "codec lz4_raw",
        "codec brotli",
        "codec uncompressed",
        "codec zstd, parquet_version v2",
        "codec snappy, parquet_version v2, dictionary_size_limit 1",
        "codec zstd, dictionary_size_limit 1",
      })
  void readsWhatDuckDbWrites(String options) throws Exception {
    duck.minutes(ROWS);
    Path file = duck.write("from bars", folder.resolve("u.parquet"), "format parquet, " + options);
    assertEquals(duck.bars("'" + file + "'", "SPY"), Imports.bars(Imports.load(file, "SPY")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "order by timeUtc desc",
        "order by hash(timeUtc)",
        "order by minute(timeUtc), timeUtc"
      })
  void sortsWhatIsNotInOrder(String order) throws Exception {
    duck.minutes(ROWS);
    Path file = duck.write("from bars " + order, folder.resolve("u.parquet"), "format parquet");
    assertEquals(duck.bars("bars", "SPY"), Imports.bars(Imports.load(file, "SPY")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeUtc::timestamp_ms as timestamp",
        "timeUtc::timestamp_ns as \"Time UTC\"",
        "timeUtc::timestamptz as \"TIMEUTC\"",
        "timeUtc::timestamp_s as t",
        "strftime(timeUtc, '%Y-%m-%dT%H:%M:%SZ') as date",
        "strftime(timeUtc, '%Y-%m-%d %H:%M') as time",
        "epoch_ms(timeUtc) as t",
        "epoch(timeUtc)::bigint as t",
        "epoch(timeUtc)::double as t",
        "epoch_ns(timeUtc) as t",
      })
  void takesEveryFormOfTime(String time) throws Exception {
    duck.minutes(3_000);
    String query = "select " + time + ", * exclude (timeUtc) from bars";
    Path file = duck.parquet(query, folder);
    assertEquals(duck.bars("bars", "SPY"), Imports.bars(Imports.load(file, "SPY")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "float", "decimal(9, 2)", "decimal(18, 4)", "decimal(30, 5)", "integer",
        "bigint", "smallint", "utinyint", "uinteger", "ubigint",
      })
  void takesEveryFormOfPrice(String type) throws Exception {
    duck.minutes(3_000);
    String query =
        "select timeUtc, open::T as Open, high::T as HIGH, low::T as l, close::T as close, volume, vwap, tradeCount::double as"
            + " trade_count, exchange, otc from bars";
    Path file =
        duck.write(
            query.replace("T as", type + " as").replace("::" + type + " as", "::" + type + " as"),
            folder.resolve("u.parquet"),
            "format parquet");
    duck.run(
        "create table expected as select timeUtc, Open as open, HIGH as high, l as low, close, volume, vwap, trade_count as tradeCount, exchange, otc from '"
            + file
            + "'");
    assertEquals(duck.bars("expected", "SPY"), Imports.bars(Imports.load(file, "SPY")));
  }

  @Test
  void readsSamePagesAsDuckDb() throws Exception {
    duck.minutes(140_000);
    Path file = duck.parquet("from bars order by hash(timeUtc)", folder);
    Path serving = Imports.load(file, "SPY", ImportLimits.DEFAULT);
    List<Bar> expected = duck.bars("bars", "SPY");
    Random random = new Random(3);
    try (ServingCopy copy = ServingCopy.open(serving, new IndexCache(100_000))) {
      for (int i = 0; i < 300; i++) {
        int count = random.nextInt(5_000);
        int first = random.nextInt(expected.size() - count + 1);
        assertEquals(expected.subList(first, first + count), Imports.bars(copy, first, count));
      }
    }
  }

  @Test
  void readsMissingOptionalColumnsAsNull() throws Exception {
    duck.minutes(100);
    Path file =
        duck.write(
            "select timeUtc::date + (i::int) as date, open, high, low, close, 5.5 as \"Adj Close\", [1, 2] as extra from"
                + " (select *, row_number() over () as i from bars)",
            folder.resolve("u.parquet"),
            "format parquet");
    List<Bar> bars = Imports.bars(Imports.load(file, "SPY"));
    assertEquals(100, bars.size());
    assertEquals("2010-01-02T00:00:00Z", bars.getFirst().timeUtc().toString());
    assertEquals(null, bars.getFirst().volume());
    assertEquals(null, bars.getFirst().exchange());
    assertEquals(null, bars.getFirst().otc());
  }
}
