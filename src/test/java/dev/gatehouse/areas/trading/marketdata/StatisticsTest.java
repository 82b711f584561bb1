package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import module java.base;

import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values that a column's statistics rule out are damage; statistics that mean nothing rule nothing
 * out. The files are right and their statistics changed, which comes to the same.
 */
class StatisticsTest {
  /** The time of the last of the ten bars. */
  private static final long LAST_NANO = 1_262_304_540_000_000_000L;

  private static final String OUTSIDE = "damaged: values outside its statistics";
  private static final Map<String, Consumer<Statistics>> CHANGES =
      Map.ofEntries(
          Map.entry("nulls", statistics -> statistics.setNull_count(7)),
          Map.entry("least", statistics -> statistics.setMin_value(number(5.5))),
          Map.entry("most", statistics -> statistics.setMax_value(number(5.5))),
          Map.entry("least float", statistics -> statistics.setMin_value(single(5.5f))),
          Map.entry("least count", statistics -> statistics.setMin_value(whole(2))),
          Map.entry("most nanos", statistics -> statistics.setMax_value(whole(LAST_NANO - 1))),
          Map.entry("most day", statistics -> statistics.setMax_value(four(14_618))),
          Map.entry("deprecated", StatisticsTest::onlyDeprecated),
          Map.entry("none", StatisticsTest::noBounds),
          Map.entry("NaN", statistics -> statistics.setMin_value(number(Double.NaN))),
          Map.entry("half", statistics -> statistics.setMin_value(single(5.5f))),
          Map.entry("minus zero", statistics -> statistics.setMax_value(number(-0.0))));

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          close      | nulls       | i::double             | damaged: 0 nulls, its statistics have 7
          close      | least       | i::double             | OUTSIDE
          close      | most        | i::double             | OUTSIDE
          close      | least float | i::float              | OUTSIDE
          tradeCount | least count | i                     | OUTSIDE
          close      | least count | i::decimal(18, 4)     | OUTSIDE
          timeUtc    | most nanos  | make_timestamp_ns(1262304000000000000 + i * 60000000000) | OUTSIDE
          timeUtc    | most day    | date '2010-01-01' + i::int | OUTSIDE
          close      | deprecated  | i::double             |
          close      | none        | i::double             |
          close      | NaN         | i::double             |
          close      | half        | i::double             |
          close      | minus zero  | 0::double             |
          tradeCount | least count | i::ubigint            |
          """)
  void areHeldAgainstTheValues(String column, String change, String values, String refusal)
      throws Exception {
    Path file = changed(column, values, footer -> CHANGES.get(change).accept(of(footer, column)));
    if (refusal == null) {
      assertEquals(10, Imports.bars(Imports.load(file, "SPY")).size());
    } else {
      BadMarketData refused =
          assertThrows(BadMarketData.class, () -> Imports.load(file, "SPY"), "taken");
      assertEquals(
          "column '" + column + "': " + refusal.replace("OUTSIDE", OUTSIDE), refused.getMessage());
    }
  }

  @Test
  void ignoresBoundsWithoutColumnOrder() throws Exception {
    Path file =
        changed(
            "close",
            "i::double",
            footer -> {
              CHANGES.get("least").accept(of(footer, "close"));
              footer.unsetColumn_orders();
            });
    assertEquals(10, Imports.bars(Imports.load(file, "SPY")).size());
  }

  private Path changed(String column, String values, Consumer<FileMetaData> change)
      throws Exception {
    Path file = folder.resolve("u.parquet");
    try (DuckDb duck = new DuckDb()) {
      String time = "make_timestamp(1262304000000000 + i * 60000000) as timeUtc";
      String bars = "select " + time + ", 5.0 as open, 5.0 as high, 5.0 as low, 5.0 as close,";
      duck.write(
          "select * replace ("
              + values
              + " as "
              + column
              + ") from ("
              + bars
              + " 5 as tradeCount, i from range(10) t(i))",
          file,
          "format parquet, codec uncompressed");
    }
    byte[] bytes = Files.readAllBytes(file);
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    int start = bytes.length - 8 - length;
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes, start, length));
    change.accept(footer);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, start);
    Util.writeFileMetaData(footer, out);
    out.writeBytes(four(out.size() - start));
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    return Files.write(file, out.toByteArray());
  }

  private static Statistics of(FileMetaData footer, String column) {
    return footer.getRow_groups().getFirst().getColumns().stream()
        .map(chunk -> chunk.getMeta_data())
        .filter(data -> data.getPath_in_schema().getFirst().equals(column))
        .map(ColumnMetaData::getStatistics)
        .findFirst()
        .orElseThrow();
  }

  private static void onlyDeprecated(Statistics statistics) {
    noBounds(statistics);
    statistics.setMin(number(5.5)).setMax(number(5.6));
  }

  private static void noBounds(Statistics statistics) {
    statistics.unsetMin_value();
    statistics.unsetMax_value();
  }

  private static byte[] number(double value) {
    return whole(Double.doubleToLongBits(value));
  }

  private static byte[] single(float value) {
    return four(Float.floatToIntBits(value));
  }

  private static byte[] whole(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private static byte[] four(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }
}
