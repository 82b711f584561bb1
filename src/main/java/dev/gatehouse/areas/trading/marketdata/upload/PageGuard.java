package dev.gatehouse.areas.trading.marketdata.upload;

import org.apache.parquet.format.Encoding;

/**
 * Checks the run headers of a page before it is decoded. parquet-column's decoders allocate what a
 * header claims, so a few bytes could request gigabytes. Methods return the heap that decoding
 * needs, and throw IllegalArgumentException for impossible sizes.
 */
final class PageGuard {
  // Some writers pad the last bit-packed run by more than one group.
  private static final int PADDING = 512;

  private final BoundedBytes in;

  PageGuard(byte[] bytes, int from, int end) {
    this(new BoundedBytes(bytes, from, end));
  }

  private PageGuard(BoundedBytes in) {
    this.in = in;
  }

  /**
   * Checks the definition levels of a version 1 page, which start with their length. Moves behind
   * them.
   */
  long levels(int values) {
    return new PageGuard(in.part(in.littleEndian())).runs(1, values);
  }

  long values(Encoding encoding, int values) {
    return switch (encoding) {
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> in.left() == 0 ? 0 : runs(in.next(), values);
      case RLE -> levels(values);
      case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY -> deltas(values);
      // A text that reuses a prefix of its predecessor may be as long as the whole page, and is
      // held twice.
      case DELTA_BYTE_ARRAY -> prefixesAndSuffixes(values) + 2L * in.end();
      // Its streams are merged into a separate array.
      case BYTE_STREAM_SPLIT -> in.left();
      case PLAIN, BIT_PACKED -> 0;
    };
  }

  /**
   * Checks runs of the hybrid encoding. Stops when all values are covered or, if there are nulls,
   * at the end of the bytes.
   */
  long runs(int width, int values) {
    if (width < 0 || width > 32) {
      throw new IllegalArgumentException("values of " + width + " bits");
    }
    long largest = 0;
    long done = 0;
    while (done < values && in.left() > 0) {
      int header = varint();
      long count = Integer.toUnsignedLong(header) >>> 1;
      if ((header & 1) == 0) {
        in.skip((width + 7L) / 8);
      } else {
        in.skip(Math.min(count * width, in.left()));
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
    int start = in.at();
    long prefixes = deltas(values);
    in.backTo(start);
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
    in.number(); // the first value
    while (left > 0) {
      in.number(); // the minimum delta of the block
      BoundedBytes widths = in.part(parts);
      for (int i = 0; i < parts && left > 0; i++) {
        in.skip((long) widths.next() * (block / parts) / 8);
        left -= block / parts;
      }
    }
  }

  private int varint() {
    return (int) in.number();
  }
}
