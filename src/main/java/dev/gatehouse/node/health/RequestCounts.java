package dev.gatehouse.node.health;

import module java.base;

import dev.gatehouse.http.exchange.AccessLog;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * Counts the requests of the last hour by outcome. Reads the Prometheus metrics once a minute, so
 * that requests are not counted twice.
 */
public final class RequestCounts {
  private static final int MINUTES = 60;

  private final MeterRegistry meters;
  private final Deque<Counts> minutes = new ArrayDeque<>();

  /**
   * Requests within a period.
   *
   * @param requests all requests
   * @param refused rejected for a missing or wrong credential or a rate limit: 401, 403, 429
   * @param failed failed through a fault of the service: 500 and above
   */
  record Counts(long requests, long refused, long failed) {
    static final Counts NONE = new Counts(0, 0, 0);

    private Counts and(int status, long count) {
      return switch (status) {
        case 401, 403, 429 -> new Counts(requests + count, refused + count, failed);
        default -> new Counts(requests + count, refused, failed + (status >= 500 ? count : 0));
      };
    }

    private Counts less(Counts before) {
      return new Counts(
          requests - before.requests, refused - before.refused, failed - before.failed);
    }
  }

  public RequestCounts(MeterRegistry meters) {
    this.meters = meters;
  }

  /** Records the current totals. Must be called once a minute. */
  public synchronized void minute() {
    minutes.addLast(all());
    if (minutes.size() > MINUTES) {
      minutes.removeFirst();
    }
  }

  /** Returns the counts of the last hour, or since the start of a younger node. */
  synchronized Counts lastHour() {
    return all().less(minutes.size() < MINUTES ? Counts.NONE : minutes.getFirst());
  }

  private Counts all() {
    Counts all = Counts.NONE;
    for (Timer timer : meters.find(AccessLog.METER).timers()) {
      all = all.and(Integer.parseInt(timer.getId().getTag(AccessLog.STATUS)), timer.count());
    }
    return all;
  }
}
