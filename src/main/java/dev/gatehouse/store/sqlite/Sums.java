package dev.gatehouse.store.sqlite;

import java.util.zip.CRC32C;

/**
 * CRC32C checksum over a row's content and location. It detects flipped bits and misplaced rows,
 * since SQLite does not verify page content.
 */
final class Sums {
  private final CRC32C crc = new CRC32C();
  private final byte[] place = new byte[2 * Long.BYTES];

  /** Returns the checksum of bytes at a location of one or two numbers. */
  int of(long tree, long position, byte[] bytes) {
    put(tree, 0);
    put(position, Long.BYTES);
    crc.reset();
    crc.update(place);
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** Returns whether the bytes exist and have this checksum. */
  boolean fits(int stored, long tree, long position, byte[] bytes) {
    return bytes != null && stored == of(tree, position, bytes);
  }

  private void put(long number, int at) {
    for (int i = 0; i < Long.BYTES; i++) {
      place[at + i] = (byte) (number >>> (Long.SIZE - Byte.SIZE * (i + 1)));
    }
  }
}
