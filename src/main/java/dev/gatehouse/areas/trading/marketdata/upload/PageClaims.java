package dev.gatehouse.areas.trading.marketdata.upload;

import java.io.IOException;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.format.Encoding;

/**
 * The heap that the decoders of parquet-column allocate for a page. They allocate what a run or a
 * delta header claims, so a few damaged bytes could request gigabytes. Impossible claims are
 * rejected.
 */
final class PageClaims {
  // Some writers pad the last bit-packed run by more than one group.
  private static final int PADDING = 512;

  private static final int MAX_DELTA_BLOCK = 1 << 16;

  private PageClaims() {}

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
  private static long prefixesAndSuffixes(ByteBufferInputStream in, int values) throws IOException {
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
        block > 0 && block <= MAX_DELTA_BLOCK && parts > 0 && parts <= block && block % parts == 0;
    if (!sane || total < 0 || total > values) {
      throw new IOException(
          total + " deltas in blocks of " + block + "/" + parts + " for " + values + " values");
    }
    return Long.BYTES * ((long) total + block);
  }
}
