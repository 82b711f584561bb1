package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/**
 * Decodes pages one after the other into reused arrays. After {@link #data}, row i of a dictionary
 * page is {@code ids[i]}, which is -1 if absent. For other pages it is entry i of the array of the
 * column's kind, with absent values as in {@link Bars}.
 */
final class PageBuffer {
  // Unpacking reads eight bytes at once, even at the end.
  private static final int SLACK = 8;

  byte[] packed = new byte[0];
  private byte[] plain = new byte[0];
  private int[] levels = new int[0];
  private final CRC32 crc = new CRC32();
  private final ServingCopy.ZstdContextPool unpackers;

  int rows;
  boolean byDictionary;
  int[] ids = new int[0];
  long[] longs = new long[0];
  double[] numbers = new double[0];
  String[] texts = new String[0];

  PageBuffer(ServingCopy.ZstdContextPool unpackers) {
    this.unpackers = unpackers;
  }

  byte[] roomForPacked(int bytes) {
    if (packed.length < bytes) {
      packed = new byte[bytes * 5 / 4];
    }
    return packed;
  }

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

  /** Decodes the data page in {@link #packed}. {@code dictionary} is null if the chunk has none. */
  void data(Column column, int size, int expectedRows, Dictionary dictionary) throws IOException {
    PageHeader header = open(size, PageType.DATA_PAGE);
    rows = header.getData_page_header().getNum_values();
    if (rows != expectedRows) {
      throw new IllegalArgumentException(rows + " values for " + expectedRows + " rows");
    }
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
    byDictionary = encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY;
    if (byDictionary) {
      ids(from, end, present, dictionary.size());
    } else if (encoding == Encoding.PLAIN) {
      values(column.kind(), new PlainValues(plain, from, end), present);
    } else {
      throw new IllegalArgumentException("encoding " + encoding);
    }
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

  private int levels(int end) {
    if (levels.length < rows) {
      levels = new int[rows];
    }
    if (RleBitPackingDecoder.decode(plain, 4, end, 1, rows, levels) != end) {
      throw new IllegalArgumentException("bytes after the levels");
    }
    int present = 0;
    for (int i = 0; i < rows; i++) {
      present += levels[i];
    }
    return present;
  }

  private void ids(int from, int end, int present, int dictionarySize) {
    if (ids.length < rows) {
      ids = new int[rows];
    }
    RleBitPackingDecoder.decode(plain, from + 1, end, plain[from], present, ids);
    for (int i = 0; i < present; i++) {
      if (ids[i] >= dictionarySize) {
        throw new IllegalArgumentException("id " + ids[i] + " of " + dictionarySize);
      }
    }
    for (int i = rows - 1, k = present; k < i + 1; i--) {
      ids[i] = levels[i] == 1 ? ids[--k] : -1;
    }
  }

  private void values(Column.Kind kind, PlainValues plainValues, int present) {
    switch (kind) {
      case NUMBER -> {
        if (numbers.length < rows) {
          numbers = new double[rows];
        }
        plainValues.numbers(numbers, present);
        for (int i = rows - 1, k = present; k < i + 1; i--) {
          numbers[i] = levels[i] == 1 ? numbers[--k] : Double.NaN;
        }
      }
      case TEXT -> {
        if (texts.length < rows) {
          texts = new String[rows];
        }
        plainValues.texts(texts, present);
        for (int i = rows - 1, k = present; k < i + 1; i--) {
          texts[i] = levels[i] == 1 ? texts[--k] : null;
        }
      }
      default -> {
        if (longs.length < rows) {
          longs = new long[rows];
        }
        if (kind == Column.Kind.FLAG) {
          plainValues.flags(longs, present);
        } else {
          plainValues.longs(longs, present);
        }
        for (int i = rows - 1, k = present; k < i + 1; i--) {
          longs[i] = levels[i] == 1 ? longs[--k] : Bars.NONE;
        }
      }
    }
  }

  /** Copies rows of the decoded page into a batch and resolves dictionary ids. */
  void copy(Column column, Dictionary dictionary, int first, int count, Bars into, int at) {
    switch (column.kind()) {
      case NUMBER -> {
        double[] to = into.numbers(column);
        if (byDictionary) {
          for (int i = 0; i < count; i++) {
            int id = ids[first + i];
            to[at + i] = id < 0 ? Double.NaN : dictionary.numbers()[id];
          }
        } else {
          System.arraycopy(numbers, first, to, at, count);
        }
      }
      case TEXT -> {
        String[] to = into.texts(column);
        if (byDictionary) {
          for (int i = 0; i < count; i++) {
            int id = ids[first + i];
            to[at + i] = id < 0 ? null : dictionary.texts()[id];
          }
        } else {
          System.arraycopy(texts, first, to, at, count);
        }
      }
      default -> {
        long[] to = into.longs(column);
        if (byDictionary) {
          for (int i = 0; i < count; i++) {
            int id = ids[first + i];
            to[at + i] = id < 0 ? Bars.NONE : dictionary.longs()[id];
          }
        } else {
          System.arraycopy(longs, first, to, at, count);
        }
      }
    }
  }

  /** Clears the texts of earlier pages, so that a long-lived buffer does not retain them. */
  void clearTexts() {
    Arrays.fill(texts, null);
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
      int lastWhole = bytes.length - 8;
      for (int i = 0; i < count; i++, bit += width) {
        int p = (int) (bit >>> 3);
        long word;
        if (p <= lastWhole) {
          word = (long) PlainValues.LONG.get(bytes, p);
        } else {
          word = 0;
          for (int k = 0; p + k < bytes.length && k < 8; k++) {
            word |= (bytes[p + k] & 255L) << (8 * k);
          }
        }
        into[at + i] = (int) (word >>> (bit & 7) & mask);
      }
    }
  }

  /**
   * The distinct values of one column chunk. They are in the array of the column's kind, and the
   * other two arrays are null.
   */
  record Dictionary(int size, long[] longs, double[] numbers, String[] texts)
      implements IndexCache.Weighed {
    static Dictionary of(Column.Kind kind, PlainValues plain, int size) {
      return switch (kind) {
        case TEXT -> {
          String[] texts = new String[size];
          plain.texts(texts, size);
          yield new Dictionary(size, null, null, texts);
        }
        case NUMBER -> {
          double[] numbers = new double[size];
          plain.numbers(numbers, size);
          yield new Dictionary(size, null, numbers, null);
        }
        case TIME, COUNT -> {
          long[] longs = new long[size];
          plain.longs(longs, size);
          yield new Dictionary(size, longs, null, null);
        }
        case FLAG -> throw new IllegalArgumentException("flags have no dictionary");
      };
    }

    @Override
    public long weight() {
      long each = texts == null ? 8 : 80;
      return 64 + each * size;
    }
  }
}
