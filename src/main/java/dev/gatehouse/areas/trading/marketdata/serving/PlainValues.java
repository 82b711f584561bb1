package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

/**
 * Decodes Parquet's PLAIN encoding from {@code from} to exactly {@code end}. Surplus or missing
 * bytes are an error.
 */
record PlainValues(byte[] bytes, int from, int end) {
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  void longs(long[] into, int n) {
    requireBytes(8L * n);
    for (int i = 0, p = from; i < n; i++, p += 8) {
      into[i] = (long) LONG.get(bytes, p);
    }
  }

  void flags(long[] into, int n) {
    requireBytes((n + 7) >>> 3);
    for (int i = 0; i < n; i++) {
      into[i] = bytes[from + (i >>> 3)] >> (i & 7) & 1;
    }
  }

  void texts(String[] into, int n) {
    int p = from;
    for (int i = 0; i < n; i++) {
      int length = (int) INT.get(bytes, p);
      p += 4;
      if (length < 0 || length > end - p) {
        throw new IllegalArgumentException("a text of " + length + " bytes");
      }
      into[i] = new String(bytes, p, length, StandardCharsets.UTF_8);
      p += length;
    }
    if (p != end) {
      throw new IllegalArgumentException("bytes after the last text");
    }
  }

  private void requireBytes(long wanted) {
    if (end - from != wanted) {
      throw new IllegalArgumentException(end - from + " bytes of values instead of " + wanted);
    }
  }
}
