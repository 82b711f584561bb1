package dev.gatehouse.areas.trading.marketdata.upload;

/**
 * The size of a structure in Thrift's compact protocol, measured without creating objects. Eight
 * megabytes of empty elements would take hundreds of megabytes as objects.
 *
 * @param bytes size of the structure, including its end
 * @param heap maximum bytes of its objects
 */
record ThriftSize(int bytes, long heap) {
  private static final int MAX_DEPTH = 32;

  // The largest of Parquet's structures.
  private static final int STRUCT_BYTES = 192;
  private static final int LIST_BYTES = 64;
  private static final int ELEMENT_BYTES = 32;
  private static final int TEXT_BYTES = 96;
  // A text is decoded from an array that is held during the decoding.
  private static final int BYTES_PER_CHARACTER = 3;

  private static final int STOP = 0;
  private static final int LONG_FORM = 15;

  /**
   * Measures the structure that begins at {@code from}.
   *
   * @throws IllegalArgumentException if it is truncated, or nested deeper than Parquet structures
   *     are
   */
  static ThriftSize of(byte[] bytes, int from, int end) {
    Walk walk = new Walk(new BoundedBytes(bytes, from, end));
    walk.struct(0);
    return new ThriftSize(walk.in.at() - from, walk.heap);
  }

  private static final class Walk {
    private final BoundedBytes in;
    private long heap;

    Walk(BoundedBytes in) {
      this.in = in;
    }

    void struct(int depth) {
      if (depth > MAX_DEPTH) {
        throw new IllegalArgumentException("it is nested too deeply");
      }
      heap += STRUCT_BYTES;
      for (int header = in.next(); header != STOP; header = in.next()) {
        if (header >>> 4 == 0) {
          in.number();
        }
        int type = header & 15;
        // A boolean in a structure is encoded in its field header.
        if (type > 2) {
          value(type, depth);
        }
      }
    }

    private void value(int type, int depth) {
      switch (type) {
        case 1, 2, 3 -> in.skip(1);
        case 4, 5, 6 -> in.number();
        case 7 -> in.skip(8);
        case 8 -> {
          long length = in.number();
          heap += TEXT_BYTES + BYTES_PER_CHARACTER * length;
          in.skip(length);
        }
        case 9, 10 -> list(depth + 1);
        case 11 -> map(depth + 1);
        case 12 -> struct(depth + 1);
        case 13 -> in.skip(16);
        default -> throw new IllegalArgumentException("it has a value of the unknown type " + type);
      }
    }

    private void list(int depth) {
      int header = in.next();
      long size = header >>> 4 == LONG_FORM ? in.number() : header >>> 4;
      elements(size, depth);
      for (long i = 0; i < size; i++) {
        value(header & 15, depth);
      }
    }

    private void map(int depth) {
      long size = in.number();
      elements(2 * size, depth);
      int types = size == 0 ? 0 : in.next();
      for (long i = 0; i < size; i++) {
        value(types >>> 4, depth);
        value(types & 15, depth);
      }
    }

    /**
     * Measures the elements of a collection. Each takes at least one byte, so a false count cannot
     * claim more elements than there are bytes.
     */
    private void elements(long count, int depth) {
      if (depth > MAX_DEPTH || count < 0 || count > in.left()) {
        throw new IllegalArgumentException("it has a list of " + count + " elements");
      }
      heap += LIST_BYTES + ELEMENT_BYTES * count;
    }
  }
}
