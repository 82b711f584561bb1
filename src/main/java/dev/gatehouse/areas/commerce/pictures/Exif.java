package dev.gatehouse.areas.commerce.pictures;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads the orientation of a picture from its Exif data, which are then dropped. */
final class Exif {
  private static final byte[] NAME = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);
  private static final int ORIENTATION = 0x0112;
  private static final int LITTLE = 0x4949;
  private static final int ENTRY = 12;

  private Exif() {}

  /**
   * Returns the orientation, 1 to 8.
   *
   * @param segment content of an APP1 segment
   * @param known returned if the segment has none
   */
  static int orientation(byte[] segment, int known) {
    try {
      ByteBuffer name = ByteBuffer.wrap(segment, 0, Math.min(segment.length, NAME.length));
      if (!name.equals(ByteBuffer.wrap(NAME))) {
        return known;
      }
      ByteBuffer data = ByteBuffer.wrap(segment, NAME.length, segment.length - NAME.length).slice();
      data.order(data.getShort() == LITTLE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
      int at = data.getInt(4);
      int entries = data.getShort(at) & 0xffff;
      for (int i = 0; i < entries; i++) {
        int entry = at + 2 + i * ENTRY;
        if ((data.getShort(entry) & 0xffff) == ORIENTATION) {
          int value = data.getShort(entry + 8);
          return value >= 1 && value <= 8 ? value : known;
        }
      }
      return known;
    } catch (BufferUnderflowException | IndexOutOfBoundsException damaged) {
      return known;
    }
  }
}
