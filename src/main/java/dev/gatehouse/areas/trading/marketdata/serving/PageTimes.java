package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import org.apache.parquet.format.Util;

/** The first time of each page of a row group, in microseconds. */
record PageTimes(long[] firstTimes) implements IndexCache.Weighed {
  static PageTimes parse(byte[] columnIndex) throws IOException {
    return new PageTimes(
        Util.readColumnIndex(new ByteArrayInputStream(columnIndex)).getMin_values().stream()
            .map(ByteBuffer::duplicate)
            .mapToLong(value -> value.order(ByteOrder.LITTLE_ENDIAN).getLong())
            .toArray());
  }

  /** Returns the page that contains a time, or that would contain it. */
  int pageOf(long micros) {
    int at = Arrays.binarySearch(firstTimes, micros);
    return Math.max(0, Math.max(at, -at - 2));
  }

  @Override
  public long weight() {
    return 32 + 8L * firstTimes.length;
  }
}
