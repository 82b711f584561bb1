package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Writes a serving copy and added bars into a new serving copy. Row groups without an added bar are
 * copied unchanged.
 */
public record Fold(MergedBars bars, ServingWriter writer) {
  private static final int INDEX_BYTES = 16 << 20;
  private static final int BATCH_ROWS = 32 * Layout.ROWS_PER_PAGE;

  /**
   * @param added bars in ascending order of time, each time once
   */
  public static void write(Path stored, Bars added, Path target) throws IOException {
    try (ServingCopy copy = ServingCopy.open(stored, new IndexCache(INDEX_BYTES));
        SeekableInputStream bytes = open(FileChannel.open(stored));
        ServingWriter writer = ServingWriter.serving(target, copy.symbol())) {
      new Fold(new MergedBars(copy, added), writer).write(bytes);
      writer.finish();
    }
  }

  /** Opens a file. parquet-hadoop's own stream makes a system call for each byte. */
  private static SeekableInputStream open(FileChannel file) {
    return new DelegatingSeekableInputStream(Channels.newInputStream(file)) {
      @Override
      public long getPos() throws IOException {
        return file.position();
      }

      @Override
      public void seek(long position) throws IOException {
        file.position(position);
      }
    };
  }

  private void write(SeekableInputStream bytes) throws IOException {
    ServingCopy copy = bars.copy();
    ParquetMetadata stored =
        new ParquetMetadataConverter().fromParquetMetadata(copy.end().footer());
    if (!stored.getFileMetaData().getSchema().equals(Layout.SCHEMA)) {
      encode(0, bars.rowCount());
      return;
    }
    boolean[] changed = changed(copy.footer());
    for (int group = 0; group < changed.length; group++) {
      if (!changed[group]) {
        writer.copy(copy, group, stored.getBlocks().get(group), bytes);
      } else if (group + 1 < changed.length) {
        encode(bars.start(group), bars.start(group + 1));
      }
    }
    int last = changed.length - 1;
    encode(bars.start(changed[last] ? last : last + 1), bars.rowCount());
  }

  /** Encodes rows in row groups of equal size, so that none has only a few rows. */
  private void encode(long first, long end) throws IOException {
    long groups = Math.ceilDiv(end - first, Layout.ROWS_PER_GROUP);
    long rows = groups == 0 ? 0 : Math.ceilDiv(end - first, groups);
    for (long group = first; group < end; group += rows) {
      long groupEnd = Math.min(group + rows, end);
      for (long row = group; row < groupEnd; row += BATCH_ROWS) {
        int count = (int) Math.min(BATCH_ROWS, groupEnd - row);
        Bars batch = bars.read(row, count, Column.STORED);
        for (int i = 0; i < count; i++) {
          writer.write(batch, i);
        }
      }
      writer.endGroup();
    }
  }

  /** Returns the row groups to be encoded. Bars behind the last one fill it up. */
  private boolean[] changed(Footer footer) {
    boolean[] changed = new boolean[footer.groups()];
    int last = changed.length - 1;
    int group = 0;
    for (int i = 0; i < bars.overlay().size(); i++) {
      while (group < last && footer.lastTimes()[group] < bars.overlay().times()[i]) {
        group++;
      }
      boolean behind = footer.lastTimes()[group] < bars.overlay().times()[i];
      changed[group] |= !behind || footer.rowsIn(last) < Layout.ROWS_PER_GROUP;
    }
    return changed;
  }
}
