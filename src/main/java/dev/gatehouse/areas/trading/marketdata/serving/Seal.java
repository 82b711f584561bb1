package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

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

  /** Writes the seal into a file that ends with {@code tail}, from {@code start} on. */
  static void set(FileChannel file, byte[] tail, long start) throws IOException {
    int at = set(tail);
    ByteBuffer bytes = ByteBuffer.wrap(tail, at, UNSEALED.length()).slice();
    while (bytes.hasRemaining()) {
      file.write(bytes, start + at + bytes.position());
    }
  }

  /** Writes the seal into the bytes from the first index on, and returns its position. */
  static int set(byte[] tail) throws DamagedCopyException {
    int at = find(tail);
    byte[] seal = crc(tail, at).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(seal, 0, tail, at, seal.length);
    return at;
  }

  static void verify(byte[] tail) throws DamagedCopyException {
    int at = find(tail);
    String found = new String(tail, at, UNSEALED.length(), StandardCharsets.US_ASCII);
    if (!found.equals(crc(tail, at))) {
      throw new DamagedCopyException("its index or footer has changed since it was written");
    }
  }

  private static String crc(byte[] tail, int at) {
    CRC32 crc = new CRC32();
    crc.update(tail, 0, at);
    crc.update(UNSEALED.getBytes(StandardCharsets.US_ASCII));
    crc.update(tail, at + UNSEALED.length(), tail.length - at - UNSEALED.length());
    return HexFormat.of().toHexDigits(crc.getValue()).substring(8);
  }

  private static int find(byte[] tail) throws DamagedCopyException {
    for (int at = tail.length - KEY_BYTES.length - GAP - UNSEALED.length(); at >= 0; at--) {
      if (Arrays.equals(tail, at, at + KEY_BYTES.length, KEY_BYTES, 0, KEY_BYTES.length)) {
        return at + KEY_BYTES.length + GAP;
      }
    }
    throw new DamagedCopyException("it has no seal of this program");
  }
}
