package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Words;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files of polars, arrow-rs, hyparquet-writer and parquet-hadoop give the bars that DuckDB reads in
 * the CSV of the same. BROTLI comes from polars, arrow-rs and DuckDB.
 */
@Tag("slow")
class OtherWritersTest {
  @TempDir Path folder;

  @ParameterizedTest
  @Words(
      """
      bars.csv polars-uncompressed.parquet polars-snappy.parquet polars-gzip.parquet polars-brotli.parquet
      polars-lz4.parquet polars-zstd.parquet wasm-v1-lz4raw.parquet wasm-v2-zstd.parquet wasm-v2-brotli-plain.parquet
      wasm-v2-gzip-delta.parquet wasm-v1-uncompressed-delta.parquet hyparquet-default.parquet hyparquet-groups.parquet
      hyparquet-split.parquet arrow-cpp-micros.parquet arrow-cpp-nanos.parquet spark-int96.parquet
      spark-decimal-zstd.parquet
      """)
  void readsWhatOthersWrote(String name) throws Exception {
    List<Bar> expected = expected();
    Path serving = Imports.load(resource(name), "QQQ");
    assertEquals(expected, Imports.bars(serving));
    Random random = new Random(7);
    try (ServingCopy copy = Imports.open(serving)) {
      for (int i = 0; i < 50; i++) {
        int first = random.nextInt(expected.size());
        int count = random.nextInt(expected.size() - first + 1);
        assertEquals(expected.subList(first, first + count), Imports.bars(copy, first, count));
      }
    }
  }

  /** Null, FLOAT16 and UINT64, and a flag that pandas has made a DOUBLE. */
  @Test
  void readsEveryTypeThatHoldsTheValue() throws Exception {
    List<Bar> bars = Imports.bars(Imports.load(resource("arrow-odd-types.parquet"), "QQQ"));
    assertEquals(Arrays.asList(1.5, 2.0, 1.5, null), Imports.prices(bars.get(0)));
    assertEquals(Arrays.asList(0.25, 65_504.0, null, 1.0), Imports.prices(bars.get(1)));
    assertEquals(Arrays.asList(-3.0, 0x1p-24, 0.1, 2.0), Imports.prices(bars.get(2)));
    assertEquals(Arrays.asList(1.0, null, 0L), Imports.trades(bars.get(0)));
    assertEquals(Arrays.asList(0x1p53, null, (1L << 53) - 1), Imports.trades(bars.get(1)));
    assertEquals(Arrays.asList(0x1p60, null, null), Imports.trades(bars.get(2)));
    assertEquals(List.of(true, false), List.of(bars.get(0).otc(), bars.get(1).otc()));
    assertNull(bars.get(2).otc());
    assertNull(bars.get(2).exchange());
  }

  @ParameterizedTest
  @EnumSource(value = CompressionCodecName.class, mode = EnumSource.Mode.EXCLUDE, names = "BROTLI")
  void readsWhatParquetHadoopWrites(CompressionCodecName codec) throws Exception {
    List<Bar> bars = expected();
    // Each pair of values, over all codecs.
    int turn = codec.ordinal();
    for (WriterVersion version : WriterVersion.values()) {
      for (String time : List.of(HadoopFile.MICROS, HadoopFile.NANOS, HadoopFile.INT96)) {
        boolean dictionary = turn++ % 2 == 0;
        Path file = folder.resolve(version + "-" + time.hashCode() + ".parquet");
        new HadoopFile(codec, version, dictionary, time).write(file, bars);
        assertEquals(bars, Imports.bars(Imports.load(file, "QQQ")));
      }
    }
  }

  @Test
  void importsTheRealIndexAsItIs() throws Exception {
    Path csv = folder.resolve("sp500-2000.csv");
    try (InputStream packed = open("sp500-2000.csv.gz");
        InputStream in = new GZIPInputStream(packed)) {
      Files.copy(in, csv);
    }
    try (DuckDb duck = new DuckDb()) {
      duck.run(
          "create table bars as select date as timeUtc, open, high, low, close, volume, null::double as vwap, null::bigint as"
              + " tradeCount, null::varchar as exchange, null::boolean as otc from read_csv('"
              + csv
              + "')");
      List<Bar> expected = duck.bars("bars", "^GSPC");
      assertEquals(5_105, expected.size());
      assertEquals(expected, Imports.bars(Imports.load(csv, "^GSPC")));
    }
  }

  private List<Bar> expected() throws Exception {
    try (DuckDb duck = new DuckDb()) {
      return duck.bars("read_csv('" + resource("bars.csv") + "')", "QQQ");
    }
  }

  private Path resource(String name) throws Exception {
    Path copy = folder.resolve(name);
    if (!Files.exists(copy)) {
      try (InputStream in = open(name)) {
        Files.copy(in, copy);
      }
    }
    return copy;
  }

  private InputStream open(String name) {
    InputStream in = getClass().getResourceAsStream("/market/" + name);
    assertNotNull(in, name);
    return in;
  }
}
