package dev.gatehouse.areas.media;

import module java.base;

/** Reads a few bytes of a file as little-endian fields, as used by RIFF and zstd. */
final class LittleEndian {
  private final ByteBuffer bytes;

  LittleEndian(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads exactly {@code length} bytes at a position. The caller has checked both against the
   * file's size.
   */
  static LittleEndian read(SeekableByteChannel file, long position, int length) throws IOException {
    return new LittleEndian(bytes(file, position, length));
  }

  static byte[] bytes(SeekableByteChannel file, long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    readFully(file, position, bytes, length);
    return bytes;
  }

  static void readFully(SeekableByteChannel file, long position, byte[] target, int length)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(target, 0, length);
    file.position(position);
    while (buffer.hasRemaining()) {
      if (file.read(buffer) < 0) {
        throw new EOFException("the file ends at " + file.size());
      }
    }
  }

  int length() {
    return bytes.limit();
  }

  boolean is(int at, String fourCharacters) {
    return Arrays.equals(bytes(at, 4), fourCharacters.getBytes(StandardCharsets.US_ASCII));
  }

  int u8(int at) {
    return bytes.get(at) & 0xff;
  }

  int u16(int at) {
    return bytes.getShort(at) & 0xffff;
  }

  long u32(int at) {
    return bytes.getInt(at) & 0xffffffffL;
  }

  int i32(int at) {
    return bytes.getInt(at);
  }

  long i64(int at) {
    return bytes.getLong(at);
  }

  byte[] bytes(int at, int length) {
    return Arrays.copyOfRange(bytes.array(), at, at + length);
  }
}
