package dev.gatehouse.areas.trading.marketdata.serving;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.Imports;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Serving copies as JSON pages and as CSV. */
@Tag("slow")
class RenditionsTest {
  private static final Instant TIME = Instant.parse("2026-01-31T09:30:00Z");
  private static final Instant LATER = TIME.plusNanos(1_234_000);
  private static final List<Bar> BARS =
      List.of(
          new Bar("=F", TIME, 1.0, 2.25, 0.1, 1e-7, 931_800_000d, 100 / 3.0, 12L, "a\"b,c", true),
          new Bar("=F", TIME.plusMillis(1), -1.5, null, null, null, null, null, null, null, null),
          new Bar("=F", LATER, 1e15, -0.0, 123456.789, 5e-324, 0d, 1e300, 0L, "+1", false));

  @TempDir Path folder;
  @AutoClose private final DuckDb duck = new DuckDb();

  @Test
  void writesJsonPages() throws Exception {
    try (ServingCopy copy = copy()) {
      BarsJson json = new BarsJson(EnumSet.allOf(Column.class));
      RowRange all = copy.between(null, null);
      assertEquals(
          "[{\"symbol\":\"=F\",\"timeUtc\":\"2026-01-31T09:30:00.000Z\",\"open\":1,\"high\":2.25,\"low\":0.1,"
              + "\"close\":0.0000001,\"volume\":931800000,\"vwap\":33.333333333333336,\"tradeCount\":12,"
              + "\"exchange\":\"a\\\"b,c\",\"otc\":true}]",
          text(json.write(new MergedBars(copy, new Bars(0)), all.page(0, 1, false), false)));
      assertEquals(
          "[{\"symbol\":\"=F\",\"timeUtc\":\"2026-01-31T09:30:00.001234Z\",\"open\":1.0E15,\"high\":-0,"
              + "\"low\":123456.789,\"close\":4.9E-324,\"volume\":0,\"vwap\":1.0E300,\"tradeCount\":0,"
              + "\"exchange\":\"+1\",\"otc\":false},{\"symbol\":\"=F\",\"timeUtc\":\"2026-01-31T09:30:00.001Z\","
              + "\"open\":-1.5,\"high\":null,\"low\":null,\"close\":null,\"volume\":null,\"vwap\":null,"
              + "\"tradeCount\":null,\"exchange\":null,\"otc\":null}]",
          text(json.write(new MergedBars(copy, new Bars(0)), all.page(0, 2, true), true)));
      assertEquals(
          "[]", text(json.write(new MergedBars(copy, new Bars(0)), all.page(3, 500, true), true)));
      BarsJson few = new BarsJson(Set.of(Column.CLOSE, Column.TIME_UTC));
      assertEquals(
          "[{\"timeUtc\":\"2026-01-31T09:30:00.001Z\",\"close\":null}]",
          text(few.write(new MergedBars(copy, new Bars(0)), all.page(1, 1, true), true)));
    }
  }

  @Test
  void escapesFormulasInCsv() throws Exception {
    assertEquals(
        """
        symbol,timeUtc,open,high,low,close,volume,vwap,tradeCount,exchange,otc
        '=F,2026-01-31T09:30:00.000Z,1,2.25,0.1,0.0000001,931800000,33.333333333333336,12,"a""b,c",true
        '=F,2026-01-31T09:30:00.001Z,-1.5,,,,,,,,
        '=F,2026-01-31T09:30:00.001234Z,1.0E15,-0,123456.789,4.9E-324,0,1.0E300,0,'+1,false
        """,
        Imports.csv(Imports.create(folder.resolve("copy"), "=F", BARS)));
  }

  @Test
  void writesSameRowsInPagesAndCsv() throws Exception {
    duck.minutes(140_000);
    Path upload = duck.parquet("from bars", folder);
    Path serving = Imports.load(upload, "SPY", ImportLimits.DEFAULT);
    try (ServingCopy copy = Imports.open(serving)) {
      Path csv = folder.resolve("back.csv");
      try (BarsCsv stream = new BarsCsv(new MergedBars(copy, new Bars(0)))) {
        Files.copy(stream, csv);
      }
      assertEquals(duck.bars("bars", "SPY"), duck.bars("read_csv('" + csv + "')", "SPY"));
      assertArrayEquals(
          Files.readAllBytes(csv), readOddly(new BarsCsv(new MergedBars(copy, new Bars(0)))));
      BarsJson json = new BarsJson(EnumSet.allOf(Column.class));
      RowRange range =
          copy.between(
              Instant.parse("2010-02-01T00:00:00Z"), Instant.parse("2010-02-02T00:00:30Z"));
      assertEquals(1_441, range.rows());
      JsonNode page =
          new ObjectMapper()
              .readTree(
                  json.write(new MergedBars(copy, new Bars(0)), range.page(500, 500, true), true));
      assertEquals(500, page.size());
      assertEquals("2010-02-01T15:40:00.000Z", page.get(0).get("timeUtc").asText());
      assertEquals("2010-02-01T07:21:00.000Z", page.get(499).get("timeUtc").asText());
    }
  }

  /** More texts than are kept in memory. */
  @Test
  void writesManyDistinctTexts() throws Exception {
    Instant first = Instant.parse("2026-01-31T09:30:00Z");
    List<Bar> bars =
        IntStream.range(0, 5_000)
            .mapToObj(i ->
                new Bar(
                    "SPY", first.plusSeconds(i), 1d, 1d, 1d, 1d, null, null, null, "X" + i, null))
            .toList();
    String csv = Imports.csv(Imports.create(folder.resolve("texts"), "SPY", bars));
    assertEquals(
        IntStream.range(0, 5_000).mapToObj(i -> "X" + i).toList(),
        csv.lines().skip(1).map(line -> line.split(",")[9]).toList());
  }

  @Test
  void rejectsForeignParquetFile() throws Exception {
    duck.minutes(10);
    Path other = duck.parquet("from bars", folder);
    assertThrows(DamagedCopyException.class, () -> ServingCopy.open(other, new IndexCache(0)));
  }

  @Test
  void limitsIndexCacheSize() throws Exception {
    duck.minutes(140_000);
    Path serving = Imports.load(duck.parquet("from bars", folder), "SPY", ImportLimits.DEFAULT);
    IndexCache cache = new IndexCache(50_000);
    try (ServingCopy copy = ServingCopy.open(serving, cache)) {
      List<Bar> all = Imports.bars(copy, 0, 140_000);
      assertEquals(140_000, all.size());
      assertTrue(cache.weight() > 0 && cache.weight() <= 50_000, () -> "holds " + cache.weight());
    }
    assertEquals(0, cache.weight());
  }

  private ServingCopy copy() throws Exception {
    return Imports.open(Imports.create(folder.resolve("copy"), "=F", BARS));
  }

  /** Single bytes and odd lengths, as sockets ask for them. */
  private static byte[] readOddly(InputStream in) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[70_001];
    for (int n = 0; n >= 0; n = in.read(buffer, 3, 60_001)) {
      out.write(buffer, 3, n);
      int one = in.read();
      if (one >= 0) {
        out.write(one);
      }
    }
    assertEquals(-1, in.read());
    return out.toByteArray();
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
