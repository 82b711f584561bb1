package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;

/**
 * Writes a serving copy with parquet-hadoop. Rows must be in ascending order of time, each time
 * once. The file is complete and sealed after {@link #finish()}. If the writer is closed without
 * it, the file is not a serving copy.
 */
public final class ServingWriter implements Closeable {
  private final Path path;
  private final Map<String, String> metadata;
  private final ParquetProperties properties;
  private final ZstdPages codec;
  private final boolean lasting;
  private final ParquetFileWriter file;
  private final ColumnWriter[] writers = new ColumnWriter[Column.STORED.size()];
  private ColumnChunkPageWriteStore pages;
  private ColumnWriteStore columns;
  private int rowsInGroup;
  private long rows;

  private ServingWriter(Path path, String symbol, boolean lasting, int level) throws IOException {
    this.path = path;
    this.lasting = lasting;
    metadata =
        Map.of(
            Layout.VERSION_KEY, Layout.VERSION, Layout.SYMBOL_KEY, symbol, Seal.KEY, Seal.UNSEALED);
    properties = Layout.properties(lasting);
    codec = new ZstdPages(level);
    file =
        new ParquetFileWriter(
            new LocalOutputFile(path),
            Layout.SCHEMA,
            ParquetFileWriter.Mode.OVERWRITE,
            Long.MAX_VALUE,
            0,
            null,
            properties);
    file.start();
  }

  /** Creates a writer in the layout that is served. */
  public static ServingWriter serving(Path path, String symbol) throws IOException {
    return new ServingWriter(path, symbol, true, Layout.ZSTD_LEVEL);
  }

  /**
   * Creates a writer of a sorted run that is merged soon. A run is faster to write, and its reader
   * holds no dictionaries.
   */
  public static ServingWriter run(Path path, String symbol) throws IOException {
    return new ServingWriter(path, symbol, false, 1);
  }

  public long rows() {
    return rows;
  }

  public void write(Bars bars, int row) throws IOException {
    if (columns == null) {
      startGroup();
    }
    writers[0].write(bars.times()[row], 0, 0);
    for (int i = 1; i < writers.length; i++) {
      write(writers[i], Column.STORED.get(i), bars, row);
    }
    columns.endRecord();
    rows++;
    if (++rowsInGroup == Layout.ROWS_PER_GROUP) {
      endGroup();
    }
  }

  /**
   * Copies, byte for byte, the full row groups of another copy that end before a time. Must be
   * called before the first row is written.
   *
   * @return the number of rows copied
   */
  public long copyGroupsBefore(Path path, ServingCopy copy, Instant time) throws IOException {
    Footer footer = copy.footer();
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, time);
    int groups = 0;
    while (groups < footer.groups()
        && footer.lastTimes()[groups] < micros
        && footer.rowsIn(groups) == Layout.ROWS_PER_GROUP) {
      groups++;
    }
    rows += new GroupCopy(path, groups).copyTo(file);
    return rows;
  }

  public void finish() throws IOException {
    if (columns != null) {
      endGroup();
    }
    long tailStart = file.getPos();
    file.end(metadata);
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      byte[] tail = Channels.read(channel, tailStart, Math.toIntExact(channel.size() - tailStart));
      Seal.set(channel, tail, tailStart);
      if (lasting) {
        channel.force(true);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (columns != null) {
      columns.close();
      pages.close();
    }
    codec.release();
    file.close();
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
