package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;

/**
 * The positions of all parts of a serving copy, reduced to the numbers that reading needs. Opening
 * verifies the seal over indexes and footer, and rejects every other layout.
 *
 * @param firstRows the first row of each row group, and the number of rows as one more entry
 * @param lastTimes the last time in each row group, in microseconds
 * @param chunks by row group, then by position in {@link Column#STORED}
 */
record Footer(String symbol, long[] firstRows, long firstTime, long[] lastTimes, Chunk[][] chunks) {
  /** One column of one row group. The dictionary, if present, ends where the data begins. */
  record Chunk(long dictionary, long data, long end, Stretch offsetIndex, Stretch columnIndex) {
    boolean hasDictionary() {
      return dictionary < data;
    }
  }

  /** A byte range of the file. */
  record Stretch(long offset, int bytes) {
    byte[] read(FileChannel file) throws IOException {
      return ServingCopy.read(file, offset, bytes);
    }
  }

  static Footer read(FileChannel file) throws IOException {
    FileMetaData footer = SealedEnd.read(file).footer();
    try {
      return of(footer);
    } catch (RuntimeException e) {
      throw new DamagedCopyException("its footer is invalid", e);
    }
  }

  int groups() {
    return chunks.length;
  }

  long rows() {
    return firstRows[chunks.length];
  }

  long lastTime() {
    return lastTimes[lastTimes.length - 1];
  }

  int groupOf(long row) {
    int at = Arrays.binarySearch(firstRows, 0, groups(), row);
    return Math.max(at, -at - 2);
  }

  int rowsIn(int group) {
    return (int) (firstRows[group + 1] - firstRows[group]);
  }

  private static Footer of(FileMetaData footer) throws DamagedCopyException {
    require(Layout.VERSION.equals(value(footer, Layout.VERSION_KEY)), "it has another layout");
    require(columnsAreOurs(footer.getSchema()), "it has other columns");
    List<RowGroup> groups = footer.getRow_groups();
    require(!groups.isEmpty(), "it has no rows");
    long[] firstRows = new long[groups.size() + 1];
    long[] lastTimes = new long[groups.size()];
    Chunk[][] chunks = new Chunk[groups.size()][];
    for (int g = 0; g < chunks.length; g++) {
      RowGroup group = groups.get(g);
      firstRows[g + 1] = firstRows[g] + group.getNum_rows();
      chunks[g] = group.getColumns().stream().map(Footer::chunk).toArray(Chunk[]::new);
      require(chunks[g].length == Column.STORED.size(), "a row group lacks columns");
      lastTimes[g] = time(times(group).getMax_value());
    }
    long first = time(times(groups.getFirst()).getMin_value());
    return new Footer(value(footer, Layout.SYMBOL_KEY), firstRows, first, lastTimes, chunks);
  }

  private static Statistics times(RowGroup group) {
    return group.getColumns().getFirst().getMeta_data().getStatistics();
  }

  private static Chunk chunk(ColumnChunk chunk) {
    ColumnMetaData data = chunk.getMeta_data();
    if (data.getCodec() != CompressionCodec.ZSTD) {
      throw new IllegalArgumentException("codec " + data.getCodec());
    }
    long first = data.getData_page_offset();
    long start = first;
    if (data.isSetDictionary_page_offset()) {
      start = Math.min(first, data.getDictionary_page_offset());
    }
    return new Chunk(
        start,
        first,
        start + data.getTotal_compressed_size(),
        new Stretch(chunk.getOffset_index_offset(), chunk.getOffset_index_length()),
        new Stretch(chunk.getColumn_index_offset(), chunk.getColumn_index_length()));
  }

  private static boolean columnsAreOurs(List<SchemaElement> schema) {
    List<String> names = schema.stream().skip(1).map(SchemaElement::getName).toList();
    return names.equals(Column.STORED.stream().map(Column::wireName).toList());
  }

  private static String value(FileMetaData footer, String key) {
    for (KeyValue pair : footer.getKey_value_metadata()) {
      if (pair.getKey().equals(key)) {
        return pair.getValue();
      }
    }
    return null;
  }

  private static long time(byte[] statistic) {
    return ByteBuffer.wrap(statistic).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static void require(boolean holds, String why) throws DamagedCopyException {
    if (!holds) {
      throw new DamagedCopyException(why);
    }
  }
}
