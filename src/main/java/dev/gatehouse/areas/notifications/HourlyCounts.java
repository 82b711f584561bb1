package dev.gatehouse.areas.notifications;

import module java.base;

import dev.gatehouse.time.Extremes;

/**
 * Counts stored entries per hour. A distant page of a long list, and the list's length, therefore
 * cost at most one hour's entries. A past hour is counted once, because its entries are not added
 * to, or deleted while they can be requested.
 */
final class HourlyCounts {
  /** Time after which an hour is final, because no clock and no command is later than this. */
  private static final Duration SETTLES = Duration.ofMinutes(10);

  private final Counter counter;
  private final ConcurrentSkipListMap<Instant, Long> settledMap = new ConcurrentSkipListMap<>();

  /** Counts the entries from one time (inclusive) to another (exclusive). */
  @FunctionalInterface
  interface Counter {
    long between(Instant from, Instant until);
  }

  /**
   * A position in a list that starts with the newest entry.
   *
   * @param until time before which the requested entries were stored
   * @param skip number of entries between them and that time
   * @param total length of the whole list
   */
  record Place(Instant until, long skip, long total) {}

  HourlyCounts(Counter counter) {
    this.counter = counter;
  }

  /** Discards the count of an hour in which an entry was stored late. */
  void changed(Instant time) {
    settledMap.remove(hour(time));
  }

  /**
   * Returns the position after a number of the newest entries.
   *
   * @param from time at which the list ends
   */
  Place place(Instant from, Instant now, long skip) {
    settledMap.headMap(hour(from), false).clear();
    Instant open = hour(now.minus(SETTLES));
    // Includes entries of nodes whose clocks are ahead.
    Instant until = now.plus(1, ChronoUnit.DAYS);
    Instant start = Extremes.max(open, from);
    long passed = 0;
    long total = 0;
    Instant placed = null;
    while (until.isAfter(from)) {
      long here = count(start, until, open);
      if (placed == null && skip < total + here) {
        placed = until;
        passed = total;
      }
      total += here;
      until = start;
      Instant before = hour(start.minusMillis(1));
      start = Extremes.max(before, from);
    }
    return placed == null ? new Place(from, skip, total) : new Place(placed, skip - passed, total);
  }

  private long count(Instant start, Instant until, Instant open) {
    boolean whole = start.equals(hour(start)) && !until.isAfter(open);
    if (whole) {
      return settledMap.computeIfAbsent(start, hour -> counter.between(hour, until));
    }
    return counter.between(start, until);
  }

  private static Instant hour(Instant time) {
    return time.truncatedTo(ChronoUnit.HOURS);
  }
}
