package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.SealedEnd.Seal;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * The end of a Parquet file that contains a serving copy and its tail. The file consists of the
 * first bytes of the copy's file, unchanged, and of these bytes. They hold one more row group, its
 * indexes, and a new footer. The file is a serving copy with a valid seal.
 *
 * @param kept number of bytes of the copy's file that precede these bytes
 */
public record ParquetTail(long kept, byte[] bytes) {
  private static final int BATCH_ROWS = 2 * Layout.ROWS_PER_PAGE;

  /** Maximum number of rows in the additional row group. */
  static final int MAX_ROWS = 20_000;

  /** Maximum size of the bytes, because each running download holds them in memory. */
  private static final int MAX_BYTES = 1 << 20;

  public long size() {
    return kept + bytes.length;
  }

  /**
   * Writes the end of a file in memory. Row groups from the first added bar on are written again.
   *
   * @return empty if it would be too large
   */
  public static Optional<ParquetTail> of(MergedBars bars) throws IOException {
    Footer footer = bars.copy().footer();
    long firstTime = bars.overlay().times()[0];
    int groups = 0;
    while (groups < footer.groups() && footer.lastTimes()[groups] < firstTime) {
      groups++;
    }
    long first = footer.firstRows()[groups];
    long rows = bars.rowCount() - first;
    return rows > MAX_ROWS ? Optional.empty() : of(bars, groups, first);
  }

  private static Optional<ParquetTail> of(MergedBars bars, int groups, long first)
      throws IOException {
    SealedEnd end = bars.copy().end();
    // Without a row group of the copy, nothing of its file is needed but the magic number.
    long kept = groups == 0 ? Integer.BYTES : end.footerStart();
    byte[] added = encoded(bars, first, (int) (bars.rowCount() - first), kept);
    FileMetaData addedFooter = SealedEnd.footer(added);
    FileMetaData footer = end.footer();
    if (!Layout.isSame(footer, addedFooter)) {
      return Optional.empty();
    }
    extend(footer, groups, addedFooter);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(added, Integer.BYTES, SealedEnd.footerStart(added) - Integer.BYTES);
    int before = out.size();
    Util.writeFileMetaData(footer, out);
    out.writeBytes(SealedEnd.trailer(out.size() - before));
    byte[] bytes = sealed(end, SealedEnd.start(footer), kept, out.toByteArray());
    return bytes.length > MAX_BYTES ? Optional.empty() : Optional.of(new ParquetTail(kept, bytes));
  }

  /** Replaces the row groups behind the first ones, and resets the seal. */
  private static void extend(FileMetaData footer, int groups, FileMetaData added) {
    List<RowGroup> all = new ArrayList<>(footer.getRow_groups().subList(0, groups));
    for (RowGroup group : added.getRow_groups()) {
      all.add(group.setOrdinal((short) all.size()));
    }
    footer.setRow_groups(all);
    footer.setNum_rows(all.stream().mapToLong(RowGroup::getNum_rows).sum());
    for (KeyValue pair : footer.getKey_value_metadata()) {
      if (pair.getKey().equals(Seal.KEY)) {
        pair.setValue(Seal.UNSEALED);
      }
    }
  }

  /** Returns the bytes with the seal of the whole file, whose first index is at {@code start}. */
  private static byte[] sealed(SealedEnd end, long start, long kept, byte[] bytes)
      throws DamagedCopyException {
    int before = (int) Math.max(0, kept - start);
    int from = (int) Math.max(0, start - kept);
    byte[] covered = new byte[before + bytes.length - from];
    if (before > 0) {
      System.arraycopy(end.bytes(), (int) (start - end.start()), covered, 0, before);
    }
    System.arraycopy(bytes, from, covered, before, bytes.length - from);
    Seal.set(covered);
    System.arraycopy(covered, before, bytes, from, bytes.length - from);
    return bytes;
  }

  /**
   * Encodes rows as a Parquet file of one row group, whose positions count from the beginning of
   * the whole file.
   *
   * @param position where the row group begins in the whole file
   */
  private static byte[] encoded(MergedBars bars, long first, int count, long position)
      throws IOException {
    MemoryFile memory = new MemoryFile(position - Integer.BYTES);
    try (ServingWriter writer = ServingWriter.part(memory, bars.symbol())) {
      for (int done = 0; done < count; done += BATCH_ROWS) {
        int rows = Math.min(BATCH_ROWS, count - done);
        Bars batch = bars.read(first + done, rows, Column.STORED);
        for (int row = 0; row < rows; row++) {
          writer.write(batch, row);
        }
      }
      writer.finish();
    }
    return memory.bytes.toByteArray();
  }

  /** A part of a Parquet file that is written in memory. */
  private static final class MemoryFile implements OutputFile {
    private final long start;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    MemoryFile(long start) {
      this.start = start;
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) {
      return new DelegatingPositionOutputStream(bytes) {
        @Override
        public long getPos() {
          return start + bytes.size();
        }
      };
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
      return create(blockSizeHint);
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }
  }
}
