package dev.gatehouse.http.exchange;

import dev.gatehouse.formats.HttpDate;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.time.InstantSource;

/** Event loop that requests run on, with the Date header of its replies. */
public final class Loop {
  private static final long MILLIS = 1_000;

  private final Vertx vertx;
  private final WorkerExecutor workers;
  private final InstantSource clock;
  private long second = -1;
  private CharSequence date;

  /**
   * @param workers the node's few threads for work that would block the event loop
   * @param clock time of the Date header
   */
  public Loop(Vertx vertx, WorkerExecutor workers, InstantSource clock) {
    this.vertx = vertx;
    this.workers = workers;
    this.clock = clock;
  }

  public Vertx vertx() {
    return vertx;
  }

  public WorkerExecutor workers() {
    return workers;
  }

  /** Returns the current Date header, formatted once a second. */
  CharSequence date() {
    long now = Math.floorDiv(clock.millis(), MILLIS);
    if (now != second) {
      second = now;
      date = HttpHeaders.createOptimized(HttpDate.text(Instant.ofEpochSecond(now)));
    }
    return date;
  }
}
