package dev.gatehouse.areas.media;

import module java.base;

/**
 * Finds the highest amplitudes of a WAV file, as a picture of its waveform, while its bytes are
 * read in order. Holds only the result in memory.
 */
final class Peaks {
  private static final int MAX = 160;
  private static final double FULL_SCALE = 32_768;

  private final Wav wav;
  private final int width;
  private final long frames;
  private final double[] peaks;

  Peaks(Wav wav) {
    this.wav = wav;
    width = Math.max(1, wav.blockAlign() / wav.channels());
    frames = wav.dataLength() / wav.blockAlign();
    peaks =
        new double[wav.bitsPerSample() == WavFormat.ADPCM_BITS ? 0 : (int) Math.min(MAX, frames)];
  }

  /**
   * Reads bytes of the file.
   *
   * @param at their position in the file, which is before the samples or between two frames
   */
  void add(long at, byte[] bytes, int length) {
    if (peaks.length == 0) {
      return;
    }
    long first = Math.max(at, wav.dataOffset());
    long end = Math.min(at + length, wav.dataOffset() + frames * wav.blockAlign());
    for (long frame = first; frame + wav.blockAlign() <= end; frame += wav.blockAlign()) {
      long number = (frame - wav.dataOffset()) / wav.blockAlign();
      int place = (int) (number * peaks.length / frames);
      int from = (int) (frame - at);
      for (int channel = 0; channel < wav.channels(); channel++) {
        peaks[place] = Math.max(peaks[place], amplitude(bytes, from + channel * width));
      }
    }
  }

  /** Returns the peaks, rounded to two decimals. */
  List<Double> list() {
    return Arrays.stream(peaks).mapToObj(peak -> Math.round(peak * 100) / 100.0).toList();
  }

  private double amplitude(byte[] bytes, int at) {
    double value =
        switch (wav.tag()) {
          case WavFormat.FLOAT -> real(bytes, at);
          case WavFormat.A_LAW -> aLaw(bytes[at] ^ 0x55) / FULL_SCALE;
          case WavFormat.MU_LAW -> muLaw(~bytes[at]) / FULL_SCALE;
          default ->
              width == 1
                  ? ((bytes[at] & 0xff) - 128) / 128.0
                  : ((bytes[at + width - 1] << 8) | (bytes[at + width - 2] & 0xff)) / FULL_SCALE;
        };
    return Double.isNaN(value) ? 0 : Math.min(1, Math.abs(value));
  }

  private double real(byte[] bytes, int at) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return width == Double.BYTES ? buffer.getDouble(at) : buffer.getFloat(at);
  }

  private static int aLaw(int code) {
    int segment = (code >> 4) & 7;
    int value = (code & 0xf) << 4;
    return segment == 0 ? value + 8 : (value + 0x108) << (segment - 1);
  }

  private static int muLaw(int code) {
    return ((((code & 0xf) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84;
  }
}
