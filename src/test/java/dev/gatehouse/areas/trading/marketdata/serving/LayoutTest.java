package dev.gatehouse.areas.trading.marketdata.serving;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Serving copies have what readers need to skip row groups and pages, and to detect damage. */
class LayoutTest {
  @TempDir Path folder;

  @Test
  void letsReadersSkipByEveryColumn() throws IOException {
    try (FileChannel file = FileChannel.open(copy())) {
      FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(SealedEnd.footer(file)));
      for (ColumnOrder order : footer.getColumn_orders()) {
        assertTrue(order.isSetTYPE_ORDER(), order.toString());
      }
      for (ColumnChunk chunk : footer.getRow_groups().getFirst().getColumns()) {
        String column = chunk.getMeta_data().getPath_in_schema().toString();
        Statistics statistics = chunk.getMeta_data().getStatistics();
        assertNotNull(statistics.getMin_value(), column);
        assertNotNull(statistics.getMax_value(), column);
        ColumnIndex index =
            Util.readColumnIndex(
                stream(file, chunk.getColumn_index_offset(), chunk.getColumn_index_length()));
        assertEquals(3, index.getMin_valuesSize(), column);
        assertEquals(3, index.getMax_valuesSize(), column);
        assertTrue(chunk.isSetOffset_index_offset(), column);
        PageHeader page =
            Util.readPageHeader(stream(file, chunk.getMeta_data().getData_page_offset(), 64));
        assertTrue(page.isSetCrc(), column);
      }
    }
  }

  private static ByteArrayInputStream stream(FileChannel file, long offset, int length)
      throws IOException {
    return new ByteArrayInputStream(ServingCopy.read(file, offset, length));
  }

  private static Bar bar(int i) {
    Instant time = Instant.ofEpochSecond(1_700_000_000L + i);
    boolean otc = i % 2 == 0;
    return new Bar(
        "SPY", time, i + 0.5, i + 1.0, i - 1.0, -0.0, 10.0 * i, 0.0, (long) i, "NYSE", otc);
  }

  /** Writes three pages in which every column has values. */
  private Path copy() throws IOException {
    List<Bar> bars =
        IntStream.range(0, 2 * Layout.ROWS_PER_PAGE + 1).mapToObj(LayoutTest::bar).toList();
    Path path = folder.resolve("copy.parquet");
    Bars all = Bars.of(bars);
    try (ServingWriter writer = ServingWriter.serving(path, "SPY")) {
      for (int row = 0; row < all.size(); row++) {
        writer.write(all, row);
      }
      writer.finish();
    }
    return path;
  }
}
