package dev.gatehouse.hostile;

import module java.base;

/** Durations and failures of a witness. Thread-safe. */
final class WitnessRecord {
  private static final double SLOWEST_SHARE = 0.99;

  private final List<Duration> taken = new ArrayList<>();
  private final Map<String, Integer> failures = new TreeMap<>();

  /** Adds a request that was answered as expected. */
  synchronized void answered(Duration time) {
    taken.add(time);
  }

  /** Adds a request that failed. Its time counts, too. */
  synchronized void failed(String kind, Duration time) {
    taken.add(time);
    failures.merge(kind, 1, Integer::sum);
  }

  synchronized int requests() {
    return taken.size();
  }

  synchronized int failures() {
    return failures.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the time within which 99 % of the requests ended. */
  synchronized Duration p99() {
    if (taken.isEmpty()) {
      return Duration.ZERO;
    }
    List<Duration> sorted = new ArrayList<>(taken);
    Collections.sort(sorted);
    return sorted.get((int) Math.ceil(SLOWEST_SHARE * sorted.size()) - 1);
  }

  /** Returns the failures by kind; empty without failures. */
  synchronized String kinds() {
    return failures.isEmpty() ? "" : failures.toString();
  }
}
