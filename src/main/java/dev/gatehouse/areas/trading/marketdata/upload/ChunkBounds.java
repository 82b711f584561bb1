package dev.gatehouse.areas.trading.marketdata.upload;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;

/**
 * The bounds that a column chunk's statistics claim for its values. Without checksums, a page with
 * a flipped bit may still decode; most such errors produce values outside these bounds. The bounds
 * apply only if the file declares their order, and the deprecated bounds are never used.
 *
 * @param statistics null if the chunk has none
 * @param ordered whether the file declares that its bounds use the type's own order
 */
record ChunkBounds(Type type, Statistics statistics, boolean ordered) {
  private static final String OUTSIDE = "values outside the range of its statistics";

  void requireNulls(long found) {
    if (statistics != null && statistics.isSetNull_count() && statistics.getNull_count() != found) {
      throw new IllegalArgumentException(
          found + " nulls, but its statistics state " + statistics.getNull_count());
    }
  }

  /** Checks a range of whole numbers against the bounds. {@code low > high} means no values. */
  void requireWithin(long low, long high) {
    if (low > high || !bounded()) {
      return;
    }
    if (low < whole(statistics.getMin_value()) || high > whole(statistics.getMax_value())) {
      throw new IllegalArgumentException(OUTSIDE);
    }
  }

  /**
   * Checks a range of fractions against the bounds. NaN is not a bound, and zeros of either sign
   * are equal.
   */
  void requireWithin(double low, double high) {
    if (low > high || !bounded()) {
      return;
    }
    if (low < fraction(statistics.getMin_value()) || high > fraction(statistics.getMax_value())) {
      throw new IllegalArgumentException(OUTSIDE);
    }
  }

  private boolean bounded() {
    return ordered
        && statistics != null
        && isValue(statistics.getMin_value())
        && isValue(statistics.getMax_value());
  }

  private boolean isValue(byte[] bytes) {
    return bytes != null
        && switch (type) {
          case INT32, FLOAT -> bytes.length == Integer.BYTES;
          case INT64, DOUBLE -> bytes.length == Long.BYTES;
          case BOOLEAN, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
        };
  }

  private long whole(byte[] bytes) {
    ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return type == Type.INT32 ? value.getInt() : value.getLong();
  }

  private double fraction(byte[] bytes) {
    ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return type == Type.FLOAT ? value.getFloat() : value.getDouble();
  }
}
