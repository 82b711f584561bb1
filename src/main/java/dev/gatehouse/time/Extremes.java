package dev.gatehouse.time;

/** The smaller or larger of two times, durations or other comparable values. */
public final class Extremes {
  private Extremes() {}

  public static <T extends Comparable<? super T>> T min(T one, T other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  public static <T extends Comparable<? super T>> T max(T one, T other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
