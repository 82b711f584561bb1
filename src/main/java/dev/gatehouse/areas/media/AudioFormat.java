package dev.gatehouse.areas.media;

import module java.base;

/**
 * Technical data of a song.
 *
 * @param duration seconds
 * @param bitsPerSample 4 for ADPCM
 * @param peaks highest amplitude of each equal part, 0 to 1; empty if unknown
 */
public record AudioFormat(
    double duration,
    int channels,
    long sampleRate,
    int bitsPerSample,
    List<Double> peaks,
    List<Cue> cues) {
  static final AudioFormat UNKNOWN = new AudioFormat(0, 0, 0, 0, List.of(), List.of());

  public AudioFormat {
    peaks = Objects.requireNonNullElse(peaks, List.of());
    cues = Objects.requireNonNullElse(cues, List.of());
  }

  /**
   * A marked time of the song.
   *
   * @param label empty without one
   */
  public record Cue(double seconds, String label) {}
}
