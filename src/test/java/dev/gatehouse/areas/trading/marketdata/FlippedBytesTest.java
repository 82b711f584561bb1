package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.serving.DamagedCopyException;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A changed byte results in the same data or in a rejection, never in other data or another
 * failure.
 */
@Tag("slow")
class FlippedBytesTest {
  @TempDir Path folder;
  @AutoClose private final DuckDb duck = new DuckDb();

  @Test
  void detectsFlippedBytesInServingCopy() throws Exception {
    Path serving =
        Imports.load(hadoop(CompressionCodecName.ZSTD, WriterVersion.PARQUET_1_0, 2_500), "SPY");
    List<Bar> bars = Imports.bars(serving);
    String csv = Imports.csv(serving);
    byte[] good = Files.readAllBytes(serving);
    Random random = new Random(11);
    int refused = 0;
    for (int i = 0; i < 150; i++) {
      Path damaged = Files.write(folder.resolve("damaged"), flipped(good, random, i % 4 == 0));
      try {
        assertEquals(bars, Imports.bars(damaged));
        assertEquals(csv, Imports.csv(damaged));
        readByTime(damaged, bars);
      } catch (DamagedCopyException e) {
        refused++;
      }
    }
    assertTrue(refused > 146, () -> "only the leading magic may go unnoticed");
  }

  @ParameterizedTest
  @CsvSource({
    "UNCOMPRESSED, PARQUET_1_0", "UNCOMPRESSED, PARQUET_2_0", "SNAPPY, PARQUET_1_0",
    "GZIP, PARQUET_2_0", "ZSTD, PARQUET_2_0", "LZ4_RAW, PARQUET_1_0",
  })
  void detectsFlippedBytesInChecksummedUpload(CompressionCodecName codec, WriterVersion version)
      throws Exception {
    Path upload = hadoop(codec, version, 400);
    List<Bar> bars = Imports.bars(Imports.load(upload, "SPY"));
    byte[] good = Files.readAllBytes(upload);
    Random random = new Random(codec.ordinal() * 10L + version.ordinal());
    int refused = 0;
    for (int i = 0; i < 80; i++) {
      Path damaged =
          Files.write(folder.resolve("damaged.parquet"), flipped(good, random, i % 2 == 0));
      try {
        assertEquals(bars, Imports.bars(Imports.load(damaged, "SPY")));
      } catch (BadMarketData e) {
        refused++;
      }
    }
    assertTrue(refused > 40, "a flip in a page is always noticed");
  }

  /** Without checksums a flipped number looks like any other number. Nothing else may break. */
  @ParameterizedTest
  @CsvSource({"uncompressed", "snappy", "zstd", "gzip", "lz4_raw", "brotli"})
  void toleratesFlippedBytesWithoutChecksums(String codec) throws Exception {
    duck.minutes(300);
    Path upload =
        duck.write(
            "from bars",
            folder.resolve("u.parquet"),
            "format parquet, parquet_version v2, codec " + codec);
    byte[] good = Files.readAllBytes(upload);
    Random random = new Random(codec.hashCode());
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      Path damaged =
          Files.write(folder.resolve("damaged.parquet"), flipped(good, random, i % 2 == 0));
      try {
        assertTrue(Imports.bars(Imports.load(damaged, "SPY")).size() <= 300);
      } catch (BadMarketData e) {
        refused++;
      }
    }
    assertTrue(refused > 17);
  }

  @Test
  void rejectsTruncatedUpload() throws Exception {
    byte[] good =
        Files.readAllBytes(hadoop(CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0, 400));
    int refused = 0;
    for (int length = 0; length < good.length; length += 1 + good.length / 50) {
      Path cut = Files.write(folder.resolve("cut.parquet"), Arrays.copyOf(good, length));
      try {
        Imports.load(cut, "SPY");
      } catch (BadMarketData e) {
        refused++;
      }
    }
    assertEquals(50, refused);
  }

  private Path hadoop(CompressionCodecName codec, WriterVersion version, int rows)
      throws Exception {
    duck.minutes(rows);
    return new HadoopFile(codec, version, true, HadoopFile.MICROS)
        .write(folder.resolve(codec + "-" + version + ".parquet"), duck.bars("bars", "SPY"));
  }

  /** One byte anywhere, or one of the last tenth, where footers are. */
  private static byte[] flipped(byte[] good, Random random, boolean tail) {
    byte[] bytes = good.clone();
    int at =
        tail ? bytes.length - 1 - random.nextInt(bytes.length / 10) : random.nextInt(bytes.length);
    bytes[at] ^= (byte) (1 + random.nextInt(255));
    return bytes;
  }

  private static void readByTime(Path serving, List<Bar> bars) throws IOException {
    try (ServingCopy copy = Imports.open(serving)) {
      Instant middle = bars.get(bars.size() / 2).timeUtc();
      assertEquals(bars.size() / 2, copy.between(middle, null).first());
    }
  }
}
