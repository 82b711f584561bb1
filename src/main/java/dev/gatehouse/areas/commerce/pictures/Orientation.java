package dev.gatehouse.areas.commerce.pictures;

import module java.base;

import java.awt.image.BufferedImage;

/**
 * Reads the orientation of a picture from its Exif data, which are then dropped, and applies it.
 */
final class Orientation {
  private static final byte[] NAME = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);
  private static final int TAG = 0x0112;
  private static final int LITTLE = 0x4949;
  private static final int ENTRY = 12;

  private Orientation() {}

  /**
   * Returns the orientation, 1 to 8.
   *
   * @param exif data with the name of Exif, as in JPEG files
   * @param known returned if the data have none
   */
  static int ofExif(byte[] exif, int known) {
    boolean named =
        exif.length > NAME.length && Arrays.equals(NAME, 0, NAME.length, exif, 0, NAME.length);
    return named ? ofTiff(Arrays.copyOfRange(exif, NAME.length, exif.length), known) : known;
  }

  /**
   * Returns the orientation, 1 to 8.
   *
   * @param tiff Exif data without a name, as in PNG files
   * @param known returned if the data have none
   */
  static int ofTiff(byte[] tiff, int known) {
    ByteBuffer data = ByteBuffer.wrap(tiff);
    try {
      data.order(data.getShort() == LITTLE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
      int at = data.getInt(4);
      int entries = data.getShort(at) & 0xffff;
      for (int i = 0; i < entries; i++) {
        int entry = at + 2 + i * ENTRY;
        if ((data.getShort(entry) & 0xffff) == TAG) {
          int value = data.getShort(entry + 8);
          return value >= 1 && value <= 8 ? value : known;
        }
      }
      return known;
    } catch (BufferUnderflowException | IndexOutOfBoundsException damaged) {
      return known;
    }
  }

  /** Returns a picture as its viewer should see it. */
  static BufferedImage turned(BufferedImage stored, int orientation) {
    if (orientation == 1) {
      return stored;
    }
    boolean upright = orientation < 5;
    int width = upright ? stored.getWidth() : stored.getHeight();
    int height = upright ? stored.getHeight() : stored.getWidth();
    var turned = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    int right = stored.getWidth() - 1;
    int bottom = stored.getHeight() - 1;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int rgb =
            switch (orientation) {
              case 2 -> stored.getRGB(right - x, y);
              case 3 -> stored.getRGB(right - x, bottom - y);
              case 4 -> stored.getRGB(x, bottom - y);
              case 5 -> stored.getRGB(y, x);
              case 6 -> stored.getRGB(y, bottom - x);
              case 7 -> stored.getRGB(right - y, bottom - x);
              default -> stored.getRGB(right - y, x);
            };
        turned.setRGB(x, y, rgb);
      }
    }
    return turned;
  }
}
