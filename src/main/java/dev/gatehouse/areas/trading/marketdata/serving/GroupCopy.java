package dev.gatehouse.areas.trading.marketdata.serving;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.SeekableInputStream;

/**
 * The first row groups of a serving copy, to be copied byte for byte into the next copy. Appending
 * a day to ten years therefore rewrites at most a few hundred thousand rows. The page checksums are
 * copied too, so damage stays detectable.
 */
record GroupCopy(Path from, int groups) {
  /** Returns the number of rows copied. */
  long copyTo(ParquetFileWriter to) throws IOException {
    long rows = 0;
    try (FileChannel channel = FileChannel.open(from);
        SeekableInputStream in = stream(FileChannel.open(from))) {
      for (BlockMetaData group : blocks(channel)) {
        copy(group, channel, in, to);
        rows += group.getRowCount();
      }
    }
    return rows;
  }

  /** Reads in blocks. The stream of Parquet's LocalInputFile makes a system call for each byte. */
  private static SeekableInputStream stream(FileChannel channel) {
    return new DelegatingSeekableInputStream(java.nio.channels.Channels.newInputStream(channel)) {
      @Override
      public long getPos() throws IOException {
        return channel.position();
      }

      @Override
      public void seek(long position) throws IOException {
        channel.position(position);
      }
    };
  }

  private List<BlockMetaData> blocks(FileChannel channel) throws IOException {
    byte[] footer = SealedEnd.footer(channel);
    return new ParquetMetadataConverter()
        .readParquetMetadata(new ByteArrayInputStream(footer), ParquetMetadataConverter.NO_FILTER)
        .getBlocks()
        .subList(0, groups);
  }

  private static void copy(
      BlockMetaData group, FileChannel channel, SeekableInputStream in, ParquetFileWriter to)
      throws IOException {
    to.startBlock(group.getRowCount());
    int i = 0;
    for (ColumnDescriptor column : Layout.SCHEMA.getColumns()) {
      ColumnChunkMetaData chunk = group.getColumns().get(i++);
      ColumnIndex values =
          ParquetMetadataConverter.fromParquetColumnIndex(
              column.getPrimitiveType(),
              Util.readColumnIndex(open(channel, chunk.getColumnIndexReference())));
      OffsetIndex pages =
          ParquetMetadataConverter.fromParquetOffsetIndex(
              Util.readOffsetIndex(open(channel, chunk.getOffsetIndexReference())));
      to.appendColumnChunk(column, in, chunk, null, values, pages);
    }
    to.endBlock();
  }

  private static ByteArrayInputStream open(FileChannel channel, IndexReference part)
      throws IOException {
    return new ByteArrayInputStream(Channels.read(channel, part.getOffset(), part.getLength()));
  }
}
