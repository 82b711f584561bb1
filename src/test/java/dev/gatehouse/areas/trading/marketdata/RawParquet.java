package dev.gatehouse.areas.trading.marketdata;

import module java.base;

import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/**
 * Handmade Parquet files with one row group of few rows, so that a test can falsify any part:
 * timeUtc as a number, four prices.
 */
final class RawParquet {
  static final List<String> NAMES = List.of("timeUtc", "open", "high", "low", "close");

  /** Codec and pages of a falsified column. */
  record Lie(CompressionCodec codec, byte[] pages) {}

  private RawParquet() {}

  /** A file whose column {@code close} consists of these pages. */
  static Path write(Path file, long rows, Lie close) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    List<ColumnChunk> chunks = new ArrayList<>();
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(new SchemaElement("root").setNum_children(NAMES.size()));
    for (String name : NAMES) {
      Type type = name.equals("timeUtc") ? Type.INT64 : Type.DOUBLE;
      schema.add(
          new SchemaElement(name).setType(type).setRepetition_type(FieldRepetitionType.REQUIRED));
      boolean lies = name.equals("close");
      byte[] pages =
          lies
              ? close.pages()
              : page(
                  dataHeader((int) rows, Encoding.PLAIN, (int) rows * 8), values(name, (int) rows));
      ColumnMetaData data = new ColumnMetaData();
      data.setType(type).setEncodings(List.of(Encoding.PLAIN)).setPath_in_schema(List.of(name));
      data.setCodec(lies ? close.codec() : CompressionCodec.UNCOMPRESSED).setNum_values(rows);
      data.setTotal_compressed_size(pages.length)
          .setTotal_uncompressed_size(pages.length)
          .setData_page_offset(out.size());
      chunks.add(new ColumnChunk(0).setMeta_data(data));
      out.writeBytes(pages);
    }
    int start = out.size();
    Util.writeFileMetaData(
        new FileMetaData(1, schema, rows, List.of(new RowGroup(chunks, start, rows))), out);
    out.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(out.size() - start).array());
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    return Files.write(file, out.toByteArray());
  }

  static PageHeader dataHeader(int values, Encoding encoding, int plainBytes) {
    return new PageHeader(PageType.DATA_PAGE, plainBytes, 0)
        .setData_page_header(new DataPageHeader(values, encoding, Encoding.RLE, Encoding.RLE));
  }

  static PageHeader dictionaryHeader(int values, int plainBytes) {
    return new PageHeader(PageType.DICTIONARY_PAGE, plainBytes, 0)
        .setDictionary_page_header(new DictionaryPageHeader(values, Encoding.PLAIN));
  }

  static byte[] page(PageHeader header, byte[] payload) throws IOException {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    Util.writePageHeader(header.setCompressed_page_size(payload.length), page);
    page.writeBytes(payload);
    return page.toByteArray();
  }

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  static byte[] join(byte[]... parts) {
    int size = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    ByteArrayOutputStream all = new ByteArrayOutputStream(size);
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] values(String name, int rows) {
    ByteBuffer values = ByteBuffer.allocate(rows * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < rows; i++) {
      if (name.equals("timeUtc")) {
        values.putLong(1_700_000_000L + i);
      } else {
        values.putDouble(100.5 + i);
      }
    }
    return values.array();
  }
}
