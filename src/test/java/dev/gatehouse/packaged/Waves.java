package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.US_ASCII;

import module java.base;

/** WAV files of noise in any size, and their digests. */
public final class Waves {
  private static final int HEADER = 44;
  private static final int QUIET = 0x0fff;

  private Waves() {}

  /** Returns a 16-bit mono file whose samples are derived from the seed. */
  public static byte[] wav(int size, long seed) {
    ByteBuffer file = ByteBuffer.wrap(new byte[size]).order(ByteOrder.LITTLE_ENDIAN);
    file.put(header(size));
    var random = new Random(seed);
    while (file.remaining() >= Short.BYTES) {
      file.putShort((short) (random.nextInt() & QUIET));
    }
    return file.array();
  }

  private static byte[] header(int size) {
    ByteBuffer head = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    head.put("RIFF".getBytes(US_ASCII))
        .putInt(size - 8)
        .put("WAVEfmt ".getBytes(US_ASCII))
        .putInt(16);
    head.putShort((short) 1).putShort((short) 1).putInt(44_100).putInt(88_200);
    head.putShort((short) 2)
        .putShort((short) 16)
        .put("data".getBytes(US_ASCII))
        .putInt(size - HEADER);
    return head.array();
  }

  /** Returns the same kind of file as a stream of one repeated block, which needs no memory. */
  static InputStream stream(int size) {
    byte[] header = header(size);
    byte[] block = wav(1 << 20, 7);
    return new InputStream() {
      private int at;

      @Override
      public int read() {
        return at < size ? next() & 0xff : -1;
      }

      private byte next() {
        byte value = at < HEADER ? header[at] : block[at & (block.length - 1)];
        at++;
        return value;
      }

      @Override
      public int read(byte[] into, int offset, int length) {
        if (at >= size) {
          return -1;
        }
        if (at < HEADER) {
          into[offset] = next();
          return 1;
        }
        int start = at & (block.length - 1);
        int count = Math.min(Math.min(length, size - at), block.length - start);
        System.arraycopy(block, start, into, offset, count);
        at += count;
        return count;
      }
    };
  }

  public static String digest(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
