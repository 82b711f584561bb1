package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Type;

/**
 * The pages of one column chunk of an upload, one in memory at a time. It verifies checksums if the
 * writer stored any, and reserves budget before each allocation. parquet-hadoop's reader would hold
 * whole row groups.
 */
final class UploadedPages implements PageReader {
  private static final int MAX_DICTIONARY_OBJECTS = 1 << 20;
  private static final long OBJECT_BYTES = 64;

  private final FileWindow window;
  private final UploadField field;
  private final CompressionCodec codec;
  private final long values;
  private final DecodeBudget budget;
  private long position;
  private long valuesRead;
  private long dictionaryWeight;
  private long pageWeight;
  private long packedWeight;

  UploadedPages(
      FileChannel file, long end, UploadField field, ColumnMetaData chunk, DecodeBudget budget) {
    this.window = new FileWindow(file, end);
    this.field = field;
    this.codec = chunk.getCodec();
    this.values = chunk.getNum_values();
    this.budget = budget;
    long data = chunk.getData_page_offset();
    long dictionary = chunk.isSetDictionary_page_offset() ? chunk.getDictionary_page_offset() : 0;
    this.position = dictionary >= 4 && dictionary < data ? dictionary : data;
  }

  @Override
  public DictionaryPage readDictionaryPage() {
    long start = position;
    try {
      PageHeader header = header();
      if (header.getType() != PageType.DICTIONARY_PAGE) {
        position = start;
        return null;
      }
      int size = header.getDictionary_page_header().getNum_values();
      int bytes = header.getUncompressed_page_size();
      boolean objects = isOfObjects(field.type());
      int width = leastWidth(field.type());
      if (size < 0 || (long) size * width > bytes || (objects && size > MAX_DICTIONARY_OBJECTS)) {
        throw new IllegalArgumentException(
            "a dictionary of " + size + " values in " + bytes + " bytes");
      }
      // Numbers are in a separate array beside the page. All other values refer to the page.
      long decoded = objects ? OBJECT_BYTES * size : (long) width * size;
      takeDictionary(bytes + decoded);
      byte[] plain = unpack(header, payload(header), 0);
      return new DictionaryPage(
          BytesInput.from(plain), size, org.apache.parquet.column.Encoding.PLAIN);
    } catch (IOException | RuntimeException e) {
      throw bad(e);
    }
  }

  private static boolean isOfObjects(Type type) {
    return switch (type) {
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> true;
      case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> false;
    };
  }

  /** Returns the minimum number of bytes of a value. */
  private static int leastWidth(Type type) {
    return switch (type) {
      case INT64, DOUBLE -> Long.BYTES;
      case INT32, FLOAT, BYTE_ARRAY -> Integer.BYTES;
      case INT96 -> Long.BYTES + Integer.BYTES;
      case BOOLEAN, FIXED_LEN_BYTE_ARRAY -> 1;
    };
  }

  private void takeDictionary(long bytes) {
    budget.take(field.name(), bytes);
    dictionaryWeight = bytes;
  }

  @Override
  public long getTotalValueCount() {
    return values;
  }

  @Override
  public DataPage readPage() {
    budget.giveBack(pageWeight);
    pageWeight = 0;
    try {
      PageHeader header = header();
      while (header.getType() == PageType.INDEX_PAGE) {
        position += header.getCompressed_page_size();
        header = header();
      }
      return switch (header.getType()) {
        case DATA_PAGE -> version1(header);
        case DATA_PAGE_V2 -> version2(header);
        default -> throw new IllegalArgumentException("a second dictionary");
      };
    } catch (IOException | RuntimeException e) {
      throw bad(e);
    }
  }

  /** Releases the chunk's share of the budget. */
  void release() {
    budget.giveBack(pageWeight + dictionaryWeight + packedWeight);
    pageWeight = 0;
    dictionaryWeight = 0;
    packedWeight = 0;
  }

  private DataPage version1(PageHeader header) throws IOException {
    DataPageHeader data = header.getData_page_header();
    int count = count(data.getNum_values());
    takePage(header.getUncompressed_page_size());
    byte[] plain = unpack(header, payload(header), 0);
    PageGuard guard = new PageGuard(plain, 0, plain.length);
    Encoding levels = field.isOptional() ? data.getDefinition_level_encoding() : Encoding.RLE;
    if (levels != Encoding.RLE && levels != Encoding.BIT_PACKED) {
      throw new IllegalArgumentException("levels encoded as " + levels);
    }
    if (levels == Encoding.RLE) {
      takePage(field.isOptional() ? guard.levels(count) : 0);
      takePage(guard.values(data.getEncoding(), count));
    } else if (data.getEncoding() != Encoding.PLAIN) {
      throw new IllegalArgumentException("bit-packed levels with " + data.getEncoding());
    }
    return new DataPageV1(
        BytesInput.from(plain),
        count,
        plain.length,
        noStatistics(),
        column(Encoding.RLE),
        column(levels),
        column(data.getEncoding()));
  }

  private DataPage version2(PageHeader header) throws IOException {
    DataPageHeaderV2 data = header.getData_page_header_v2();
    int count = count(data.getNum_values());
    takePage(header.getUncompressed_page_size());
    byte[] payload = payload(header);
    int repetition = data.getRepetition_levels_byte_length();
    int definition = data.getDefinition_levels_byte_length();
    if (repetition != 0 || definition < 0 || definition > payload.length) {
      throw new IllegalArgumentException(
          "levels of " + repetition + " and " + definition + " bytes");
    }
    boolean packed = !data.isSetIs_compressed() || data.isIs_compressed();
    // Copies the bytes, so that the packed page can be freed.
    byte[] levels = Arrays.copyOf(payload, definition);
    byte[] plain = packed ? unpack(header, payload, definition) : rest(payload, definition);
    if (field.isOptional()) {
      takePage(new PageGuard(levels, 0, definition).runs(1, count));
    }
    takePage(new PageGuard(plain, 0, plain.length).values(data.getEncoding(), count));
    return DataPageV2.uncompressed(
        count,
        data.getNum_nulls(),
        count,
        BytesInput.empty(),
        BytesInput.from(levels),
        column(data.getEncoding()),
        BytesInput.from(plain),
        noStatistics());
  }

  /** Returns the values of a page that is not compressed, regardless of the size in its header. */
  private byte[] rest(byte[] payload, int from) {
    takePage(payload.length);
    byte[] plain = Arrays.copyOfRange(payload, from, payload.length);
    givePackedBack();
    return plain;
  }

  private int count(int count) {
    if (count <= 0 || count > values - valuesRead) {
      throw new IllegalArgumentException(
          "a page of " + count + " values where " + (values - valuesRead) + " are left");
    }
    valuesRead += count;
    return count;
  }

  private void takePage(long bytes) {
    budget.take(field.name(), bytes);
    pageWeight += bytes;
  }

  private PageHeader header() throws IOException {
    if (position >= window.end()) {
      throw new IllegalArgumentException(
          "it ends after " + valuesRead + " of " + values + " values");
    }
    PageHeader header;
    try {
      header = header(window.at(position, false));
    } catch (IOException | RuntimeException cutShort) {
      header = header(window.at(position, true));
    }
    if (header.getCompressed_page_size() < 0 || header.getUncompressed_page_size() < 0) {
      throw new IllegalArgumentException("a page of negative size");
    }
    return header;
  }

  /** Measures the header first: it may be nested more deeply than a thread's stack allows. */
  private PageHeader header(ByteBuffer from) throws IOException {
    int length = ThriftSize.of(from.array(), from.position(), from.limit()).bytes();
    PageHeader header = PageHeaders.read(from.array(), from.position(), length);
    position += length;
    return header;
  }

  /** Returns the stored page, which counts against the budget until {@link #unpack} is done. */
  private byte[] payload(PageHeader header) throws IOException {
    int size = header.getCompressed_page_size();
    takePacked(size);
    byte[] payload = window.bytes(position, size);
    position += size;
    if (header.isSetCrc()) {
      CRC32 crc = new CRC32();
      crc.update(payload);
      if (header.getCrc() != (int) crc.getValue()) {
        throw new IllegalArgumentException("a page's checksum differs");
      }
    }
    return payload;
  }

  /** Decompresses everything after {@code from}, the end of a version 2 page's levels. */
  private byte[] unpack(PageHeader header, byte[] payload, int from) throws IOException {
    int size = header.getUncompressed_page_size() - from;
    if (size < 0) {
      throw new IllegalArgumentException("a page of " + size + " bytes");
    }
    // An empty body stays empty for every codec, because some codecs cannot represent it.
    byte[] plain = size == 0 ? new byte[0] : PageCodecs.decompress(codec, payload, from, size);
    givePackedBack();
    return plain;
  }

  private void takePacked(long bytes) {
    budget.take(field.name(), bytes);
    packedWeight = bytes;
  }

  private void givePackedBack() {
    budget.giveBack(packedWeight);
    packedWeight = 0;
  }

  private static org.apache.parquet.column.Encoding column(Encoding encoding) {
    return org.apache.parquet.column.Encoding.valueOf(encoding.name());
  }

  private static Statistics<?> noStatistics() {
    return Statistics.createStats(
        org.apache.parquet.schema.Types.required(
                org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32)
            .named("none"));
  }

  private BadMarketData bad(Exception e) {
    if (e instanceof BadMarketData known) {
      return known;
    }
    return new BadMarketData("column '" + field.name() + "' is damaged: " + e.getMessage(), e);
  }
}
