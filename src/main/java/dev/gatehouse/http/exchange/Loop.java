package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.http.ledger.ResourceLedger;
import dev.gatehouse.pages.Pages;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpHeaders;

/** Event loop that requests run on, with the Date header of its replies. */
public final class Loop {
  private static final long MILLIS = 1_000;

  private final Vertx vertx;
  private final WorkerExecutor workers;
  private final InstantSource clock;
  private final ResourceLedger ledger;
  private final Context context;
  private final TransferWatch watch;
  private final Pages pages;
  private long second = -1;
  private CharSequence date;

  /**
   * @param workers the node's few threads for work that would block the event loop
   * @param clock time of the Date header
   * @param ledger the node's ledger of resources
   * @param watch ends replies whose clients are too slow
   * @param pages of errors, for browsers
   */
  public Loop(
      Vertx vertx,
      WorkerExecutor workers,
      InstantSource clock,
      ResourceLedger ledger,
      TransferWatch watch,
      Pages pages) {
    this.pages = pages;
    this.watch = watch;
    this.vertx = vertx;
    this.ledger = ledger;
    this.context = vertx.getOrCreateContext();
    this.workers = workers;
    this.clock = clock;
  }

  public Vertx vertx() {
    return vertx;
  }

  public WorkerExecutor workers() {
    return workers;
  }

  Pages pages() {
    return pages;
  }

  TransferWatch watch() {
    return watch;
  }

  ResourceLedger ledger() {
    return ledger;
  }

  /** Runs an action on this event loop. May be called on any thread. */
  void run(Runnable action) {
    context.runOnContext(now -> action.run());
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
