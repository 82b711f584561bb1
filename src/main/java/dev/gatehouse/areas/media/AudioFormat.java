package dev.gatehouse.areas.media;

/**
 * Technical data of a song.
 *
 * @param duration seconds
 * @param bitsPerSample 4 for ADPCM
 */
public record AudioFormat(double duration, int channels, long sampleRate, int bitsPerSample) {
  static final AudioFormat UNKNOWN = new AudioFormat(0, 0, 0, 0);
}
