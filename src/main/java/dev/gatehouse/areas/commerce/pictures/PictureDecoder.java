package dev.gatehouse.areas.commerce.pictures;

import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes pictures by their content, not by their names. The JDK's decoders are not used, because
 * the module java.desktop would add 12 MB to the packages, and because they need memory for all
 * pixels.
 */
final class PictureDecoder {
  private static final int JPEG = 0xffd8;
  private static final long PNG = 0x89504e47_0d0a1a0aL;
  private static final int RIFF = 0x5249;

  private PictureDecoder() {}

  /**
   * Returns a picture with at most {@link PictureSize#MAX_RESULT} pixels on each side.
   *
   * @throws InvalidPictureException if the input is not a picture, or exceeds a bound
   */
  static Raster decode(InputStream in) throws IOException {
    var source = new PictureSource(in);
    int begin = source.number16();
    if (begin == JPEG) {
      return JpegDecoder.decode(source);
    }
    if (begin == RIFF) {
      throw new InvalidPictureException(
          "WebP pictures are not supported: save the picture as JPEG or PNG");
    }
    if (begin == PNG >>> 48) {
      long rest = (long) source.number16() << 32 | source.number32();
      if (rest == (PNG & 0xffff_ffff_ffffL)) {
        return PngDecoder.decode(source);
      }
    }
    throw new InvalidPictureException("the file must be a JPEG or PNG picture");
  }
}
