package dev.gatehouse.areas.commerce.pictures;

import java.util.Arrays;

/** Huffman codes of a JPEG file, by ITU T.81, annex C. */
final class HuffmanTable {
  static final int MAX_LENGTH = 16;
  private static final int QUICK = 9;

  private final int[] quick = new int[1 << QUICK];
  private final int[] ends = new int[MAX_LENGTH + 1];
  private final int[] offsets = new int[MAX_LENGTH + 1];
  private final int[] values;

  /**
   * @param counts number of codes of each length, from 1 to 16
   * @param values symbols in the order of their codes
   */
  HuffmanTable(int[] counts, int[] values) throws InvalidPictureException {
    this.values = values.clone();
    int code = 0;
    int index = 0;
    for (int length = 1; length <= MAX_LENGTH; length++) {
      offsets[length] = index - code;
      for (int i = 0; i < counts[length - 1]; i++, index++, code++) {
        if (code >= 1 << length) {
          throw PictureSource.truncated();
        }
        if (length <= QUICK) {
          int from = code << (QUICK - length);
          Arrays.fill(quick, from, from + (1 << (QUICK - length)), length << 8 | values[index]);
        }
      }
      ends[length] = code << (MAX_LENGTH - length);
      code <<= 1;
    }
  }

  /**
   * Returns the symbol at the beginning of 16 bits, with the length of its code above it; -1 if the
   * code is unknown.
   */
  int find(int bits) {
    int known = quick[bits >>> (MAX_LENGTH - QUICK)];
    if (known != 0) {
      return known;
    }
    for (int length = QUICK + 1; length <= MAX_LENGTH; length++) {
      if (bits < ends[length]) {
        int index = offsets[length] + (bits >>> (MAX_LENGTH - length));
        return index >= 0 && index < values.length ? length << 8 | values[index] : -1;
      }
    }
    return -1;
  }
}
