package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Writes a serving copy with parquet-hadoop. Rows must be in ascending order of time, each time
 * once. The file is complete and sealed after {@link #finish()}. If the writer is closed without
 * it, the file is not a serving copy.
 */
public final class ServingWriter implements Closeable {
  private final Path path;
  private final Map<String, String> metadata;
  private final boolean lasting;
  private final ParquetFileWriter file;
  private final RowGroupWriter groups;

  private ServingWriter(Path path, String symbol, boolean lasting, int level) throws IOException {
    this.path = path;
    this.lasting = lasting;
    metadata =
        Map.of(
            Layout.VERSION_KEY, Layout.VERSION, Layout.SYMBOL_KEY, symbol, Seal.KEY, Seal.UNSEALED);
    ParquetProperties properties = Layout.properties(lasting);
    file = Layout.writer(new LocalOutputFile(path), properties);
    groups = new RowGroupWriter(file, properties, level);
    file.start();
  }

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

  public void write(Bars bars, int row) throws IOException {
    groups.write(bars, row);
  }

  /** Ends the row group, so that the next row begins another one. */
  void endGroup() throws IOException {
    groups.finish();
  }

  /** Copies a row group without decoding it. */
  void copy(ServingCopy from, int group, BlockMetaData block, SeekableInputStream bytes)
      throws IOException {
    groups.finish();
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
    groups.finish();
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
    groups.close();
    file.close();
  }
}
