package dev.gatehouse.areas.commerce.pictures;

/** Bounds of pictures, which are checked before any pixel is decoded. */
record PictureSize(int width, int height) {
  /** Larger results are no better on a page. */
  static final int MAX_RESULT = 1600;

  /** Bytes of each pixel in formats that cannot be decoded row by row. */
  static final int WHOLE_BYTES = 3;

  /** Bytes of each pixel that the decoder of WebP needs. */
  static final int WEBP_BYTES = 10;

  private static final int MAX_SIDE = 16_000;
  private static final int MAX_PIXELS = 50_000_000;
  private static final int MIN_SIDE = 16;

  /** Maximum memory of a decoder for formats that cannot be decoded row by row. */
  private static final long MAX_WHOLE = 48L << 20;

  /** Maximum memory of a picture before it is scaled to its final size. */
  private static final long MAX_READ = 28L << 20;

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
  void requireDecodable(int bytesOfPixel) throws InvalidPictureException {
    if ((long) width * height * bytesOfPixel > MAX_WHOLE) {
      throw new InvalidPictureException(
          "the WebP, progressive or interlaced picture is too large: save it as a baseline JPEG, or"
              + " smaller");
    }
  }

  /** Returns every how many pixels are read, so that about twice the final size remains. */
  int step(int bitsOfPixel) {
    int step = Math.max(1, Math.max(width, height) / (2 * MAX_RESULT));
    while ((long) (width / step) * (height / step) * Math.max(32, bitsOfPixel) / 8 > MAX_READ) {
      step++;
    }
    return step;
  }
}
