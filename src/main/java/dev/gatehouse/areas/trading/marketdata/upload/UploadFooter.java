package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.formats.PlainText;
import org.apache.parquet.ParquetRuntimeException;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import shaded.parquet.org.apache.thrift.TException;

/**
 * The footer of an uploaded Parquet file.
 *
 * @param start where the footer begins; no data may extend beyond it
 * @param writer the program that wrote the file, as stated there; empty if absent
 */
record UploadFooter(long start, String writer, MessageType schema, List<BlockMetaData> groups) {
  /** The objects of a footer take up to 40 times its bytes. */
  private static final int MAX_BYTES = 2 << 20;

  private static final int MAX_COLUMNS = 10_000;
  private static final int MAX_NAME = 1_000;

  /** The patterns that parse a writer's version take quadratic time for overlong names. */
  private static final int MAX_WRITER = 200;

  private static final int MAX_REASON = 200;
  private static final int MAGIC = 4;
  private static final int TRAILER = MAGIC + Integer.BYTES;
  private static final ValueLayout.OfInt LENGTH =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  static UploadFooter read(MemorySegment file, long maxRows) {
    long size = file.byteSize();
    String head = size < MAGIC + TRAILER ? "" : magic(file, 0);
    if (!head.equals("PAR1") && !head.equals("PARE")) {
      throw new BadMarketData(
          "not a parquet file: it does not begin with PAR1; send CSV as text/csv");
    }
    String tail = magic(file, size - MAGIC);
    if (head.equals("PARE") || tail.equals("PARE")) {
      throw new BadMarketData("the parquet file is encrypted");
    }
    int length = file.get(LENGTH, size - TRAILER);
    if (!tail.equals("PAR1") || length <= 0 || length > size - TRAILER - MAGIC) {
      throw new BadMarketData("the parquet file is truncated: the footer is missing");
    }
    if (length > MAX_BYTES) {
      throw new BadMarketData(
          "the parquet file's footer takes %s bytes; %s are supported: write larger row groups"
              .formatted(length, MAX_BYTES));
    }
    long start = size - TRAILER - length;
    try {
      byte[] footer = file.asSlice(start, length).toArray(ValueLayout.JAVA_BYTE);
      return checked(parse(footer), start, maxRows);
    } catch (BadMarketData e) {
      throw e;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      throw damage("the parquet file's footer", e);
    }
  }

  private static FileMetaData parse(byte[] footer) throws IOException {
    FileMetaData parsed =
        Util.readFileMetaData(new ByteArrayInputStream(footer), 2 * footer.length + 1024);
    if (!parsed.isSetCreated_by() || parsed.getCreated_by().length() > MAX_WRITER) {
      parsed.setCreated_by("");
    }
    require(parsed.getSchema().size() <= MAX_COLUMNS, "it has more than 10,000 columns");
    if (parsed.isSetEncryption_algorithm()) {
      throw new BadMarketData("the parquet file is encrypted");
    }
    return parsed;
  }

  private static UploadFooter checked(FileMetaData footer, long start, long maxRows)
      throws IOException {
    ParquetMetadata metadata = new ParquetMetadataConverter().fromParquetMetadata(footer);
    MessageType schema = metadata.getFileMetaData().getSchema();
    for (Type field : schema.getFields()) {
      require(field.getName().length() <= MAX_NAME, "a column's name is too long");
    }
    long rows = 0;
    for (BlockMetaData group : metadata.getBlocks()) {
      require(group.getRowCount() >= 0, "a row group of " + group.getRowCount() + " rows");
      require(group.getPath() == null, "it stores data in another file");
      rows = Math.addExact(rows, group.getRowCount());
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
    return new UploadFooter(start, footer.getCreated_by(), schema, metadata.getBlocks());
  }

  static void require(boolean holds, String why) {
    if (!holds) {
      throw new BadMarketData("the parquet file's footer is damaged: " + why);
    }
  }

  private static String magic(MemorySegment file, long from) {
    byte[] bytes = file.asSlice(from, MAGIC).toArray(ValueLayout.JAVA_BYTE);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Returns the error for a part of the file. It has a reason if the decoder states one. */
  static BadMarketData damage(String part, Throwable cause) {
    boolean stated =
        switch (cause) {
          case IOException e -> true;
          case IllegalArgumentException e -> true;
          case ParquetRuntimeException e -> true;
          case TException e -> true;
          default -> false;
        };
    String reason =
        stated && cause.getMessage() != null
            ? ": " + PlainText.abbreviated(cause.getMessage(), MAX_REASON)
            : "";
    return new BadMarketData(part + " is damaged" + reason, cause);
  }
}
