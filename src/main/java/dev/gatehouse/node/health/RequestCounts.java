package dev.gatehouse.node.health;

import dev.gatehouse.http.exchange.AccessLog;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The requests of the last hour by what became of them. They are taken from the figures for
 * Prometheus once a minute, so that no request pays for being counted again.
 */
public final class RequestCounts {
  private static final int MINUTES = 60;
  private static final int SERVER_ERROR = 500;

  private final MeterRegistry figures;
  private final Deque<Counts> minutes = new ArrayDeque<>();

  /**
   * Requests within a time.
   *
   * @param requests all of them
   * @param refused for want of a right credential, or for being too many: 401, 403, 429
   * @param failed by the service's fault: 500 and above
   */
  record Counts(long requests, long refused, long failed) {
    static final Counts NONE = new Counts(0, 0, 0);

    private Counts and(int status, long count) {
      boolean isRefusal = status == 401 || status == 403 || status == 429;
      return new Counts(
          requests + count,
          refused + (isRefusal ? count : 0),
          failed + (status >= SERVER_ERROR ? count : 0));
    }

    private Counts less(Counts before) {
      return new Counts(
          requests - before.requests, refused - before.refused, failed - before.failed);
    }
  }

  public RequestCounts(MeterRegistry figures) {
    this.figures = figures;
  }

  /** Notes how many there were so far; to be called once a minute. */
  public synchronized void minute() {
    minutes.addLast(all());
    if (minutes.size() > MINUTES) {
      minutes.removeFirst();
    }
  }

  /** Those of the last hour, or since the start of a younger node. */
  synchronized Counts lastHour() {
    return all().less(minutes.size() < MINUTES ? Counts.NONE : minutes.getFirst());
  }

  private Counts all() {
    Counts all = Counts.NONE;
    for (Timer timer : figures.find(AccessLog.METER).timers()) {
      all = all.and(Integer.parseInt(timer.getId().getTag(AccessLog.STATUS)), timer.count());
    }
    return all;
  }
}
