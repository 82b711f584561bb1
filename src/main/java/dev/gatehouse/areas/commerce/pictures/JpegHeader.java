package dev.gatehouse.areas.commerce.pictures;

import java.util.Arrays;

/**
 * Facts of a JPEG file that its decoder would find too late.
 *
 * @param progressive whether the decoder needs memory for all pixels
 * @param complete whether the end of the picture is marked
 */
record JpegHeader(PictureMetadata metadata, boolean progressive, boolean complete) {
  /** Programs write about ten. Each scan costs as much time as decoding the picture. */
  private static final int MAX_SCANS = 100;

  private static final int START_OF_SCAN = 0xda;
  private static final int END = 0xd9;
  private static final int PROGRESSIVE = 0xc2;
  private static final int APP1 = 0xe1;

  /**
   * @throws InvalidPictureException if the file has too many scans
   */
  static JpegHeader of(byte[] file) throws InvalidPictureException {
    int scans = 0;
    int orientation = 1;
    boolean progressive = false;
    int at = 2;
    while (at + 3 < file.length) {
      int marker = file[at + 1] & 0xff;
      if (file[at] != (byte) 0xff || marker == 0 || marker == 0xff || isRestart(marker)) {
        // Entropy-coded bytes, or fill bytes.
        at++;
        continue;
      }
      if (marker == END) {
        return new JpegHeader(new PictureMetadata(orientation, null, false), progressive, true);
      }
      int length = (file[at + 2] & 0xff) << 8 | (file[at + 3] & 0xff);
      if (marker == START_OF_SCAN && ++scans > MAX_SCANS) {
        throw new InvalidPictureException("the picture has too many scans");
      }
      progressive |= marker == PROGRESSIVE;
      if (marker == APP1) {
        int end = Math.min(file.length, at + 2 + length);
        orientation =
            Orientation.ofExif(
                Arrays.copyOfRange(file, at + 4, Math.max(at + 4, end)), orientation);
      }
      at += 2 + Math.max(2, length);
    }
    boolean marked = file[file.length - 2] == (byte) 0xff && file[file.length - 1] == (byte) END;
    return new JpegHeader(new PictureMetadata(orientation, null, false), progressive, marked);
  }

  private static boolean isRestart(int marker) {
    return marker >= 0xd0 && marker <= 0xd8;
  }

  /** Returns the file with the mark of its end, without which the decoder rejects it. */
  byte[] whole(byte[] file) {
    if (complete) {
      return file;
    }
    byte[] whole = Arrays.copyOf(file, file.length + 2);
    whole[file.length] = (byte) 0xff;
    whole[file.length + 1] = (byte) END;
    return whole;
  }
}
