package dev.gatehouse.areas.commerce.pictures;

/** Converts the samples of a PNG file to colors. */
final class PngPixels {
  private static final int WHITE = 255;
  private static final int PALETTE = 3;

  private final int depth;
  private final int color;
  private final int channels;
  private byte[] palette = {};
  private byte[] transparent = {};

  private PngPixels(int depth, int color, int channels) {
    this.depth = depth;
    this.color = color;
    this.channels = channels;
  }

  /**
   * @param depth bits of a sample
   * @param color kind of the colors in the file
   */
  static PngPixels of(int depth, int color) throws InvalidPictureException {
    boolean known =
        switch (color) {
          case 0 -> depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
          case PALETTE -> depth == 1 || depth == 2 || depth == 4 || depth == 8;
          case 2, 4, 6 -> depth == 8 || depth == 16;
          default -> false;
        };
    if (!known) {
      throw PictureSource.truncated();
    }
    int channels =
        switch (color) {
          case 2 -> 3;
          case 4 -> 2;
          case 6 -> 4;
          default -> 1;
        };
    return new PngPixels(depth, color, channels);
  }

  void palette(byte[] content) {
    palette = content;
  }

  void transparent(byte[] content) {
    transparent = content;
  }

  /** Returns the number of bytes of a row. */
  int bytes(int width) {
    return (width * channels * depth + 7) / 8;
  }

  /** Returns the distance of the bytes that filters compare. */
  int distance() {
    return Math.max(1, channels * depth / 8);
  }

  /**
   * Converts a row.
   *
   * @param to index of the first pixel in the result
   * @param step distance of its pixels there
   */
  void convert(byte[] row, byte[] rgb, int to, int step, int width) throws InvalidPictureException {
    for (int x = 0; x < width; x++) {
      convert(row, x, rgb, (to + x * step) * 3);
    }
  }

  private void convert(byte[] row, int x, byte[] rgb, int at) throws InvalidPictureException {
    int alpha = WHITE;
    if (color == PALETTE) {
      int index = raw(row, x);
      if (index * 3 + 2 >= palette.length) {
        throw PictureSource.truncated();
      }
      alpha = index < transparent.length ? transparent[index] & 0xff : WHITE;
      for (int i = 0; i < 3; i++) {
        rgb[at + i] = onWhite(palette[index * 3 + i] & 0xff, alpha);
      }
      return;
    }
    boolean gray = color == 0 || color == 4;
    if (color == 4 || color == 6) {
      alpha = level(row, x * channels + channels - 1);
    } else if (isTransparent(row, x)) {
      alpha = 0;
    }
    for (int i = 0; i < 3; i++) {
      rgb[at + i] = onWhite(level(row, x * channels + (gray ? 0 : i)), alpha);
    }
  }

  private boolean isTransparent(byte[] row, int x) {
    if (transparent.length < channels * 2) {
      return false;
    }
    for (int i = 0; i < channels; i++) {
      int wanted = (transparent[i * 2] & 0xff) << 8 | (transparent[i * 2 + 1] & 0xff);
      if (raw(row, x * channels + i) != wanted) {
        return false;
      }
    }
    return true;
  }

  private static byte onWhite(int value, int alpha) {
    return (byte) ((value * alpha + WHITE * (WHITE - alpha) + WHITE / 2) / WHITE);
  }

  /** Returns a stored sample. */
  private int raw(byte[] row, int index) {
    if (depth == 16) {
      return (row[index * 2] & 0xff) << 8 | (row[index * 2 + 1] & 0xff);
    }
    int bit = index * depth;
    return (row[bit / 8] & 0xff) >> (8 - depth - bit % 8) & (1 << depth) - 1;
  }

  /** Returns a sample with eight bits. */
  private int level(byte[] row, int index) {
    int value = raw(row, index);
    return depth == 16 ? value >> 8 : value * WHITE / ((1 << depth) - 1);
  }
}
