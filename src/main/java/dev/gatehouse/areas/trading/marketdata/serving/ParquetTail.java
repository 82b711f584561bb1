package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileWriter;

/**
 * The end of a Parquet file that contains a serving copy and its tail. The file consists of the
 * first bytes of the copy's file, unchanged, and of these bytes. They hold one more row group, its
 * indexes, and a new footer. The file is a serving copy with a valid seal.
 *
 * @param kept number of bytes of the copy's file that precede these bytes
 */
public record ParquetTail(long kept, byte[] bytes) {
  /** Maximum number of rows in the additional row group. */
  static final int MAX_ROWS = 20_000;

  /** Maximum size of the bytes, because each running download holds them in memory. */
  private static final int MAX_BYTES = 1 << 20;

  private static final int MAGIC_BYTES = Integer.BYTES;

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
    return rows > MAX_ROWS
        ? Optional.empty()
        : of(bars.copy().end(), groups, bars.read(first, (int) rows, Column.STORED));
  }

  private static Optional<ParquetTail> of(SealedEnd end, int groups, Bars rows) throws IOException {
    // Without a row group of the copy, nothing of its file is needed but the magic number.
    long kept = groups == 0 ? MAGIC_BYTES : end.footerStart();
    byte[] written = written(rows, kept - MAGIC_BYTES);
    int footerAt = written.length - SealedEnd.TRAILER - footerLength(written);
    FileMetaData added =
        SealedEnd.parse(Arrays.copyOfRange(written, footerAt, written.length - SealedEnd.TRAILER));
    FileMetaData footer = end.footer();
    if (!footer.getSchema().equals(added.getSchema())
        || !footer.getColumn_orders().equals(added.getColumn_orders())) {
      return Optional.empty();
    }
    extend(footer, groups, added);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(written, MAGIC_BYTES, footerAt - MAGIC_BYTES);
    int before = out.size();
    Util.writeFileMetaData(footer, out);
    out.writeBytes(trailer(out.size() - before));
    byte[] bytes = sealed(end, SealedEnd.start(footer), kept, out.toByteArray());
    return bytes.length > MAX_BYTES ? Optional.empty() : Optional.of(new ParquetTail(kept, bytes));
  }

  /** Writes a file of some rows, as if it began at a position in another file. */
  private static byte[] written(Bars rows, long position) throws IOException {
    MemoryFile memory = new MemoryFile(position);
    ParquetProperties properties = Layout.properties(true);
    try (ParquetFileWriter file = Layout.writer(memory, properties);
        RowGroupWriter groups = new RowGroupWriter(file, properties, Layout.ZSTD_LEVEL)) {
      file.start();
      for (int row = 0; row < rows.size(); row++) {
        groups.write(rows, row);
      }
      groups.finish();
      file.end(Map.of());
    }
    return memory.bytes();
  }

  private static int footerLength(byte[] file) {
    return ByteBuffer.wrap(file)
        .order(ByteOrder.LITTLE_ENDIAN)
        .getInt(file.length - SealedEnd.TRAILER);
  }

  private static byte[] trailer(int footerLength) {
    return ByteBuffer.allocate(SealedEnd.TRAILER)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(footerLength)
        .putInt(SealedEnd.MAGIC)
        .array();
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

  /**
   * Returns the bytes with the seal of the whole file.
   *
   * @param start position of the first index in the whole file
   */
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
}
