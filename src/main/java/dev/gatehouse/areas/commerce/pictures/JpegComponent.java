package dev.gatehouse.areas.commerce.pictures;

/** Color component of a JPEG file: its sampling, its tables and its coefficients. */
final class JpegComponent {
  private static final int MAX_SAMPLING = 4;
  private static final int MIDDLE = 128;

  final int id;
  final int across;
  final int down;
  final int quantization;

  /** Number of blocks in a row and a column of the picture without padding. */
  int columns;

  int rows;

  /** Number of blocks in a row with padding to whole units. */
  int stride;

  HuffmanTable direct;
  HuffmanTable alternating;
  int prediction;

  /** Coefficients of the blocks in memory: one row of units, or all. */
  short[] coefficients;

  /** Values of one row of units. */
  byte[] values;

  /**
   * @param across sampling factor: number of blocks in a row of a unit
   * @param down number of blocks in a column of a unit
   * @param quantization number of its table
   */
  JpegComponent(int id, int across, int down, int quantization) {
    this.id = id;
    this.across = across;
    this.down = down;
    this.quantization = quantization;
  }

  boolean isValid() {
    return across >= 1
        && across <= MAX_SAMPLING
        && down >= 1
        && down <= MAX_SAMPLING
        && quantization < JpegTables.COUNT;
  }

  void allocate(int rowsOfUnits) {
    int length = stride * down * Dct.BLOCK;
    values = new byte[length];
    coefficients = new short[length * rowsOfUnits];
  }

  /** Returns the position of a block's coefficients. */
  int at(int row, int column) {
    return (row * stride + column) * Dct.BLOCK;
  }

  /** Converts a row of units to values. */
  void transform(int firstRow, int[] table) {
    float[] block = new float[Dct.BLOCK];
    int width = stride * Dct.SIDE;
    for (int row = 0; row < down; row++) {
      for (int column = 0; column < stride; column++) {
        int from = at(firstRow + row, column);
        for (int i = 0; i < Dct.BLOCK; i++) {
          block[i] = coefficients[from + i] * table[i];
        }
        Dct.inverse(block);
        for (int i = 0; i < Dct.BLOCK; i++) {
          int y = row * Dct.SIDE + i / Dct.SIDE;
          int value = Math.round(block[i]) + MIDDLE;
          values[y * width + column * Dct.SIDE + i % Dct.SIDE] =
              (byte) Math.max(0, Math.min(255, value));
        }
      }
    }
  }
}
