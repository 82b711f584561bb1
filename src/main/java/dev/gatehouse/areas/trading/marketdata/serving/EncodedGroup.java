package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;

/**
 * One row group that was encoded in memory, as if it began at a position in a file.
 *
 * @param bytes a Parquet file of only this row group
 * @param footer the footer of that file, whose positions count from the position in the whole file
 * @param position where the row group begins in the whole file
 */
record EncodedGroup(byte[] bytes, FileMetaData footer, long position) {
  private static final int MAGIC_BYTES = Integer.BYTES;
  private static final int BATCH_ROWS = 2 * Layout.ROWS_PER_PAGE;

  /** Encodes rows, read in small batches. */
  static EncodedGroup of(MergedBars bars, long first, int count, long position) throws IOException {
    MemoryFile memory = new MemoryFile(position - MAGIC_BYTES);
    ParquetProperties properties = Layout.properties(true);
    try (ParquetFileWriter file = Layout.writer(memory, properties);
        RowGroupWriter groups = new RowGroupWriter(file, properties, Layout.ZSTD_LEVEL)) {
      file.start();
      for (int done = 0; done < count; done += BATCH_ROWS) {
        int rows = Math.min(BATCH_ROWS, count - done);
        Bars batch = bars.read(first + done, rows, Column.STORED);
        for (int row = 0; row < rows; row++) {
          groups.write(batch, row);
        }
      }
      groups.finish();
      file.end(Map.of());
    }
    byte[] bytes = memory.bytes();
    return new EncodedGroup(bytes, SealedEnd.footer(bytes), position);
  }

  RowGroup group() {
    return footer.getRow_groups().getFirst();
  }

  /** Returns the position of the first index, if the indexes followed the row group. */
  long indexPosition() {
    return SealedEnd.start(footer);
  }

  byte[] data() {
    return Arrays.copyOfRange(bytes, MAGIC_BYTES, indexStart());
  }

  byte[] indexes() {
    return Arrays.copyOfRange(bytes, indexStart(), SealedEnd.footerStart(bytes));
  }

  byte[] dataAndIndexes() {
    return Arrays.copyOfRange(bytes, MAGIC_BYTES, SealedEnd.footerStart(bytes));
  }

  private int indexStart() {
    return Math.toIntExact(indexPosition() - position) + MAGIC_BYTES;
  }
}
