package dev.gatehouse.areas.commerce.pictures;

import java.util.Arrays;

/** Tables of a JPEG file, which its segments define. */
final class JpegTables {
  static final int COUNT = 4;

  private final int[][] quantization = new int[COUNT][];
  private final HuffmanTable[] direct = new HuffmanTable[COUNT];
  private final HuffmanTable[] alternating = new HuffmanTable[COUNT];

  /** Returns a table; null if the file has not defined it. */
  HuffmanTable direct(int number) {
    return number < COUNT ? direct[number] : null;
  }

  /** Returns a table; null if the file has not defined it. */
  HuffmanTable alternating(int number) {
    return number < COUNT ? alternating[number] : null;
  }

  int[] quantization(int number) throws InvalidPictureException {
    if (quantization[number] == null) {
      throw PictureSource.truncated();
    }
    return quantization[number];
  }

  void addHuffman(byte[] content) throws InvalidPictureException {
    int at = 0;
    while (at < content.length) {
      int place = number8(content, at++);
      int[] counts = new int[HuffmanTable.MAX_LENGTH];
      for (int i = 0; i < counts.length; i++) {
        counts[i] = number8(content, at++);
      }
      int[] values = new int[Arrays.stream(counts).sum()];
      for (int i = 0; i < values.length; i++) {
        values[i] = number8(content, at++);
      }
      if ((place & 15) >= COUNT || place > 0x1f) {
        throw PictureSource.truncated();
      }
      (place < 0x10 ? direct : alternating)[place & 15] = new HuffmanTable(counts, values);
    }
  }

  void addQuantization(byte[] content) throws InvalidPictureException {
    int at = 0;
    while (at < content.length) {
      int place = number8(content, at++);
      if ((place & 15) >= COUNT) {
        throw PictureSource.truncated();
      }
      int[] table = new int[Dct.BLOCK];
      for (int i = 0; i < Dct.BLOCK; i++) {
        boolean wide = place > 15;
        table[JpegScan.ZIGZAG[i]] = wide ? number16(content, at) : number8(content, at);
        at += wide ? 2 : 1;
      }
      quantization[place & 15] = table;
    }
  }

  static int number16(byte[] bytes, int at) throws InvalidPictureException {
    return number8(bytes, at) << 8 | number8(bytes, at + 1);
  }

  static int number8(byte[] bytes, int at) throws InvalidPictureException {
    if (at >= bytes.length) {
      throw PictureSource.truncated();
    }
    return bytes[at] & 0xff;
  }
}
