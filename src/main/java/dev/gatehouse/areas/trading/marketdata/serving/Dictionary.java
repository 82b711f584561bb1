package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Column;

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
