package dev.gatehouse.trading.market.upload;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;

/**
 * What a column chunk's statistics say of its values. Pages without checksums may decode to
 * something after a flipped bit; that it is outside these bounds gives most of it away.
 */
record ChunkBounds(Type type, Statistics statistics) {

  void requireNulls(long found) {
    if (statistics != null && statistics.isSetNull_count() && statistics.getNull_count() != found) {
      throw new IllegalArgumentException(
          found + " nulls where its statistics say " + statistics.getNull_count());
    }
  }

  void requireWithin(long low, long high) {
    Double least = bound(true);
    Double most = bound(false);
    if (low <= high
        && least != null
        && most != null
        && (low < least.longValue() - slack(least) || high > most.longValue() + slack(most))) {
      throw new IllegalArgumentException("values outside what its statistics say");
    }
  }

  void requireWithin(double low, double high) {
    Double least = bound(true);
    Double most = bound(false);
    if (low <= high && least != null && most != null && (low < least || high > most)) {
      throw new IllegalArgumentException("values outside what its statistics say");
    }
  }

  // Bounds pass through a double, which is exact up to 2^53.
  private static long slack(double bound) {
    return Math.abs(bound) > Values.MAX_EXACT ? 2048 : 0;
  }

  private Double bound(boolean least) {
    if (statistics == null) {
      return null;
    }
    byte[] bytes = least ? statistics.getMin_value() : statistics.getMax_value();
    if (bytes == null || bytes.length != (type == Type.INT32 || type == Type.FLOAT ? 4 : 8)) {
      return null;
    }
    ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    double bound =
        switch (type) {
          case INT32 -> value.getInt();
          case INT64 -> (double) value.getLong();
          case FLOAT -> value.getFloat();
          case DOUBLE -> value.getDouble();
          default -> Double.NaN;
        };
    return Double.isNaN(bound) ? null : bound;
  }
}
