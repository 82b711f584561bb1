package dev.gatehouse.areas.commerce.pictures;

/**
 * Pixels of a small picture.
 *
 * @param rgb three bytes of each pixel, row by row
 */
record Raster(int width, int height, byte[] rgb) {
  private static final int BYTES = 3;

  /** Receiver of a picture's rows, from the top. */
  interface Rows {
    /**
     * @param rgb three bytes of each pixel; the caller reuses the array
     */
    void add(byte[] rgb);
  }

  /** Returns this picture with at most a width. */
  Raster scaled(int toWidth) {
    var scaler = new Scaler(width, height, toWidth, Math.max(1, scale(height, toWidth, width)));
    byte[] row = new byte[width * BYTES];
    for (int y = 0; y < height; y++) {
      System.arraycopy(rgb, y * row.length, row, 0, row.length);
      scaler.add(row);
    }
    return scaler.result();
  }

  private static int scale(int length, int to, int from) {
    return (int) Math.round((double) length * to / from);
  }

  /**
   * Returns this picture as its viewer should see it.
   *
   * @param orientation of Exif, 1 to 8
   */
  Raster oriented(int orientation) {
    if (orientation < 2 || orientation > 8) {
      return this;
    }
    int newWidth = width;
    int newHeight = height;
    if (orientation > 4) {
      newWidth = height;
      newHeight = width;
    }
    byte[] result = new byte[rgb.length];
    for (int y = 0; y < newHeight; y++) {
      for (int x = 0; x < newWidth; x++) {
        int from = source(orientation, x, y) * BYTES;
        int to = (y * newWidth + x) * BYTES;
        result[to] = rgb[from];
        result[to + 1] = rgb[from + 1];
        result[to + 2] = rgb[from + 2];
      }
    }
    return new Raster(newWidth, newHeight, result);
  }

  /** Returns the index of the stored pixel that is seen at a place. */
  private int source(int orientation, int x, int y) {
    int right = width - 1;
    int bottom = height - 1;
    return switch (orientation) {
      case 2 -> y * width + right - x;
      case 3 -> (bottom - y) * width + right - x;
      case 4 -> (bottom - y) * width + x;
      case 5 -> x * width + y;
      case 6 -> (bottom - x) * width + y;
      case 7 -> (bottom - x) * width + right - y;
      default -> x * width + right - y;
    };
  }
}
