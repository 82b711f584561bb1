package dev.gatehouse.marketdata.upload;

import org.apache.parquet.format.Encoding;

/**
 * Looks at the run headers of a page before it is decoded. parquet-column's decoders allocate what
 * such a header asks for: a few bytes could ask for gigabytes. Answers the heap that decoding will
 * take; throws IllegalArgumentException for what cannot be.
 */
final class PageGuard {
  // Some writers pad the last bit-packed run by more than a group.
  private static final int PADDING = 512;

  private final byte[] bytes;
  private final int end;
  private int at;

  PageGuard(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** Definition levels of a version 1 page, led by their length; moves behind them. */
  long levels(int values) {
    int length = littleEndian();
    if (length < 0 || length > end - at) {
      throw new IllegalArgumentException("levels of " + length + " bytes");
    }
    PageGuard levels = new PageGuard(bytes, at, at + length);
    at += length;
    return levels.runs(1, values);
  }

  long values(Encoding encoding, int values) {
    return switch (encoding) {
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> at == end ? 0 : runs(next(), values);
      case RLE -> levels(values);
      case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY -> deltas(values);
      // A text made of its predecessor's beginning may be as long as all of the page, twice.
      case DELTA_BYTE_ARRAY -> prefixesAndSuffixes(values) + 2L * end;
      // Its streams are woven into an array of their own.
      case BYTE_STREAM_SPLIT -> end - at;
      case PLAIN, BIT_PACKED -> 0;
    };
  }

  /**
   * Runs of the hybrid encoding; stops where all values are covered or, with nulls among them,
   * where the bytes end.
   */
  long runs(int width, int values) {
    if (width < 0 || width > 32) {
      throw new IllegalArgumentException("values of " + width + " bits");
    }
    long largest = 0;
    long done = 0;
    while (done < values && at < end) {
      int header = varint();
      long count = Integer.toUnsignedLong(header) >>> 1;
      if ((header & 1) == 0) {
        skip((width + 7L) / 8);
      } else {
        skip(Math.min(count * width, end - at));
        count *= 8;
        largest = Math.max(largest, count);
      }
      if (count == 0 || count > values - done + PADDING) {
        throw new IllegalArgumentException(
            "a run of " + count + " for " + (values - done) + " values");
      }
      done += count;
    }
    return 4 * largest;
  }

  private long prefixesAndSuffixes(int values) {
    int start = at;
    long prefixes = deltas(values);
    at = start;
    skipDeltas();
    return prefixes + deltas(values);
  }

  private long deltas(int values) {
    int block = varint();
    int parts = varint();
    int total = varint();
    boolean sane =
        block > 0 && block <= 1 << 16 && parts > 0 && parts <= block / 8 && block % parts == 0;
    if (!sane || total < 0 || total > values) {
      throw new IllegalArgumentException(
          total + " deltas in blocks of " + block + "/" + parts + " for " + values + " values");
    }
    return 8L * (total + block);
  }

  private void skipDeltas() {
    int block = varint();
    int parts = varint();
    long left = varint() - 1L;
    skipNumber(); // the first value
    while (left > 0) {
      skipNumber(); // the least delta of the block
      int widths = at;
      skip(parts);
      for (int i = 0; i < parts && left > 0; i++) {
        skip((long) (bytes[widths + i] & 255) * (block / parts) / 8);
        left -= block / parts;
      }
    }
  }

  private int littleEndian() {
    return next() | next() << 8 | next() << 16 | next() << 24;
  }

  private void skipNumber() {
    varlong();
  }

  private int varint() {
    return (int) varlong();
  }

  private long varlong() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int b = next();
      value |= (b & 127L) << shift;
      if (b < 128) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number without an end");
  }

  private int next() {
    if (at >= end) {
      throw new IllegalArgumentException("it ends too early");
    }
    return bytes[at++] & 255;
  }

  private void skip(long count) {
    if (count > end - at) {
      throw new IllegalArgumentException("it ends too early");
    }
    at += (int) count;
  }
}
