package dev.gatehouse;

import module java.base;

/** WAV files to upload. */
public final class Wavs {
  private static final int RATE = 44_100;
  private static final int HEAD = 44;

  private Wavs() {}

  /**
   * Returns a 16-bit mono tone with this number of samples: a 44-byte header and two bytes a
   * sample.
   */
  public static byte[] tone(int samples) {
    ByteBuffer wav = ByteBuffer.allocate(HEAD + 2 * samples).order(ByteOrder.LITTLE_ENDIAN);
    wav.put(ascii("RIFF")).putInt(HEAD - 8 + 2 * samples).put(ascii("WAVEfmt "));
    wav.putInt(16).putShort((short) 1).putShort((short) 1);
    wav.putInt(RATE).putInt(2 * RATE).putShort((short) 2).putShort((short) 16);
    wav.put(ascii("data")).putInt(2 * samples);
    for (int i = 0; i < samples; i++) {
      wav.putShort((short) (20_000 * Math.sin(i * 2 * Math.PI * 440 / RATE) + i % 97));
    }
    return wav.array();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
