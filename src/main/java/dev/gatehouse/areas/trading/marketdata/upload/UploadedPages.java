package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import com.github.luben.zstd.Zstd;
import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.brotli.dec.BrotliInputStream;
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
      case DATA_PAGE -> version1(header.getData_page_header(), unpack(header, payload, 0));
      case DATA_PAGE_V2 -> version1(header, header.getData_page_header_v2(), payload);
      default -> throw new IOException("a second dictionary");
    };
  }

  private DataPage version1(DataPageHeader data, byte[] plain) throws IOException {
    int count = count(data.getNum_values());
    Encoding levels = field.isOptional() ? data.getDefinition_level_encoding() : Encoding.RLE;
    ByteBufferInputStream in = ByteBufferInputStream.wrap(ByteBuffer.wrap(plain));
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

  /**
   * Decodes a page of version 2, whose levels are not compressed and have no length before them.
   */
  private DataPage version1(PageHeader header, DataPageHeaderV2 data, byte[] payload)
      throws IOException {
    int repetition = data.getRepetition_levels_byte_length();
    int definition = data.getDefinition_levels_byte_length();
    if (repetition != 0 || definition < 0 || definition > payload.length) {
      throw new IOException("levels of " + repetition + " and " + definition + " bytes");
    }
    boolean packed = !data.isSetIs_compressed() || data.isIs_compressed();
    byte[] values =
        packed
            ? unpack(header, payload, definition)
            : Arrays.copyOfRange(payload, definition, payload.length);
    ByteBuffer plain = ByteBuffer.wrap(values);
    if (field.isOptional()) {
      plain =
          ByteBuffer.allocate(Integer.BYTES + definition + values.length)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(definition)
              .put(payload, 0, definition)
              .put(values);
    }
    return version1(
        new DataPageHeader(data.getNum_values(), data.getEncoding(), Encoding.RLE, Encoding.RLE),
        plain.array());
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

  private static org.apache.parquet.column.Encoding column(Encoding encoding) {
    return org.apache.parquet.column.Encoding.valueOf(encoding.name());
  }

  private <T> T read(Callable<T> reading) {
    try {
      return reading.call();
    } catch (BadMarketData e) {
      throw e;
    } catch (Exception | StackOverflowError e) {
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

  /**
   * The heap that the decoders of parquet-column allocate for a page. They allocate what a run or a
   * delta header claims, so a few damaged bytes could request gigabytes. Impossible claims are
   * rejected.
   */
  private static final class PageClaims {
    // Some writers pad the last bit-packed run by more than one group.
    private static final int PADDING = 512;

    private static final int MAX_DELTA_BLOCK = 1 << 16;

    /**
     * Checks the levels of a version 1 page, which start with their length, and moves behind them.
     */
    static long levels(ByteBufferInputStream in, int values) throws IOException {
      return runs(in.sliceStream(BytesUtils.readIntLittleEndian(in)), 1, values);
    }

    static long values(ByteBufferInputStream in, Encoding encoding, int values) throws IOException {
      return switch (encoding) {
        case PLAIN_DICTIONARY, RLE_DICTIONARY ->
            in.available() == 0 ? 0 : runs(in, in.read(), values);
        case RLE -> levels(in, values);
        case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY -> deltas(in, values);
        case DELTA_BYTE_ARRAY -> prefixesAndSuffixes(in, values);
        // Its streams are merged into a separate array.
        case BYTE_STREAM_SPLIT -> in.available();
        case PLAIN, BIT_PACKED -> 0;
      };
    }

    /**
     * Checks runs of the hybrid encoding. Stops when all values are covered or, if there are nulls,
     * at the end of the bytes.
     */
    static long runs(ByteBufferInputStream in, int width, int values) throws IOException {
      if (width > Integer.SIZE) {
        throw new IOException("values of " + width + " bits");
      }
      long largest = 0;
      long done = 0;
      while (done < values && in.available() > 0) {
        int header = BytesUtils.readUnsignedVarInt(in);
        long count = Integer.toUnsignedLong(header) >>> 1;
        if ((header & 1) == 0) {
          in.skipFully((width + 7) / 8);
        } else {
          in.skipFully(Math.min(count * width, in.available()));
          count *= 8;
          largest = Math.max(largest, count);
        }
        if (count == 0 || count > values - done + PADDING) {
          throw new IOException("a run of " + count + " for " + (values - done) + " values");
        }
        done += count;
      }
      return Integer.BYTES * largest;
    }

    /** A text that reuses a prefix may be as long as the whole page, and is held twice. */
    private static long prefixesAndSuffixes(ByteBufferInputStream in, int values)
        throws IOException {
      int size = in.available();
      in.mark(size);
      long prefixes = deltas(in, values);
      in.reset();
      new DeltaBinaryPackingValuesReader().initFromPage(values, in);
      return prefixes + deltas(in, values) + 2L * size;
    }

    private static long deltas(ByteBufferInputStream in, int values) throws IOException {
      int block = BytesUtils.readUnsignedVarInt(in);
      int parts = BytesUtils.readUnsignedVarInt(in);
      int total = BytesUtils.readUnsignedVarInt(in);
      boolean sane =
          block > 0
              && block <= MAX_DELTA_BLOCK
              && parts > 0
              && parts <= block
              && block % parts == 0;
      if (!sane || total < 0 || total > values) {
        throw new IOException(
            total + " deltas in blocks of " + block + "/" + parts + " for " + values + " values");
      }
      return Long.BYTES * ((long) total + block);
    }
  }

  /**
   * Decompresses pages of every codec that Parquet defines, into exactly the size in the page's
   * header.
   */
  private static final class PageCodecs {
    static byte[] decompress(CompressionCodecName codec, byte[] packed, int from, int size)
        throws IOException {
      byte[] plain = new byte[size];
      int length = packed.length - from;
      int done =
          switch (codec) {
            case UNCOMPRESSED -> copy(packed, from, plain);
            case SNAPPY ->
                new SnappyDecompressor().decompress(packed, from, length, plain, 0, size);
            case ZSTD -> (int) Zstd.decompressByteArray(plain, 0, size, packed, from, length);
            case GZIP -> stream(new GZIPInputStream(in(packed, from)), plain);
            case BROTLI -> stream(new BrotliInputStream(in(packed, from)), plain);
            case LZ4_RAW -> new Lz4Decompressor().decompress(packed, from, length, plain, 0, size);
            case LZ4 -> lz4(packed, from, plain);
            case LZO -> blocks(new LzoDecompressor(), packed, from, plain);
          };
      if (done != size) {
        throw new IOException("a page unpacks to " + done + " bytes instead of " + size);
      }
      return plain;
    }

    private static int copy(byte[] packed, int from, byte[] plain) {
      int length = packed.length - from;
      System.arraycopy(packed, from, plain, 0, Math.min(length, plain.length));
      return length;
    }

    private static InputStream in(byte[] packed, int from) {
      return new ByteArrayInputStream(packed, from, packed.length - from);
    }

    private static int stream(InputStream in, byte[] plain) throws IOException {
      try (in) {
        int done = in.readNBytes(plain, 0, plain.length);
        return in.read() < 0 ? done : plain.length + 1;
      }
    }

    /**
     * Decompresses the deprecated LZ4. It uses Hadoop's framing, or none, as Arrow wrote for some
     * years.
     */
    private static int lz4(byte[] packed, int from, byte[] plain) {
      try {
        return blocks(new Lz4Decompressor(), packed, from, plain);
      } catch (RuntimeException framing) {
        Arrays.fill(plain, (byte) 0);
        return new Lz4Decompressor()
            .decompress(packed, from, packed.length - from, plain, 0, plain.length);
      }
    }

    /**
     * Decompresses Hadoop's framing. Each block starts with its uncompressed size. Compressed parts
     * follow, each after its size, until the block is full.
     */
    private static int blocks(Decompressor codec, byte[] packed, int from, byte[] plain) {
      ByteBuffer in = ByteBuffer.wrap(packed, from, packed.length - from);
      int done = 0;
      while (in.hasRemaining()) {
        int end = Math.addExact(done, in.getInt());
        while (done < end) {
          int size = in.getInt();
          if (size < 0 || size > in.remaining() || end > plain.length) {
            throw new IllegalArgumentException("a block of " + size + " bytes");
          }
          done += codec.decompress(packed, in.position(), size, plain, done, end - done);
          in.position(in.position() + size);
        }
      }
      return done;
    }
  }
}
