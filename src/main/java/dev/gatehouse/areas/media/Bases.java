package dev.gatehouse.areas.media;

import module java.base;

/**
 * Packs the letters A, C, G and T into two bits each, four per byte, the first in the lowest bits.
 * The code of a letter is bits 1 and 2 of its ASCII value, so three shifts pack eight letters.
 */
final class Bases {
  static final int IN_A_BYTE = 4;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] LETTERS = {'A', 'C', 'T', 'G'};
  private static final int[] QUADS = quads();

  private Bases() {}

  /**
   * Packs letters.
   *
   * @param length number of letters, from the array's start; an incomplete last byte is padded with
   *     zeros
   * @return the index of the first byte that is not A, C, G or T; -1 if all are packed
   */
  static int pack(byte[] letters, int length, byte[] packed) {
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      long eight = (long) LONGS.get(letters, at);
      if (!pure(eight)) {
        return at + firstStrange(letters, at, length);
      }
      long codes = (eight >>> 1) & 0x0303030303030303L;
      codes = (codes | (codes >>> 6)) & 0x000f000f000f000fL;
      codes = (codes | (codes >>> 12)) & 0x000000ff000000ffL;
      SHORTS.set(packed, at / IN_A_BYTE, (short) (codes | (codes >>> 24)));
    }
    for (int i = at; i < length; i++) {
      byte letter = letters[i];
      int code = (letter >> 1) & 3;
      if (LETTERS[code] != letter) {
        return i;
      }
      int shift = 2 * (i % IN_A_BYTE);
      packed[i / IN_A_BYTE] = (byte) (shift == 0 ? code : packed[i / IN_A_BYTE] | (code << shift));
    }
    return -1;
  }

  /** Returns whether each of eight bytes is the letter that its code represents. */
  private static boolean pure(long eight) {
    long t = (eight >>> 2) & ~(eight >>> 1) & 0x0101010101010101L;
    long letters = (0x4141414141414141L ^ t) | (eight & 0x0606060606060606L) | (t << 4);
    return letters == eight;
  }

  private static int firstStrange(byte[] letters, int from, int length) {
    for (int i = from; i < length; i++) {
      if (LETTERS[(letters[i] >> 1) & 3] != letters[i]) {
        return i - from;
      }
    }
    throw new IllegalStateException("all letters are known");
  }

  /** Unpacks whole bytes into four letters each. */
  static void unpack(byte[] packed, int offset, int length, byte[] letters) {
    for (int i = 0; i < length; i++) {
      INTS.set(letters, i * IN_A_BYTE, QUADS[packed[offset + i] & 0xff]);
    }
  }

  private static int[] quads() {
    int[] quads = new int[256];
    for (int packed = 0; packed < quads.length; packed++) {
      for (int i = 0; i < IN_A_BYTE; i++) {
        quads[packed] |= LETTERS[(packed >> (2 * i)) & 3] << (8 * i);
      }
    }
    return quads;
  }
}
