package dev.gatehouse.bench;

import module java.base;

/** WAV files of any length: three sines that drift apart, and noise as of a quiet room. */
final class MadeWav {
  private static final int HEAD = 44;
  private static final int RATE = 44_100;
  private static final int BLOCK = 4;
  private static final int BLOCKS_A_WRITE = 16_384;

  private MadeWav() {}

  /** 16 bit stereo of 44.1 kHz. */
  static void write(Path file, int blocks) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      out.write(head(blocks * BLOCK));
      Random random = new Random(1);
      ByteBuffer buffer =
          ByteBuffer.allocate(BLOCKS_A_WRITE * BLOCK).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < blocks; i++) {
        double t = i / (double) RATE;
        double tone = Math.sin(1382 * t) + 0.5 * Math.sin(2073.5 * t) + 0.25 * Math.sin(2764 * t);
        buffer.putShort((short) (6000 * tone + random.nextInt(16)));
        buffer.putShort((short) (5000 * tone + random.nextInt(16)));
        if (!buffer.hasRemaining() || i == blocks - 1) {
          out.write(buffer.array(), 0, buffer.position());
          buffer.clear();
        }
      }
    }
  }

  /** Creates the file unless it exists. */
  static Path inFolder(Path folder, String name, int megabytes) throws IOException {
    Path file = folder.resolve(name);
    long blocks = megabytes * 1_000_000L / BLOCK;
    if (!Files.exists(file) || Files.size(file) != HEAD + blocks * BLOCK) {
      write(file, Math.toIntExact(blocks));
    }
    return file;
  }

  private static byte[] head(int data) {
    ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
    head.put(ascii("RIFF")).putInt(HEAD - 8 + data).put(ascii("WAVEfmt ")).putInt(16);
    head.putShort((short) 1).putShort((short) 2).putInt(RATE).putInt(RATE * BLOCK);
    head.putShort((short) BLOCK).putShort((short) 16).put(ascii("data")).putInt(data);
    return head.array();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
