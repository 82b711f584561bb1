package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import com.github.luben.zstd.ZstdCompressCtx;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.SealedEnd.Seal;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.io.api.Binary;

/**
 * Writes a serving copy with parquet-hadoop. Rows must be in ascending order of time, each time
 * once. The file is complete and sealed after {@link #finish()}. If the writer is closed without
 * it, the file is not a serving copy.
 */
public final class ServingWriter implements Closeable {
  private final Map<String, String> metadata;
  private final ParquetFileWriter file;
  private final ParquetProperties properties;
  private final ZstdPages codec;
  private final Optional<Path> path;
  private final boolean lasting;
  private final ColumnWriter[] writers = new ColumnWriter[Column.STORED.size()];
  private ColumnChunkPageWriteStore pages;
  private ColumnWriteStore columns;
  private int rowsInGroup;

  private ServingWriter(
      OutputFile out, Optional<Path> path, String symbol, boolean lasting, int level)
      throws IOException {
    this.path = path;
    this.lasting = lasting;
    metadata =
        Map.of(
            Layout.VERSION_KEY, Layout.VERSION, Layout.SYMBOL_KEY, symbol, Seal.KEY, Seal.UNSEALED);
    properties = Layout.properties(lasting);
    file =
        new ParquetFileWriter(
            out,
            Layout.SCHEMA,
            ParquetFileWriter.Mode.OVERWRITE,
            Long.MAX_VALUE,
            0,
            null,
            properties);
    codec = new ZstdPages(new ZstdCompressCtx().setLevel(level));
    file.start();
  }

  public static ServingWriter serving(Path path, String symbol) throws IOException {
    return new ServingWriter(
        new LocalOutputFile(path), Optional.of(path), symbol, true, Layout.ZSTD_LEVEL);
  }

  /**
   * Creates a writer of a sorted run that is merged soon. A run is faster to write, and its reader
   * holds no dictionaries.
   */
  public static ServingWriter run(Path path, String symbol) throws IOException {
    return new ServingWriter(new LocalOutputFile(path), Optional.of(path), symbol, false, 1);
  }

  /** Creates a writer of a part of a file. It is not sealed. */
  static ServingWriter part(OutputFile out, String symbol) throws IOException {
    return new ServingWriter(out, Optional.empty(), symbol, true, Layout.ZSTD_LEVEL);
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
    if (++rowsInGroup == Layout.ROWS_PER_GROUP) {
      endGroup();
    }
  }

  void copy(ServingCopy from, int group, BlockMetaData block, SeekableInputStream bytes)
      throws IOException {
    endGroup();
    file.startBlock(block.getRowCount());
    for (int i = 0; i < block.getColumns().size(); i++) {
      ColumnChunkMetaData chunk = block.getColumns().get(i);
      Footer.Chunk indexes = from.footer().chunks()[group][i];
      file.appendColumnChunk(
          Layout.SCHEMA.getColumns().get(i),
          bytes,
          chunk,
          null,
          ParquetMetadataConverter.fromParquetColumnIndex(
              chunk.getPrimitiveType(), Util.readColumnIndex(from.index(indexes.columnIndex()))),
          ParquetMetadataConverter.fromParquetOffsetIndex(
              Util.readOffsetIndex(from.index(indexes.offsetIndex()))));
    }
    file.endBlock();
  }

  public void finish() throws IOException {
    endGroup();
    long tailStart = file.getPos();
    file.end(metadata);
    if (path.isPresent()) {
      seal(path.get(), tailStart);
    }
  }

  private void seal(Path written, long tailStart) throws IOException {
    try (FileChannel channel =
        FileChannel.open(written, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      int length = Math.toIntExact(channel.size() - tailStart);
      Seal.set(channel, ServingCopy.read(channel, tailStart, length), tailStart);
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

  /** Ends the row group, if one has begun, so that the next row begins another one. */
  void endGroup() throws IOException {
    if (columns == null) {
      return;
    }
    file.startBlock(rowsInGroup);
    columns.flush();
    pages.flushToFileWriter(file);
    file.endBlock();
    columns.close();
    pages.close();
    columns = null;
    rowsInGroup = 0;
  }

  /** Compresses pages. parquet-hadoop's own codecs would add a dependency on Hadoop. */
  private record ZstdPages(ZstdCompressCtx context) implements BytesInputCompressor {
    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      ByteArrayOutputStream plain = new ByteArrayOutputStream(Math.toIntExact(bytes.size()));
      bytes.writeAllTo(plain);
      return BytesInput.from(context.compress(plain.toByteArray()));
    }

    @Override
    public CompressionCodecName getCodecName() {
      return Layout.CODEC;
    }

    @Override
    public void release() {
      context.close();
    }
  }
}
