package dev.gatehouse.areas.trading.marketdata.serving;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * Checksum over the parts of a serving copy that page checksums do not cover: indexes and footer.
 * It is stored in the footer as eight hex digits, which count as zeros. The file therefore remains
 * ordinary Parquet.
 */
final class Seal {
  static final String KEY = "gatehouse.seal";
  static final String UNSEALED = "00000000";

  private static final byte[] KEY_BYTES = KEY.getBytes(StandardCharsets.US_ASCII);
  // The bytes of Thrift's compact protocol between key and value: "next field, binary" and the
  // length 8.
  private static final int GAP = 2;

  private Seal() {}

  /**
   * Writes the seal into a finished file. {@code tail} contains all bytes from {@code start} to the
   * end of the file.
   */
  static void set(FileChannel file, byte[] tail, long start) throws IOException {
    int at = set(tail);
    ByteBuffer bytes = ByteBuffer.wrap(tail, at, UNSEALED.length()).slice();
    while (bytes.hasRemaining()) {
      file.write(bytes, start + at + bytes.position());
    }
  }

  /**
   * Writes the seal into all bytes from the first index to the end of a file.
   *
   * @return the position of the seal
   */
  static int set(byte[] tail) throws DamagedCopyException {
    int at = find(tail);
    byte[] seal =
        HexFormat.of().toHexDigits(crc(tail, at)).substring(8).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(seal, 0, tail, at, seal.length);
    return at;
  }

  static void verify(byte[] tail) throws DamagedCopyException {
    int at = find(tail);
    String found = new String(tail, at, UNSEALED.length(), StandardCharsets.US_ASCII);
    String sealed = HexFormat.of().toHexDigits(crc(tail, at)).substring(8);
    if (!found.equals(sealed)) {
      throw new DamagedCopyException("its index or footer has changed since it was written");
    }
  }

  private static long crc(byte[] tail, int at) {
    CRC32 crc = new CRC32();
    crc.update(tail, 0, at);
    crc.update(UNSEALED.getBytes(StandardCharsets.US_ASCII));
    crc.update(tail, at + UNSEALED.length(), tail.length - at - UNSEALED.length());
    return crc.getValue();
  }

  private static int find(byte[] tail) throws DamagedCopyException {
    for (int at = tail.length - KEY_BYTES.length - GAP - UNSEALED.length(); at >= 0; at--) {
      if (startsWithKey(tail, at)) {
        return at + KEY_BYTES.length + GAP;
      }
    }
    throw new DamagedCopyException("it has no seal of this program");
  }

  private static boolean startsWithKey(byte[] tail, int at) {
    for (int i = 0; i < KEY_BYTES.length; i++) {
      if (tail[at + i] != KEY_BYTES[i]) {
        return false;
      }
    }
    return true;
  }
}
