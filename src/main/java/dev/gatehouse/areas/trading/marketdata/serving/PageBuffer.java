package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/**
 * Decodes pages one after the other into reused arrays. After {@link #data}, row i of a text column
 * is entry i of {@link #texts}, null if absent. Row i of any other column is entry i of {@link
 * #longs}, where a number is the bits of its double, and an absent value is as in {@link Bars}.
 */
final class PageBuffer {
  // Unpacking reads eight bytes at once, even at the end.
  private static final int SLACK = 8;

  private static final long NAN = Double.doubleToRawLongBits(Double.NaN);

  private byte[] packed = new byte[0];
  private byte[] plain = new byte[0];
  private int[] levels = new int[0];
  private int[] ids = new int[0];
  private String[] texts = new String[0];
  private final CRC32 crc = new CRC32();
  private final ServingCopy.ZstdContextPool unpackers;

  int rows;
  long[] longs = new long[0];

  PageBuffer(ServingCopy.ZstdContextPool unpackers) {
    this.unpackers = unpackers;
  }

  byte[] roomForPacked(int bytes) {
    if (packed.length < bytes) {
      packed = new byte[bytes * 5 / 4];
    }
    return packed;
  }

  /** Decodes the dictionary in the room for a packed page. */
  Dictionary dictionary(Column.Kind kind, int size) throws IOException {
    PageHeader header = open(size, PageType.DICTIONARY_PAGE);
    int values = header.getDictionary_page_header().getNum_values();
    int bytes = header.getUncompressed_page_size();
    if (values < 0 || values > bytes) {
      throw new IllegalArgumentException(
          "a dictionary of " + values + " values in " + bytes + " bytes");
    }
    return Dictionary.of(kind, new PlainValues(plain, 0, bytes), values);
  }

  /**
   * Decodes the data page in the room for a packed page. {@code dictionary} is null if the chunk
   * has none.
   */
  void data(Column column, int size, int expectedRows, Dictionary dictionary) throws IOException {
    PageHeader header = open(size, PageType.DATA_PAGE);
    rows = header.getData_page_header().getNum_values();
    if (rows != expectedRows) {
      throw new IllegalArgumentException(rows + " values for " + expectedRows + " rows");
    }
    allocate(column.kind());
    int end = header.getUncompressed_page_size();
    int from = 0;
    int present = rows;
    if (column.kind() != Column.Kind.TIME) {
      int length = (int) PlainValues.INT.get(plain, 0);
      from = 4 + length;
      if (length < 0 || from > end) {
        throw new IllegalArgumentException("levels of " + length + " bytes");
      }
      present = levels(from);
    }
    Encoding encoding = header.getData_page_header().getEncoding();
    switch (encoding) {
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> {
        RleBitPackingDecoder.decode(plain, from + 1, end, plain[from], present, ids);
        named(dictionary, present);
      }
      case PLAIN -> values(column.kind(), new PlainValues(plain, from, end), present);
      default -> throw new IllegalArgumentException("encoding " + encoding);
    }
    spread(column.kind(), present);
  }

  private PageHeader open(int size, PageType type) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(packed, 0, size);
    PageHeader header = Util.readPageHeader(in);
    int from = size - in.available();
    int length = header.getUncompressed_page_size();
    if (header.getType() != type || header.getCompressed_page_size() != size - from) {
      throw new IllegalArgumentException("its header does not match the page");
    }
    if (length < 0 || length > Layout.MAX_PAGE_BYTES) {
      throw new IllegalArgumentException("a page of " + length + " bytes");
    }
    crc.reset();
    crc.update(packed, from, size - from);
    if (!header.isSetCrc() || header.getCrc() != (int) crc.getValue()) {
      throw new IllegalArgumentException("its checksum differs");
    }
    if (plain.length < length + SLACK) {
      plain = new byte[length * 5 / 4 + SLACK];
    }
    unpackers.unpack(packed, from, size - from, plain, length);
    return header;
  }

  private void allocate(Column.Kind kind) {
    if (levels.length < rows) {
      levels = new int[rows];
      ids = new int[rows];
    }
    if (kind == Column.Kind.TEXT) {
      texts = texts.length < rows ? new String[rows] : texts;
    } else {
      longs = longs.length < rows ? new long[rows] : longs;
    }
  }

  private int levels(int end) {
    if (RleBitPackingDecoder.decode(plain, 4, end, 1, rows, levels) != end) {
      throw new IllegalArgumentException("bytes after the levels");
    }
    int present = 0;
    for (int i = 0; i < rows; i++) {
      present += levels[i];
    }
    return present;
  }

  /** Copies the values of the first ids to the front. */
  private void named(Dictionary dictionary, int present) {
    for (int i = 0; i < present; i++) {
      if (ids[i] >= dictionary.size()) {
        throw new IllegalArgumentException("id " + ids[i] + " of " + dictionary.size());
      }
    }
    if (dictionary.texts() == null) {
      long[] values = dictionary.longs();
      for (int i = 0; i < present; i++) {
        longs[i] = values[ids[i]];
      }
    } else {
      for (int i = 0; i < present; i++) {
        texts[i] = dictionary.texts()[ids[i]];
      }
    }
  }

  private void values(Column.Kind kind, PlainValues from, int present) {
    switch (kind) {
      case TEXT -> from.texts(texts, present);
      case FLAG -> from.flags(longs, present);
      default -> from.longs(longs, present);
    }
  }

  /** Moves the values from the front to the rows that have one. */
  private void spread(Column.Kind kind, int present) {
    if (kind == Column.Kind.TEXT) {
      for (int i = rows - 1, k = present; k < i + 1; i--) {
        texts[i] = levels[i] == 1 ? texts[--k] : null;
      }
      return;
    }
    long absent = kind == Column.Kind.NUMBER ? NAN : Bars.NONE;
    for (int i = rows - 1, k = present; k < i + 1; i--) {
      longs[i] = levels[i] == 1 ? longs[--k] : absent;
    }
  }

  /** Copies rows of the decoded page into a batch. */
  void copy(Column column, int first, int count, Bars into, int at) {
    switch (column.kind()) {
      case NUMBER -> {
        double[] to = into.numbers(column);
        for (int i = 0; i < count; i++) {
          to[at + i] = Double.longBitsToDouble(longs[first + i]);
        }
      }
      case TEXT -> System.arraycopy(texts, first, into.texts(column), at, count);
      default -> System.arraycopy(longs, first, into.longs(column), at, count);
    }
  }

  /**
   * Decodes Parquet's hybrid of run-length encoding and bit packing, used for levels and dictionary
   * ids.
   */
  private static final class RleBitPackingDecoder {
    /** Decodes {@code n} values of {@code width} bits, and returns the position behind them. */
    static int decode(byte[] bytes, int from, int end, int width, int n, int[] into) {
      if (width < 0 || width > 31) {
        throw new IllegalArgumentException("ids of " + width + " bits");
      }
      int p = from;
      int done = 0;
      while (done < n) {
        int header = 0;
        int shift = 0;
        byte b;
        do {
          b = bytes[p++];
          header |= (b & 127) << shift;
          shift += 7;
        } while (b < 0);
        int runs = header >>> 1;
        if (runs == 0) {
          throw new IllegalArgumentException("an empty run");
        }
        if ((header & 1) == 0) {
          int value = 0;
          for (int k = 0; k < width; k += 8) {
            value |= (bytes[p++] & 255) << k;
          }
          int last = Math.min(n - done, runs) + done;
          while (done < last) {
            into[done++] = value;
          }
        } else {
          int count = Math.min(n - done, runs > n / 8 ? n : runs * 8);
          unpack(bytes, p, width, count, into, done);
          done += count;
          // The last group may be truncated, because its padding is not needed.
          p = (int) Math.min(end, p + (long) runs * width);
        }
      }
      if (p > end) {
        throw new IllegalArgumentException("runs beyond their end");
      }
      return p;
    }

    private static void unpack(byte[] bytes, int from, int width, int count, int[] into, int at) {
      long mask = (1L << width) - 1;
      long bit = (long) from << 3;
      for (int i = 0; i < count; i++, bit += width) {
        long word = (long) PlainValues.LONG.get(bytes, (int) (bit >>> 3));
        into[at + i] = (int) (word >>> (bit & 7) & mask);
      }
    }
  }

  /**
   * The distinct values of one column chunk.
   *
   * @param longs null for texts
   * @param texts null for other values
   */
  record Dictionary(int size, long[] longs, String[] texts) {
    static Dictionary of(Column.Kind kind, PlainValues plain, int size) {
      return switch (kind) {
        case TEXT -> {
          String[] texts = new String[size];
          plain.texts(texts, size);
          yield new Dictionary(size, null, texts);
        }
        case TIME, COUNT, NUMBER -> {
          long[] longs = new long[size];
          plain.longs(longs, size);
          yield new Dictionary(size, longs, null);
        }
        case FLAG -> throw new IllegalArgumentException("flags have no dictionary");
      };
    }

    /** Returns the approximate size in bytes of heap. */
    long weight() {
      long each = texts == null ? 8 : 80;
      return 64 + each * size;
    }
  }
}
