package dev.gatehouse.bench;

import module java.base;

/** The median of some measurements, with the least and the greatest. */
record Spread(double median, double least, double greatest) {
  static Spread of(double... values) {
    double[] sorted = java.util.Arrays.stream(values).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  static <T> Spread of(List<T> samples, ToDoubleFunction<T> figure) {
    return of(samples.stream().mapToDouble(figure).toArray());
  }

  /** One server's figure over another's, round by round. */
  static <T> Spread ratio(List<T> over, List<T> under, ToDoubleFunction<T> figure) {
    return of(
        IntStream.range(0, over.size())
            .mapToDouble(
                i -> figure.applyAsDouble(over.get(i)) / figure.applyAsDouble(under.get(i)))
            .toArray());
  }

  String text(String format) {
    String pattern = format + " (" + format + "–" + format + ")";
    return String.format(Locale.ROOT, pattern, median, least, greatest);
  }
}
