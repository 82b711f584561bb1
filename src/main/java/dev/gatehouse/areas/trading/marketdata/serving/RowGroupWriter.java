package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.Closeable;
import java.io.IOException;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.api.Binary;

/** Encodes rows into row groups of a Parquet file, as {@link Layout} describes. */
final class RowGroupWriter implements Closeable {
  private final ParquetFileWriter file;
  private final ParquetProperties properties;
  private final ZstdPages codec;
  private final ColumnWriter[] writers = new ColumnWriter[Column.STORED.size()];
  private ColumnChunkPageWriteStore pages;
  private ColumnWriteStore columns;
  private int rowsInGroup;

  RowGroupWriter(ParquetFileWriter file, ParquetProperties properties, int level) {
    this.file = file;
    this.properties = properties;
    this.codec = new ZstdPages(level);
  }

  void write(Bars bars, int row) throws IOException {
    if (columns == null) {
      startGroup();
    }
    writers[0].write(bars.times()[row], 0, 0);
    for (int i = 1; i < writers.length; i++) {
      write(writers[i], Column.STORED.get(i), bars, row);
    }
    columns.endRecord();
    if (++rowsInGroup == Layout.ROWS_PER_GROUP) {
      endGroup();
    }
  }

  /** Writes the last row group. */
  void finish() throws IOException {
    if (columns != null) {
      endGroup();
    }
  }

  @Override
  public void close() {
    if (columns != null) {
      columns.close();
      pages.close();
    }
    codec.release();
  }

  private static void write(ColumnWriter writer, Column column, Bars bars, int row) {
    switch (column.kind()) {
      case NUMBER -> {
        double value = bars.numbers(column)[row];
        if (Double.isNaN(value)) {
          writer.writeNull(0, 0);
        } else {
          writer.write(value, 0, 1);
        }
      }
      case TEXT -> {
        String value = bars.texts(column)[row];
        if (value == null) {
          writer.writeNull(0, 0);
        } else {
          writer.write(Binary.fromString(value), 0, 1);
        }
      }
      default -> {
        long value = bars.longs(column)[row];
        if (value == Bars.NONE) {
          writer.writeNull(0, 0);
        } else if (column.kind() == Column.Kind.FLAG) {
          writer.write(value == 1, 0, 1);
        } else {
          writer.write(value, 0, 1);
        }
      }
    }
  }

  private void startGroup() {
    pages =
        ColumnChunkPageWriteStore.builder()
            .withCompressorProvider(column -> codec)
            .withSchema(Layout.SCHEMA)
            .withAllocator(properties.getAllocator())
            .withPageWriteChecksumEnabled(true)
            .build();
    columns = properties.newColumnWriteStore(Layout.SCHEMA, pages, pages);
    int i = 0;
    for (ColumnDescriptor column : Layout.SCHEMA.getColumns()) {
      writers[i++] = columns.getColumnWriter(column);
    }
  }

  private void endGroup() throws IOException {
    file.startBlock(rowsInGroup);
    columns.flush();
    pages.flushToFileWriter(file);
    file.endBlock();
    columns.close();
    pages.close();
    columns = null;
    rowsInGroup = 0;
  }
}
