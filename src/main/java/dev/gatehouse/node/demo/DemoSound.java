package dev.gatehouse.node.demo;

import module java.base;

/** Sound for the audio files. */
final class DemoSound {
  private static final int RATE = 8_000;

  private DemoSound() {}

  /** Returns two seconds of a bell that fades, as WAV with 16 bits. */
  static byte[] chime() {
    int samples = 2 * RATE;
    int data = 2 * samples;
    ByteBuffer wav = ByteBuffer.allocate(44 + data).order(ByteOrder.LITTLE_ENDIAN);
    wav.put(ascii("RIFF")).putInt(36 + data).put(ascii("WAVEfmt ")).putInt(16);
    wav.putShort((short) 1).putShort((short) 1).putInt(RATE).putInt(2 * RATE);
    wav.putShort((short) 2).putShort((short) 16).put(ascii("data")).putInt(data);
    for (int i = 0; i < samples; i++) {
      double time = (double) i / RATE;
      double tone = Math.sin(Math.TAU * 660 * time) + Math.sin(Math.TAU * 1_320 * time) / 2;
      wav.putShort((short) (tone * Math.exp(-3 * time) * 16_000));
    }
    return wav.array();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
