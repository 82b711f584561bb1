package dev.gatehouse.areas.commerce.pictures;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Encoder of JPEG files with the tables of ITU T.81, annex K. The chrominance has half of the
 * resolution. The files have no metadata.
 */
final class JpegEncoder {
  private static final int SCALE = 36;
  private static final int UNIT = 16;

  private static final int[] LUMINANCE = {
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
    92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99
  };
  private static final int[] CHROMINANCE = {
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99,
    47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99
  };

  private static final Codes[] DIRECT = {
    codes("00010501010101010100000000000000", "000102030405060708090a0b"),
    codes("00030101010101010101010000000000", "000102030405060708090a0b")
  };
  private static final Codes[] ALTERNATING = {
    codes(
        "0002010303020403050504040000017d",
        "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a2526"
            + "2728292a3435363738393a434445464748494a535455565758595a636465666768696a73747576777879"
            + "7a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7"
            + "c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa"),
    codes(
        "00020102040403040705040400010277",
        "000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f1171819"
            + "1a262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778"
            + "797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5"
            + "c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa")
  };

  private final Raster picture;
  private final int[][] quantization = {scaled(LUMINANCE), scaled(CHROMINANCE)};
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final int[] predictions = new int[3];
  private int bits;
  private int count;

  /** Huffman codes: of each symbol its length and its bits. */
  private record Codes(byte[] counts, byte[] symbols, int[] lengths, int[] bits) {}

  private JpegEncoder(Raster picture) {
    this.picture = picture;
  }

  static byte[] encode(Raster picture) {
    return new JpegEncoder(picture).encode();
  }

  private static Codes codes(String counts, String symbols) {
    byte[] numbers = HexFormat.of().parseHex(counts);
    byte[] ordered = HexFormat.of().parseHex(symbols);
    int[] lengths = new int[256];
    int[] bits = new int[256];
    int code = 0;
    int index = 0;
    for (int length = 1; length <= HuffmanTable.MAX_LENGTH; length++) {
      for (int i = 0; i < numbers[length - 1]; i++, index++, code++) {
        lengths[ordered[index] & 0xff] = length;
        bits[ordered[index] & 0xff] = code;
      }
      code <<= 1;
    }
    return new Codes(numbers, ordered, lengths, bits);
  }

  private static int[] scaled(int[] table) {
    int[] scaled = new int[table.length];
    for (int i = 0; i < table.length; i++) {
      scaled[i] = Math.max(1, Math.min(255, (table[i] * SCALE + 50) / 100));
    }
    return scaled;
  }

  private byte[] encode() {
    header();
    float[] block = new float[Dct.BLOCK];
    for (int y = 0; y < picture.height(); y += UNIT) {
      for (int x = 0; x < picture.width(); x += UNIT) {
        for (int part = 0; part < 4; part++) {
          int left = x + part % 2 * Dct.SIDE;
          int top = y + part / 2 * Dct.SIDE;
          for (int i = 0; i < Dct.BLOCK; i++) {
            block[i] = value(0, left + i % Dct.SIDE, top + i / Dct.SIDE);
          }
          write(block, 0);
        }
        for (int component = 1; component < 3; component++) {
          for (int i = 0; i < Dct.BLOCK; i++) {
            block[i] = mean(component, x + i % Dct.SIDE * 2, y + i / Dct.SIDE * 2);
          }
          write(block, component);
        }
      }
    }
    // Bits behind the last ones are ones.
    put((1 << 7) - 1, 7);
    marker(0xd9);
    return out.toByteArray();
  }

  private void header() {
    marker(0xd8);
    segment(0xe0, "JFIF\0\1\1\0\0\1\0\1\0\0".getBytes(StandardCharsets.ISO_8859_1));
    for (int i = 0; i < 2; i++) {
      byte[] table = new byte[1 + Dct.BLOCK];
      table[0] = (byte) i;
      for (int k = 0; k < Dct.BLOCK; k++) {
        table[1 + k] = (byte) quantization[i][JpegScan.ZIGZAG[k]];
      }
      segment(0xdb, table);
    }
    int height = picture.height();
    int width = picture.width();
    segment(
        0xc0,
        bytes(8, height >> 8, height, width >> 8, width, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1));
    for (int i = 0; i < 2; i++) {
      table(i, DIRECT[i]);
      table(0x10 + i, ALTERNATING[i]);
    }
    segment(0xda, bytes(3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0));
  }

  private static byte[] bytes(int... numbers) {
    byte[] bytes = new byte[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      bytes[i] = (byte) numbers[i];
    }
    return bytes;
  }

  private void table(int place, Codes codes) {
    byte[] content = new byte[1 + codes.counts().length + codes.symbols().length];
    content[0] = (byte) place;
    System.arraycopy(codes.counts(), 0, content, 1, codes.counts().length);
    System.arraycopy(
        codes.symbols(), 0, content, 1 + codes.counts().length, codes.symbols().length);
    segment(0xc4, content);
  }

  private void marker(int code) {
    out.write(0xff);
    out.write(code);
  }

  private void segment(int code, byte[] content) {
    marker(code);
    out.write((content.length + 2) >> 8);
    out.write(content.length + 2);
    out.writeBytes(content);
  }

  /** Returns a value around zero. Pixels behind an edge are equal to those at the edge. */
  private float value(int component, int x, int y) {
    int column = Math.min(x, picture.width() - 1);
    int row = Math.min(y, picture.height() - 1);
    int at = (row * picture.width() + column) * 3;
    int red = picture.rgb()[at] & 0xff;
    int green = picture.rgb()[at + 1] & 0xff;
    int blue = picture.rgb()[at + 2] & 0xff;
    return switch (component) {
      case 0 -> 0.299f * red + 0.587f * green + 0.114f * blue - 128;
      case 1 -> -0.168736f * red - 0.331264f * green + 0.5f * blue;
      default -> 0.5f * red - 0.418688f * green - 0.081312f * blue;
    };
  }

  private float mean(int component, int x, int y) {
    return (value(component, x, y)
            + value(component, x + 1, y)
            + value(component, x, y + 1)
            + value(component, x + 1, y + 1))
        / 4;
  }

  private void write(float[] block, int component) {
    int table = component == 0 ? 0 : 1;
    Dct.forward(block);
    int direct = Math.round(block[0] / quantization[table][0]);
    number(direct - predictions[component], DIRECT[table], 0);
    predictions[component] = direct;
    int zeros = 0;
    for (int k = 1; k < Dct.BLOCK; k++) {
      int place = JpegScan.ZIGZAG[k];
      int value = Math.round(block[place] / quantization[table][place]);
      if (value == 0) {
        zeros++;
        continue;
      }
      for (; zeros > 15; zeros -= 16) {
        symbol(ALTERNATING[table], 0xf0);
      }
      number(value, ALTERNATING[table], zeros << 4);
      zeros = 0;
    }
    if (zeros > 0) {
      symbol(ALTERNATING[table], 0);
    }
  }

  private void number(int value, Codes codes, int zeros) {
    int length = 32 - Integer.numberOfLeadingZeros(Math.abs(value));
    symbol(codes, zeros | length);
    put(value < 0 ? value + (1 << length) - 1 : value, length);
  }

  private void symbol(Codes codes, int symbol) {
    put(codes.bits()[symbol], codes.lengths()[symbol]);
  }

  private void put(int value, int length) {
    bits = bits << length | value;
    count += length;
    while (count >= 8) {
      int done = bits >> (count - 8) & 0xff;
      out.write(done);
      if (done == 0xff) {
        out.write(0);
      }
      count -= 8;
    }
  }
}
