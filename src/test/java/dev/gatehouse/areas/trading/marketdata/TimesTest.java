package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times in the forms in which programs write them, and texts in the encodings of spreadsheets. */
class TimesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "2026-01-31, 2026-01-31T00:00:00Z",
    "2026/01/31, 2026-01-31T00:00:00Z",
    "2026.01.31, 2026-01-31T00:00:00Z",
    "20260131, 2026-01-31T00:00:00Z",
    "20260131093015, 2026-01-31T09:30:15Z",
    "20260131T0930, 2026-01-31T09:30:00Z",
    "20260131T093015.25Z, 2026-01-31T09:30:15.250Z",
    "2026-01-31 09:30, 2026-01-31T09:30:00Z",
    "2026-01-31T09:30:15.123456000Z, 2026-01-31T09:30:15.123456Z",
    "'2026-01-31T09:30:15,5z', 2026-01-31T09:30:15.500Z",
    "2026-01-31t09:30:00 UTC, 2026-01-31T09:30:00Z",
    "2026-01-31T09:30:00+00, 2026-01-31T09:30:00Z",
    "2026-01-31T09:30:00+0000, 2026-01-31T09:30:00Z",
    "2026-01-31T09:30:00-0530, 2026-01-31T15:00:00Z",
    "2026-01-31T09:30:00 -05:30, 2026-01-31T15:00:00Z",
    "2026-01-31T00:30:00+14, 2026-01-30T10:30:00Z",
    "1769851815, 2026-01-31T09:30:15Z",
    "-631152000, 1950-01-01T00:00:00Z",
    "1769851815123, 2026-01-31T09:30:15.123Z",
    "1769851815123456, 2026-01-31T09:30:15.123456Z",
    "1769851815123456000, 2026-01-31T09:30:15.123456Z",
    "1900-01-01, 1900-01-01T00:00:00Z",
  })
  void parsesTimesOfOneColumn(String text, Instant time) throws Exception {
    assertEquals(time, first("t,o,h,l,c\n\"" + text + "\",1,1,1,1\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-31, 09:30, 2026-01-31T09:30:00Z",
    "2026-01-31, 09:30:15.5, 2026-01-31T09:30:15.500Z",
    "2026-01-31, 23:30:00-05:00, 2026-02-01T04:30:00Z",
    "20260131, 0930, 2026-01-31T09:30:00Z",
    "20260131, 093015, 2026-01-31T09:30:15Z",
    "20260131, 93015, 2026-01-31T09:30:15Z",
    "20260131, 930, 2026-01-31T09:30:00Z",
    "20260131, 000000, 2026-01-31T00:00:00Z",
    "2026.01.31, 00:00:00, 2026-01-31T00:00:00Z",
  })
  void parsesTimesOfTwoColumns(String date, String time, Instant whole) throws Exception {
    assertEquals(whole, first("<DATE>,<TIME>,o,h,l,c\n" + date + "," + time + ",1,1,1,1\n"));
    assertEquals(whole, first("Time;o;h;l;c;Date\n" + time + ";1;1;1;1;" + date + "\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          timeUtc::date as date, timeUtc::time as time
          timeUtc::date::timestamp as date, strftime(timeUtc, '%H:%M') as time
          strftime(timeUtc, '%Y%m%d')::integer as Date, strftime(timeUtc, '%H%M')::integer as Time
          strftime(timeUtc, '%Y%m%d')::bigint as DATE, strftime(timeUtc, '%H%M%S') as TIME
          """)
  void ofTwoColumnsInParquet(String columns) throws Exception {
    try (DuckDb duck = new DuckDb(100)) {
      Path file = duck.parquet("select " + columns + ", open, high, low, close from bars", folder);
      List<Bar> bars = Imports.bars(Imports.load(file, "SPY"));
      assertEquals(Instant.parse("2010-01-01T00:00:00Z"), bars.getFirst().timeUtc());
      assertEquals(Instant.parse("2010-01-01T01:39:00Z"), bars.getLast().timeUtc());
    }
  }

  /** Of 1950 to 2026 some lie so close to 1970 that they alone would be nothing. */
  @Test
  void parsesEpochSecondsNear1970BesideOthers() throws Exception {
    List<Bar> bars = bars("t,o,h,l,c\n-631152000,1,1,1,1\n86400,1,1,1,1\n1769851815,1,1,1,1\n");
    assertEquals(Instant.parse("1970-01-02T00:00:00Z"), bars.get(1).timeUtc());
  }

  @ParameterizedTest
  @CsvSource({"UTF-16LE", "UTF-16BE", "UTF-8"})
  void usesEncodingOfByteOrderMark(String charset) throws Exception {
    StringBuilder text = new StringBuilder("\uFEFFDate;Open;High;Low;Close;Exchange\n");
    for (int day = 0; day < 3_000; day++) {
      text.append(java.time.LocalDate.of(2010, 1, 1).plusDays(day))
          .append(";1,5;2,25;-0,5;1e2;Börse 😀\n");
    }
    Path csv =
        Files.write(folder.resolve("u.csv"), text.toString().getBytes(Charset.forName(charset)));
    List<Bar> bars = Imports.bars(Imports.load(csv, "SPY"));
    assertEquals(3_000, bars.size());
    assertEquals("Börse 😀", bars.getLast().exchange());
    assertEquals(Arrays.asList(1.5, 2.25, -0.5, 100.0), Imports.prices(bars.getFirst()));
  }

  @Test
  void readsNaNAndEmptyValuesAsNull() throws Exception {
    List<Bar> bars =
        bars("t,o,h,l,c,volume,n\n2026-01-01,1,NaN,1,1,nan,NaN\n2026-01-02,NaN,,null,1,,\n");
    assertEquals(Arrays.asList(1.0, null, 1.0, 1.0), Imports.prices(bars.getFirst()));
    assertEquals(Arrays.asList(null, null, null), Imports.trades(bars.getFirst()));
    assertEquals(Arrays.asList(null, null, null, 1.0), Imports.prices(bars.getLast()));
    try (DuckDb duck = new DuckDb(10)) {
      Path file =
          duck.parquet(
              "select * replace ('NaN'::double as high, 'NaN'::double as tradeCount,"
                  + " 'NaN'::float as volume) from bars",
              folder);
      Bar bar = Imports.bars(Imports.load(file, "SPY")).getLast();
      assertNull(bar.high());
      assertNull(bar.volume());
      assertNull(bar.tradeCount());
    }
  }

  @Test
  void countsImplausibleBars() throws Exception {
    Path csv =
        Files.writeString(
            folder.resolve("u.csv"),
            """
            timeUtc,open,high,low,close,volume
            2026-01-01,1,2,3,1,5
            2026-01-02,1,2,1,1,-5
            2026-01-03,1,2,3,1,-5
            2026-01-04,1,2,,1,
            2026-01-05,1,2,2,1,0
            """);
    assertEquals(
        new Importer.Result(5, 3, ColumnUse.NONE),
        new Importer(ImportLimits.DEFAULT)
            .load(csv, Importer.Format.CSV, "SPY", folder.resolve("copy")));
  }

  private Instant first(String csv) throws Exception {
    return bars(csv).getFirst().timeUtc();
  }

  private List<Bar> bars(String csv) throws Exception {
    return Imports.bars(Imports.load(Files.writeString(folder.resolve("u.csv"), csv), "SPY"));
  }
}
