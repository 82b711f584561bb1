package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.FileTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every invalid upload is rejected with an error that names the column and the row. */
class BadUploadTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                               | the file is empty
          date,open,high,low,close                         | the file has a header and no rows
          date,open,high,close/2026-01-01,1,1,1            | column 'low' (or: low, l, lowprice, tief) is missing; the columns are [date, open, high, close]
          Close,date,o,h,l,close/2026-01-01,1,1,1,1,1      | the columns 'Close' and 'close' have the same name
          t,o,h,l,c/2026-01-01,1,2,x,1                     | row 1, column 'l': 'x' is not a number
          t,o,h,l,c/2026-01-01,1,2,1,1/2026-01-02,1,inf,1,1| row 2, column 'h': 'inf' is not a number
          t,o,h,l,c/2026-01-01,1,2,1,Infinity              | row 1, column 'c': 'Infinity' is not a number
          t,o,h,l,c/2026-01-01,1,2,1,1e999                 | row 1, column 'c': Infinity is not a number
          t,o,h,l,c/2026-01-01,1,2,1,0x1p3                 | row 1, column 'c': '0x1p3' is not a number
          t,o,h,l,c/2026-01-01,1,2,1,1f                    | row 1, column 'c': '1f' is not a number
          t,o,h,l,c/2026-02-30,1,2,1,1                     | row 1, column 't': no such date
          t,o,h,l,c/2026-02-03T25:00:00Z,1,2,1,1           | row 1, column 't': '2026-02-03T25:00:00Z' is not a time
          t,o,h,l,c/yesterday,1,2,1,1                      | row 1, column 't': 'yesterday' is not a time
          t,o,h,l,c/0001-01-01,1,2,1,1                     | row 1, column 't': a time outside the years 1900 to 2199
          t,o,h,l,c/1899-12-31,1,2,1,1                     | row 1, column 't': a time outside the years 1900 to 2199
          t,o,h,l,c/2200-01-01,1,2,1,1                     | row 1, column 't': a time outside the years 1900 to 2199
          t,o,h,l,c/2026-01-01T00:00:00+99:99,1,2,1,1      | row 1, column 't': '2026-01-01T00:00:00+99:99' is not a time
          t,o,h,l,c/2026-01-01T00:00:00+18:01,1,2,1,1      | row 1, column 't': '2026-01-01T00:00:00+18:01' is not a time
          t,o,h,l,c/2026-01-01T00:00:00+01:60,1,2,1,1      | row 1, column 't': '2026-01-01T00:00:00+01:60' is not a time
          t,o,h,l,c/2026-01-01T00:00:00+1,1,2,1,1          | row 1, column 't': '2026-01-01T00:00:00+1' is not a time
          t,o,h,l,c/２０２６-01-01,1,2,1,1                  | row 1, column 't': '２０２６-01-01' is not a time
          t,o,h,l,c/１７０００００００００,1,2,1,1          | row 1, column 't': '１７０００００００００' is not a time
          t,o,h,l,c/2026-01-01T00:00:00.１,1,2,1,1         | row 1, column 't': '2026-01-01T00:00:00.１' is not a time
          t,o,h,l,c/1,1,2,1,1                              | row 1, column 't': 1 may be a row number, a year or a spreadsheet day: not a time
          t,o,h,l,c/2024,1,2,1,1                           | row 1, column 't': 2024 may be a row number, a year or a spreadsheet day: not a time
          t,o,h,l,c/45292,1,2,1,1                          | row 1, column 't': 45292 may be a row number, a year or a spreadsheet day: not a time
          t,o,h,l,c/45292.5,1,2,1,1                        | row 1, column 't': '45292.5' is not a time
          t,o,h,l,c/202401310930,1,2,1,1                   | row 1, column 't': 202401310930 is ambiguous: a date with a time, or milliseconds
          t,o,h,l,c/20240101,1,2,1,1/1704153600,1,2,1,1    | row 2, column 't': 1704153600 is not in dates like the rows before
          t,o,h,l,c/2026-01.31,1,2,1,1                     | row 1, column 't': '2026-01.31' is not a time
          date,time,o,h,l,c/2026-01-01,1767225600,1,2,1,1  | row 1, column 'time': 1767225600 is not a time of day
          date,time,o,h,l,c/2026-01-01T09:30,09:30,1,2,1,1 | row 1, column 'time': a date has a time, but another column has the time: remove one of them
          date,time,o,h,l,c/20260101,,1,2,1,1              | row 1, column 'time': '' is not a time
          date,time,o,h,l,c/20260101,930,1,2,1,1/20260101,93100,1,2,1,1 | row 2, column 'time': 93100: the rows before have another form of time
          t;o;h;l;c/2026-01-01;1,5;2.5;1;1                 | row 1, column 'h': a number with '.' where others have ','
          t,o,h,l,c/,1,2,1,1                               | row 1, column 't': a bar has no time
          t,o,h,l,c/1700000000,1,2,1,1/1700000001000,1,1,1,1 | row 2, column 't': 1700000001000 is not in seconds like the rows before
          t,o,h,l,c/2026-01-01,1,2,1,1/2026-01-01,1,2,1,1  | row 2, column 'timeUtc': a second bar for 2026-01-01T00:00:00Z
          t,o,h,l,c/2026-01-02,1,2,1,1/2026-01-01,1,2,1,1/2026-01-02,1,2,1,1 | column 'timeUtc': two bars for 2026-01-02T00:00:00Z
          symbol,t,o,h,l,c/SPY,2026-01-01,1,2,1,1/QQQ,2026-01-02,1,2,1,1 | row 2, column 'symbol': symbol 'QQQ' in a file for 'SPY'
          t,o,h,l,c/2026-01-01,1,2,1                       | row 1 has 4 fields, the header 5
          t,o,h,l,c,exchange/2026-01-01,1,2,1,1,=1+1       | row 1, column 'exchange': a formula
          t,o,h,l,c/2026-01-01,1,2,1,=SUM(A1)              | row 1, column 'c': '=SUM(A1)' is not a number
          t,o,h,l,c,x/2026-01-01,1,2,1,1,"NY               | row 1: Unclosed quoted field at end of input (record starting at line 2)
          t,o,h,l,c,n/2026-01-01,1,2,1,1,1.5               | row 1, column 'n': 1.5 is not an integer
          t,o,h,l,c,n/2026-01-01,1,2,1,1,9007199254740993  | row 1, column 'n': 9007199254740993 is not between -9007199254740991 and 9007199254740991
          t,o,h,l,c,n/2026-01-01,1,2,1,1,9007199254740992  | row 1, column 'n': 9007199254740992 is not between -9007199254740991 and 9007199254740991
          t,o,h,l,c,n/2026-01-01,1,2,1,1,1e300             | row 1, column 'n': an integer is not between -9007199254740991 and 9007199254740991
          t,o,h,l,c,v/2026-01-01,1,2,1,1,9007199254740993  | row 1, column 'v': 9007199254740993 has more digits than a 64-bit number holds
          t,o,h,l,c/2026-01-01,1,2,1,0.12345678901234567   | row 1, column 'c': 0.12345678901234567 has more digits than a 64-bit number holds
          t,o,h,l,c/2026-01-01,1,2,1,1e-400                | row 1, column 'c': 1E-400 has more digits than a 64-bit number holds
          t,o,h,l,c/2026-01-01,1,2,1,1e9999999999          | row 1, column 'c': '1e9999999999' is not a number
          t,o,h,l,c/2026-01-01T00:00:00.123456789Z,1,2,1,1 | row 1, column 't': a time with nanoseconds; at most six decimals are stored
          t,o,h,l,c/1769851815123456789,1,2,1,1            | row 1, column 't': a time with nanoseconds; at most six decimals are stored
          t,o,h,l,c,otc/2026-01-01,1,2,1,1,maybe           | row 1, column 'otc': 'maybe' is neither true nor false
          """)
  void csv(String lines, String message) throws Exception {
    Path csv = Files.writeString(folder.resolve("u.csv"), lines.replace('/', '\n'));
    assertRefused(message, csv);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          select * exclude (close) from bars                       | column 'close' (or: close, c, closeprice, closelast) is missing; the columns are [symbol, timeUtc, open, high, low, volume, vwap, tradeCount, exchange, otc]
          from bars limit 0                                        | the parquet file has no rows
          select * replace ('x' as open) from bars                 | row 1, column 'open': 'x' is not a number
          select * replace (timeUtc::time as timeUtc) from bars    | column 'timeUtc' (timeUtc) is INT64 TIME(MICROS,false), which is not a time
          select * replace (5 as exchange) from bars               | column 'exchange' (exchange) is INT32 INTEGER(32,true), which is not a text
          select * replace ([open] as open) from bars              | column 'open' (open) is a group, not one value per row
          select * replace ({'a': 1} as vwap) from bars            | column 'vwap' (vwap) is a group, not one value per row
          select * replace (timeUtc::date as close) from bars      | column 'close' (close) is INT32 DATE, which is not a number
          select * replace ('yes' as otc) from bars                | column 'otc' (otc) is BINARY STRING, which is not a boolean
          select * replace (year(timeUtc)::bigint as timeUtc) from bars | row 1, column 'timeUtc': 2010 may be a row number, a year or a spreadsheet day: not a time
          select * replace ((row_number() over ())::integer as timeUtc) from bars | row 1, column 'timeUtc': 1 may be a row number, a year or a spreadsheet day: not a time
          select * replace (45292.5::double as timeUtc) from bars | row 1, column 'timeUtc': 45292.5 is not an integer
          select timeUtc::date as date, open as time, open, high, low, close from bars | column 'time' (the time beside a date) is DOUBLE, which is not a time of day
          select * replace (case when minute(timeUtc) = 7 then '-inf'::double else high end as high) from bars | row 8, column 'high': -Infinity is not a number
          select * replace (case when minute(timeUtc) = 9 then null else timeUtc end as timeUtc) from bars | row 10, column 'timeUtc': a bar has no time
          select * replace (case when minute(timeUtc) = 9 then timeUtc - interval 1 minute else timeUtc end as timeUtc) from bars | row 10, column 'timeUtc': a second bar for 2010-01-01T00:08:00Z
          select * replace (case when minute(timeUtc) = 9 then 'QQQ' else 'SPY' end as symbol) from bars | row 10, column 'symbol': symbol 'QQQ' in a file for 'SPY'
          select * replace (9007199254740993 as volume) from bars  | row 1, column 'volume': 9007199254740993 has more digits than a 64-bit number holds
          select * replace (18446744073709551615::ubigint as volume) from bars | row 1, column 'volume': 18446744073709551615 is too large
          select * replace (18446744073709551615::ubigint as tradeCount) from bars | row 1, column 'tradeCount': 18446744073709551615 is too large
          select * replace (9007199254740992 as tradeCount) from bars | row 1, column 'tradeCount': 9007199254740992 is not between -9007199254740991 and 9007199254740991
          select * replace (9007199254740993::decimal(38) as tradeCount) from bars | row 1, column 'tradeCount': 9007199254740993 is not between -9007199254740991 and 9007199254740991
          select * replace (9007199254740993::decimal(18) as tradeCount) from bars | row 1, column 'tradeCount': 9007199254740993 is not between -9007199254740991 and 9007199254740991
          select * replace (1.5::decimal(18, 1) as tradeCount) from bars | row 1, column 'tradeCount': 1.5 is not an integer
          select * replace (0.12345678901234567::decimal(38, 17) as open) from bars | row 1, column 'open': 0.12345678901234567 has more digits than a 64-bit number holds
          select * replace (1234567.89012345678::decimal(18, 11) as open) from bars | row 1, column 'open': 1234567.89012345678 has more digits than a 64-bit number holds
          select * replace (make_timestamp_ns(epoch_ns(timeUtc) + 1) as timeUtc) from bars | row 1, column 'timeUtc': a time with nanoseconds; at most six decimals are stored
          select * replace (epoch_ns(timeUtc) + 1 as timeUtc) from bars | row 1, column 'timeUtc': a time with nanoseconds; at most six decimals are stored
          select * replace (2 as otc) from bars | row 1, column 'otc': 2 is neither true nor false
          select * replace (-9223372036854775808 as otc) from bars | row 1, column 'otc': -9223372036854775808 is not between -9007199254740991 and 9007199254740991
          select * replace (1.5::double as tradeCount) from bars   | row 1, column 'tradeCount': 1.5 is not an integer
          """)
  void parquet(String query, String message) throws Exception {
    assertRefused(message, DuckDb.upload(50, query, folder));
  }

  @Test
  void rejectsFileOfAnotherSymbol() throws Exception {
    Path file = DuckDb.upload(50, "from bars", folder);
    BadMarketData refusal = assertThrows(BadMarketData.class, () -> Imports.load(file, "AAPL"));
    assertEquals("row 2, column 'symbol': symbol 'SPY' in a file for 'AAPL'", refusal.getMessage());
  }

  @Test
  void rejectsInvalidParquetFiles() throws Exception {
    assertRefused(
        "not a parquet file: it does not begin with PAR1; send CSV as text/csv",
        Files.writeString(folder.resolve("a.parquet"), "date,open\n2026-01-01,1\n"));
    assertRefused(
        "the parquet file is truncated: the footer is missing",
        Files.writeString(folder.resolve("b.parquet"), "PAR1".repeat(100) + "...."));
    assertRefused("the file is empty", Files.createFile(folder.resolve("c.parquet")));
  }

  private void assertRefused(String message, Path upload) throws Exception {
    BadMarketData refusal = assertThrows(BadMarketData.class, () -> Imports.load(upload, "SPY"));
    assertEquals(message, refusal.getMessage());
    assertEquals(List.of(), FileTree.of(folder, ".serving"), "nothing is left behind");
  }
}
