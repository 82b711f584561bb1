package dev.gatehouse.areas.notifications;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The numbers of what was stored in each hour, so that a page far down a long list, and the length
 * of the list, cost no more than an hour's entries. An hour that is over is counted once: nothing
 * is stored into it any more, nor deleted from it while it is asked for.
 */
final class HourlyCounts {
  /** Then nobody stores anything into the hour: no clock and no command is that late. */
  private static final Duration SETTLES = Duration.ofMinutes(10);

  private final Counter counter;
  private final ConcurrentSkipListMap<Instant, Long> settled = new ConcurrentSkipListMap<>();

  /** Counts what was stored from a moment on and before another. */
  @FunctionalInterface
  interface Counter {
    long between(Instant from, Instant until);
  }

  /**
   * A place in a list that begins with the newest.
   *
   * @param until the moment before which the wanted ones are
   * @param skip how many there are between them and that moment
   * @param total of the whole list
   */
  record Place(Instant until, long skip, long total) {}

  HourlyCounts(Counter counter) {
    this.counter = counter;
  }

  /** Notes that something was stored after all. */
  void changed(Instant time) {
    settled.remove(hour(time));
  }

  /**
   * The place behind so many of the newest.
   *
   * @param from the moment at which the list ends
   */
  Place place(Instant from, Instant now, long skip) {
    settled.headMap(hour(from), false).clear();
    Instant open = hour(now.minus(SETTLES));
    // All that is there, whatever the clocks of others say.
    Instant until = now.plus(1, ChronoUnit.DAYS);
    Instant start = open.isBefore(from) ? from : open;
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
      start = before.isBefore(from) ? from : before;
    }
    return placed == null ? new Place(from, skip, total) : new Place(placed, skip - passed, total);
  }

  private long count(Instant start, Instant until, Instant open) {
    boolean whole = start.equals(hour(start)) && !until.isAfter(open);
    return whole
        ? settled.computeIfAbsent(start, hour -> counter.between(hour, until))
        : counter.between(start, until);
  }

  private static Instant hour(Instant time) {
    return time.truncatedTo(ChronoUnit.HOURS);
  }
}
