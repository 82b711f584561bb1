package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.api.Binary;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * The pages of one column chunk of an upload, one in memory at a time. It verifies checksums if the
 * writer stored any. parquet-hadoop's own reader needs Hadoop, and lists all pages of a row group
 * before it returns the first.
 */
final class UploadedPages implements PageReader {
  private static final TConfiguration HEADER =
      TConfiguration.custom().setMaxMessageSize(64 << 10).build();
  private static final long OBJECT_BYTES = 64;

  private final MemorySegment file;
  private final UploadField field;
  private final ColumnChunkMetaData chunk;
  private final DecodeBudget budget;
  private long position;
  private long valuesRead;
  private long dictionaryBytes;
  private long held;

  /**
   * @param file the bytes before the footer
   */
  UploadedPages(
      MemorySegment file, UploadField field, ColumnChunkMetaData chunk, DecodeBudget budget) {
    this.file = file;
    this.field = field;
    this.chunk = chunk;
    this.budget = budget;
    this.position = chunk.getStartingPos();
  }

  @Override
  public long getTotalValueCount() {
    return chunk.getValueCount();
  }

  @Override
  public DictionaryPage readDictionaryPage() {
    return read(this::dictionary);
  }

  @Override
  public DataPage readPage() {
    return read(this::page);
  }

  void release() {
    dictionaryBytes = 0;
    hold(0);
  }

  private DictionaryPage dictionary() throws IOException {
    long start = position;
    PageHeader header = header();
    if (header.getType() != PageType.DICTIONARY_PAGE) {
      position = start;
      return null;
    }
    int size = header.getDictionary_page_header().getNum_values();
    int bytes = header.getUncompressed_page_size();
    if (size < 0 || size > bytes) {
      throw new IOException("a dictionary of " + size + " values in " + bytes + " bytes");
    }
    boolean objects = field.type().javaType == Binary.class;
    dictionaryBytes = bytes + size * (objects ? OBJECT_BYTES : Long.BYTES);
    hold(header.getCompressed_page_size());
    byte[] plain = unpack(header, payload(header), 0);
    hold(0);
    return new DictionaryPage(
        BytesInput.from(plain), size, org.apache.parquet.column.Encoding.PLAIN);
  }

  private DataPage page() throws IOException {
    hold(0);
    PageHeader header = header();
    while (header.getType() == PageType.INDEX_PAGE) {
      position += header.getCompressed_page_size();
      header = header();
    }
    hold((long) header.getCompressed_page_size() + header.getUncompressed_page_size());
    byte[] payload = payload(header);
    return switch (header.getType()) {
      case DATA_PAGE -> version1(header, payload);
      case DATA_PAGE_V2 -> version2(header, payload);
      default -> throw new IOException("a second dictionary");
    };
  }

  private DataPage version1(PageHeader header, byte[] payload) throws IOException {
    DataPageHeader data = header.getData_page_header();
    int count = count(data.getNum_values());
    byte[] plain = unpack(header, payload, 0);
    Encoding levels = field.isOptional() ? data.getDefinition_level_encoding() : Encoding.RLE;
    ByteBufferInputStream in = stream(plain);
    long claims = 0;
    if (field.isOptional()) {
      switch (levels) {
        case RLE -> claims = PageClaims.levels(in, count);
        case BIT_PACKED -> in.skipFully((count + 7L) / 8);
        default -> throw new IOException("levels encoded as " + levels);
      }
    }
    hold(plain.length + claims + PageClaims.values(in, data.getEncoding(), count));
    return new DataPageV1(
        BytesInput.from(plain),
        count,
        plain.length,
        null,
        column(Encoding.RLE),
        column(levels),
        column(data.getEncoding()));
  }

  private DataPage version2(PageHeader header, byte[] payload) throws IOException {
    DataPageHeaderV2 data = header.getData_page_header_v2();
    int count = count(data.getNum_values());
    int repetition = data.getRepetition_levels_byte_length();
    int definition = data.getDefinition_levels_byte_length();
    if (repetition != 0 || definition < 0 || definition > payload.length) {
      throw new IOException("levels of " + repetition + " and " + definition + " bytes");
    }
    boolean packed = !data.isSetIs_compressed() || data.isIs_compressed();
    // Copies the bytes, so that the packed page can be freed.
    byte[] levels = Arrays.copyOf(payload, definition);
    byte[] plain =
        packed
            ? unpack(header, payload, definition)
            : Arrays.copyOfRange(payload, definition, payload.length);
    long claims = field.isOptional() ? PageClaims.runs(stream(levels), 1, count) : 0;
    hold(plain.length + claims + PageClaims.values(stream(plain), data.getEncoding(), count));
    return DataPageV2.uncompressed(
        count,
        data.getNum_nulls(),
        count,
        BytesInput.empty(),
        BytesInput.from(levels),
        column(data.getEncoding()),
        BytesInput.from(plain),
        null);
  }

  private int count(int count) throws IOException {
    long left = chunk.getValueCount() - valuesRead;
    if (count <= 0 || count > left) {
      throw new IOException("a page of " + count + " values where " + left + " are left");
    }
    valuesRead += count;
    return count;
  }

  private PageHeader header() throws IOException {
    if (position >= file.byteSize()) {
      throw new IOException(
          "it ends after " + valuesRead + " of " + chunk.getValueCount() + " values");
    }
    long length = Math.min(HEADER.getMaxMessageSize(), file.byteSize() - position);
    ByteBufferInputStream in =
        ByteBufferInputStream.wrap(file.asSlice(position, length).asByteBuffer());
    PageHeader header = new PageHeader();
    try {
      header.read(new TCompactProtocol(new TIOStreamTransport(HEADER, in)));
    } catch (TException e) {
      throw new IOException("a page's header is invalid", e);
    }
    if (header.getCompressed_page_size() < 0 || header.getUncompressed_page_size() < 0) {
      throw new IOException("a page of negative size");
    }
    position += in.position();
    return header;
  }

  private byte[] payload(PageHeader header) throws IOException {
    int size = header.getCompressed_page_size();
    if (size > file.byteSize() - position) {
      throw new IOException("a page extends beyond the data");
    }
    byte[] payload = file.asSlice(position, size).toArray(ValueLayout.JAVA_BYTE);
    position += size;
    if (header.isSetCrc()) {
      CRC32 crc = new CRC32();
      crc.update(payload);
      if (header.getCrc() != (int) crc.getValue()) {
        throw new IOException("a page's checksum differs");
      }
    }
    return payload;
  }

  /** Decompresses everything after {@code from}, the end of a version 2 page's levels. */
  private byte[] unpack(PageHeader header, byte[] payload, int from) throws IOException {
    int size = header.getUncompressed_page_size() - from;
    if (size < 0) {
      throw new IOException("a page of " + size + " bytes");
    }
    // An empty body stays empty for every codec, because some codecs cannot represent it.
    return size == 0 ? new byte[0] : PageCodecs.decompress(chunk.getCodec(), payload, from, size);
  }

  private void hold(long bytes) {
    budget.replace(field.name(), held, dictionaryBytes + bytes);
    held = dictionaryBytes + bytes;
  }

  private static ByteBufferInputStream stream(byte[] bytes) {
    return ByteBufferInputStream.wrap(ByteBuffer.wrap(bytes));
  }

  private static org.apache.parquet.column.Encoding column(Encoding encoding) {
    return org.apache.parquet.column.Encoding.valueOf(encoding.name());
  }

  private interface Reading<T> {
    T run() throws IOException;
  }

  private <T> T read(Reading<T> reading) {
    try {
      return reading.run();
    } catch (BadMarketData e) {
      throw e;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      throw UploadFooter.damage("column '" + field.name() + "'", e);
    }
  }

  /**
   * Heap budget for the pages of one upload that are in memory at the same time. A node ends when
   * it has no memory left, so a page may not claim more.
   */
  static final class DecodeBudget {
    private final long limit;
    private long used;

    DecodeBudget(long limit) {
      this.limit = limit;
    }

    void replace(String column, long held, long bytes) {
      if (bytes < 0 || bytes > limit - used + held) {
        throw BadMarketData.in(
            column,
            "its pages need more than the %s MB of memory an import may use at once"
                .formatted(limit >> 20),
            null);
      }
      used += bytes - held;
    }
  }
}
