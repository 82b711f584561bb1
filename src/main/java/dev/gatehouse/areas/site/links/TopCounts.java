package dev.gatehouse.areas.site.links;

import module java.base;

/**
 * Numbers of clicks by name. The largest are kept by their names, and the rest as one number, so
 * that any number of names needs little space. The sum of all is exact.
 *
 * @param top sorted by clicks, largest first
 * @param other clicks whose names are not kept
 */
record TopCounts(List<Counted> top, long other) {
  static final TopCounts NONE = new TopCounts(List.of(), 0);

  private static final Comparator<Counted> LARGEST =
      Comparator.comparingLong(Counted::clicks).reversed();

  record Counted(String name, long clicks) {}

  static TopCounts one(String name) {
    return new TopCounts(List.of(new Counted(name, 1)), 0);
  }

  static TopCounts unnamed(long clicks) {
    return new TopCounts(List.of(), clicks);
  }

  /**
   * Adds newer clicks. Of names with equal clicks, the newer ones are kept. Names of a flood that
   * is over are therefore replaced.
   *
   * @param max maximum number of names
   */
  TopCounts plus(TopCounts newer, int max) {
    Map<String, Long> sums = new LinkedHashMap<>();
    Stream.concat(newer.top.stream(), top.stream())
        .forEach(each -> sums.merge(each.name(), each.clicks(), Long::sum));
    List<Counted> sorted =
        sums.entrySet().stream()
            .map(each -> new Counted(each.getKey(), each.getValue()))
            .sorted(LARGEST)
            .toList();
    int kept = Math.min(max, sorted.size());
    long rest = sorted.stream().skip(kept).mapToLong(Counted::clicks).sum();
    return new TopCounts(List.copyOf(sorted.subList(0, kept)), other + newer.other + rest);
  }

  /** Moves the clicks of a name to the rest. */
  TopCounts without(String name) {
    List<Counted> kept = top.stream().filter(each -> !each.name().equals(name)).toList();
    long removed = clicks() - other - kept.stream().mapToLong(Counted::clicks).sum();
    return new TopCounts(kept, other + removed);
  }

  boolean names(String name) {
    return top.stream().anyMatch(each -> each.name().equals(name));
  }

  /** Returns the number of all clicks. */
  long clicks() {
    return other + top.stream().mapToLong(Counted::clicks).sum();
  }
}
