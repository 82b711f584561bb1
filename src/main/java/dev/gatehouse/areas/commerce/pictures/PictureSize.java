package dev.gatehouse.areas.commerce.pictures;

/** Bounds of pictures, which are checked before any pixel is decoded. */
record PictureSize(int width, int height) {
  /** Larger results are no better on a page. */
  static final int MAX_RESULT = 1600;

  private static final int MAX_SIDE = 16_000;
  private static final int MAX_PIXELS = 50_000_000;
  private static final int MIN_SIDE = 16;

  /** Maximum memory for formats that cannot be decoded row by row. */
  private static final long MAX_WHOLE = 48L << 20;

  /**
   * @throws InvalidPictureException if the picture is too large or too small
   */
  static PictureSize checked(long width, long height) throws InvalidPictureException {
    if (width < MIN_SIDE || height < MIN_SIDE) {
      throw new InvalidPictureException("the picture must have at least 16 pixels on each side");
    }
    if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
      throw new InvalidPictureException(
          "the picture must have at most 16,000 pixels on each side and 50 megapixels");
    }
    return new PictureSize((int) width, (int) height);
  }

  /** Checks the memory of a picture that must be decoded as a whole. */
  static int whole(long bytes) throws InvalidPictureException {
    if (bytes > MAX_WHOLE) {
      throw new InvalidPictureException(
          "the progressive or interlaced picture is too large: save it without this option, or"
              + " smaller");
    }
    return (int) bytes;
  }

  /** Returns a scaler to the largest result. */
  Scaler scaler() {
    double scale = Math.min(1, (double) MAX_RESULT / Math.max(width, height));
    return new Scaler(
        width,
        height,
        Math.max(1, (int) Math.round(width * scale)),
        Math.max(1, (int) Math.round(height * scale)));
  }
}
