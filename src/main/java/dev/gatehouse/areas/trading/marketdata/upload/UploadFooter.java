package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/**
 * The footer of an uploaded Parquet file. A footer has no checksum, so all redundant information is
 * compared. This prevents a flipped bit from exchanging two columns or changing a time's unit.
 *
 * @param start where the footer begins; no data may extend beyond it
 * @param writer the program that wrote the file, as stated there; empty if absent
 * @param fields the top-level columns
 * @param orders of the statistics, by primitive column; empty if the file does not state them
 */
record UploadFooter(
    long start,
    String writer,
    List<UploadField> fields,
    List<RowGroup> groups,
    List<ColumnOrder> orders) {
  private static final int TRAILER = 8;
  private static final int MAX_BYTES = 8 << 20;
  private static final int MAX_NAME = 1_000;

  /**
   * Reads the footer within a budget. It keeps its share of the budget until the import ends.
   *
   * @param maxRows maximum number of rows; a file with more is rejected
   */
  static UploadFooter read(FileChannel file, long maxRows, DecodeBudget budget) throws IOException {
    long size = file.size();
    if (size == 0) {
      throw new BadMarketData("the file is empty");
    }
    String head = size < 12 ? "" : text(bytes(file, 0, 4), 0);
    if (!head.equals("PAR1") && !head.equals("PARE")) {
      throw new BadMarketData("not a parquet file: it does not begin with PAR1");
    }
    byte[] trailer = bytes(file, size - TRAILER, TRAILER);
    String magic = text(trailer, 4);
    if (magic.equals("PARE") || head.equals("PARE")) {
      throw new BadMarketData("the parquet file is encrypted");
    }
    int length = ByteBuffer.wrap(trailer).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
    if (!magic.equals("PAR1") || length <= 0 || length > size - TRAILER - 4) {
      throw new BadMarketData("the parquet file is truncated: the footer is missing");
    }
    if (length > MAX_BYTES) {
      throw new BadMarketData(
          "the parquet file's footer takes " + length + " bytes; " + MAX_BYTES + " are supported");
    }
    long start = size - TRAILER - length;
    try {
      byte[] footer = bytes(file, start, length);
      budget.takeFooter(length + ThriftSize.of(footer, 0, length).heap());
      return checked(parse(footer), start, maxRows);
    } catch (BadMarketData e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new BadMarketData("the parquet file's footer is damaged: " + e.getMessage(), e);
    }
  }

  ChunkBounds bounds(UploadField field, ColumnMetaData chunk) {
    boolean ordered = field.leaf() < orders.size() && orders.get(field.leaf()).isSetTYPE_ORDER();
    return new ChunkBounds(chunk.getType(), chunk.getStatistics(), ordered);
  }

  private static FileMetaData parse(byte[] footer) throws IOException {
    return Util.readFileMetaData(new ByteArrayInputStream(footer), 2 * footer.length + 1024);
  }

  private static UploadFooter checked(FileMetaData footer, long start, long maxRows) {
    if (footer.isSetEncryption_algorithm()) {
      throw new BadMarketData("the parquet file is encrypted");
    }
    List<UploadField> fields = UploadField.topLevel(footer.getSchema());
    int leaves = UploadField.leaves(footer.getSchema());
    long rows = 0;
    for (UploadField field : fields) {
      require(field.name().length() <= MAX_NAME, "a column's name is too long");
    }
    for (RowGroup group : footer.getRow_groups()) {
      require(group.getNum_rows() >= 0, "a row group of " + group.getNum_rows() + " rows");
      rows = Math.addExact(rows, group.getNum_rows());
      require(group.getColumns().size() == leaves, "a row group lacks columns");
      for (UploadField field : fields) {
        if (field.isPlain()) {
          check(field, group.getColumns().get(field.leaf()), group.getNum_rows(), start);
        }
      }
    }
    require(
        rows == footer.getNum_rows(),
        "its row groups hold " + rows + " rows, not " + footer.getNum_rows());
    if (rows == 0) {
      throw new BadMarketData("the parquet file has no rows");
    }
    if (rows > maxRows) {
      throw new BadMarketData(
          "the parquet file has " + rows + " rows; at most " + maxRows + " are supported");
    }
    String writer = footer.isSetCreated_by() ? footer.getCreated_by() : "";
    List<ColumnOrder> orders = footer.isSetColumn_orders() ? footer.getColumn_orders() : List.of();
    return new UploadFooter(start, writer, fields, footer.getRow_groups(), orders);
  }

  private static void check(UploadField field, ColumnChunk chunk, long rows, long end) {
    ColumnMetaData data = chunk.getMeta_data();
    require(
        !chunk.isSetFile_path() || chunk.getFile_path().isEmpty(),
        "it stores data in another file");
    require(data != null && !chunk.isSetCrypto_metadata(), "a column is encrypted");
    require(
        data.getPath_in_schema().equals(List.of(field.name())),
        "column '" + field.name() + "' is misplaced");
    require(data.getType() == field.type(), "column '" + field.name() + "' has two types");
    require(
        data.getNum_values() == rows,
        "column '%s' has %s values for %s rows"
            .formatted(field.name(), data.getNum_values(), rows));
    require(data.getCodec() != null, "column '" + field.name() + "' has an unknown codec");
    long first = data.getData_page_offset();
    require(
        rows == 0 || (first >= 4 && first < end),
        "column '" + field.name() + "' is outside the file");
  }

  static void require(boolean holds, String why) {
    if (!holds) {
      throw new BadMarketData("the parquet file's footer is damaged: " + why);
    }
  }

  private static byte[] bytes(FileChannel file, long from, int length) throws IOException {
    return new FileWindow(file, from + length).bytes(from, length);
  }

  private static String text(byte[] bytes, int from) {
    return new String(bytes, from, 4, StandardCharsets.ISO_8859_1);
  }
}
