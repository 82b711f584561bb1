package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.github.luben.zstd.Zstd;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Small files that claim a large amount of memory are rejected before the memory is allocated. */
class BombTest {
  private static final int ROWS = 10;
  private static final int HUGE = Integer.MAX_VALUE;

  @TempDir Path folder;

  static Stream<Arguments> bombs() throws Exception {
    byte[] zeros = Zstd.compress(new byte[80 << 20]);
    byte[] entry = new byte[8];
    byte[] dictionary = words(1, 8, entry);
    // One bit-packed run of 2^28 - 1 groups of eight, of ids of no bits.
    byte[] packedRun = RawParquet.bytes(0, 0xff, 0xff, 0xff, 0xff, 0x01);
    // Blocks of 128 in 4 parts, two thousand million deltas, the first value 0.
    byte[] deltas = RawParquet.bytes(0x80, 0x01, 4, 0xff, 0xff, 0xff, 0xff, 0x07, 0);
    // A page header's statistics of 100 MB: field 5, its statistics, a binary of that length.
    byte[] header =
        RawParquet.bytes(
            0x15, 0, 0x15, 16, 0x15, 16, 0x2c, 0x15, 20, 0x15, 0, 0x15, 6, 0x15, 6, 0x1c, 0x18,
            0x80, 0x84, 0xaf, 0x2f);
    byte[] ids = data(ROWS, Encoding.RLE_DICTIONARY, packedRun.length, packedRun);
    byte[] many = data(ROWS, Encoding.DELTA_BINARY_PACKED, deltas.length, deltas);
    return Stream.of(
        bomb("a page of 2 GB", "ZSTD", data(ROWS, Encoding.PLAIN, HUGE, entry)),
        bomb("a page of 80 MB in 8 kB", "ZSTD", data(ROWS, Encoding.PLAIN, 80 << 20, zeros)),
        bomb("more values than rows", "UNCOMPRESSED", data(HUGE, Encoding.PLAIN, 8, entry)),
        bomb("a dictionary of 2 GB", "SNAPPY", words(HUGE, HUGE, entry)),
        bomb("a dictionary of 2^31 values", "UNCOMPRESSED", words(HUGE, 8, entry)),
        bomb("a dictionary of a number a byte", "ZSTD", words(8 << 20, 8 << 20, entry)),
        bomb("a run of 2^31 ids", "UNCOMPRESSED", RawParquet.join(dictionary, ids)),
        bomb("2^31 deltas", "UNCOMPRESSED", many),
        bomb("a header of 100 MB", "UNCOMPRESSED", header));
  }

  private static Arguments bomb(String name, String codec, byte[] pages) {
    return Arguments.of(name, plain(pages, CompressionCodec.valueOf(codec)));
  }

  private static byte[] data(int values, Encoding encoding, int size, byte[] payload)
      throws IOException {
    return RawParquet.page(RawParquet.dataHeader(values, encoding, size), payload);
  }

  private static byte[] words(int values, int size, byte[] payload) throws IOException {
    return RawParquet.page(RawParquet.dictionaryHeader(values, size), payload);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bombs")
  void rejectsBombsWithLittleMemory(String name, RawParquet.Lie lie) throws Exception {
    Path bomb = RawParquet.write(folder.resolve("bomb.parquet"), ROWS, lie);
    assertTrue(Files.size(bomb) < 20_000, name);
    long allocated =
        allocatedWhile(() -> assertThrows(BadMarketData.class, () -> Imports.load(bomb, "SPY")));
    assertTrue(allocated < 40L << 20, () -> name + " allocated " + allocated);
  }

  /** Empty elements, and the smallest complete ones, of which the objects are largest. */
  @ParameterizedTest
  @CsvSource({"8_000_000, 00, 4", "250_000, 150a250018016100, 80"})
  void rejectsHugeFooterWithLittleMemory(String count, String element, long mostMegabytes)
      throws Exception {
    byte[] one = HexFormat.of().parseHex(element);
    int elements = Integer.parseInt(count.replace("_", ""));
    byte[] root = RawParquet.bytes(0x48, 1, 'r', 0x15, 0xa0, 0xc2, 0x1e, 0);
    byte[] schema = new byte[elements * one.length];
    for (int i = 0; i < elements; i++) {
      System.arraycopy(one, 0, schema, i * one.length, one.length);
    }
    byte[] list = Thrift.listHeader(Thrift.STRUCT, elements + 1);
    byte[] footer =
        Thrift.struct(
            List.of(
                Thrift.i32(1, 1),
                new Thrift.Field(2, Thrift.LIST, RawParquet.join(list, root, schema)),
                Thrift.i64(3, 1),
                Thrift.list(4, Thrift.STRUCT, List.of())));
    byte[] length =
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(footer.length).array();
    byte[] mark = "PAR1".getBytes(StandardCharsets.US_ASCII);
    Path bomb =
        Files.write(
            folder.resolve("bomb.parquet"),
            RawParquet.join(mark, new byte[100], footer, length, mark));
    long allocated =
        allocatedWhile(() ->
            assertThrows(
                BadMarketData.class, () -> Imports.load(bomb, "SPY", ImportLimits.DEFAULT)));
    assertTrue(allocated < mostMegabytes << 20, () -> "allocated " + allocated);
  }

  @Test
  void countsByteStreamSplitPagesTwice() throws Exception {
    int size = 10 << 20;
    byte[] page = data(ROWS, Encoding.BYTE_STREAM_SPLIT, size, Zstd.compress(new byte[size]));
    Path bomb =
        RawParquet.write(folder.resolve("split.parquet"), ROWS, plain(page, CompressionCodec.ZSTD));
    BadMarketData refusal =
        assertThrows(BadMarketData.class, () -> Imports.load(bomb, "SPY", Imports.SMALL));
    assertTrue(refusal.getMessage().contains("memory"), refusal.getMessage());
  }

  @Test
  void importsHandmadeFile() throws Exception {
    byte[] page = data(ROWS, Encoding.PLAIN, 8 * ROWS, new byte[8 * ROWS]);
    Path file =
        RawParquet.write(
            folder.resolve("good.parquet"), ROWS, plain(page, CompressionCodec.UNCOMPRESSED));
    assertEquals(ROWS, Imports.bars(Imports.load(file, "SPY")).size());
  }

  @Test
  void rejectsFilesOverRowLimit() throws Exception {
    ImportLimits limits = new ImportLimits(ROWS - 1, 1 << 20, 100);
    byte[] page = data(ROWS, Encoding.PLAIN, 8 * ROWS, new byte[8 * ROWS]);
    Path file =
        RawParquet.write(
            folder.resolve("rows.parquet"), ROWS, plain(page, CompressionCodec.UNCOMPRESSED));
    BadMarketData refusal =
        assertThrows(BadMarketData.class, () -> Imports.load(file, "SPY", limits));
    assertEquals("the parquet file has 10 rows; at most 9 are supported", refusal.getMessage());
    Path csv =
        Files.writeString(
            folder.resolve("rows.csv"),
            "t,o,h,l,c\n" + "2026-01-01,1,1,1,1\n2026-01-02,1,1,1,1\n".repeat(5));
    assertThrows(
        BadMarketData.class, () -> Imports.load(csv, "SPY", new ImportLimits(1, 1 << 20, 100)));
  }

  private static RawParquet.Lie plain(byte[] pages, CompressionCodec codec) {
    return new RawParquet.Lie(codec, pages);
  }

  private static long allocatedWhile(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
