package dev.gatehouse.http.exchange;

import dev.gatehouse.settings.Http;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.Map;

/**
 * The connections of one event loop: bounded in number, and closed when a client takes too long
 * over a request's head. (The idle timeout does not see a client that sends a byte now and then.)
 */
public final class Connections {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int LOOKS_PER_TIMEOUT = 4;

  private final Map<HttpConnection, Waiting> open = new HashMap<>();
  private final Permits budget;
  private final long timeoutNanos;

  /** Since when the client owes a request's head; it owes none while one is being answered. */
  private static final class Waiting {
    long since = System.nanoTime();
    int answering;
  }

  public Connections(Vertx vertx, Http settings, Permits budget) {
    this.budget = budget;
    this.timeoutNanos = settings.headTimeout().toNanos();
    vertx.setPeriodic(
        Math.max(1, timeoutNanos / NANOS_PER_MILLI / LOOKS_PER_TIMEOUT), tick -> closeLate());
  }

  public void opened(HttpConnection connection) {
    if (!budget.take(1)) {
      connection.close();
      return;
    }
    open.put(connection, new Waiting());
    connection.closeHandler(closed -> {
      open.remove(connection);
      budget.giveBack(1);
    });
  }

  /** A request's head has come; the client owes nothing until it is answered. */
  public void asked(HttpConnection connection) {
    Waiting waiting = open.get(connection);
    if (waiting != null) {
      waiting.answering++;
    }
  }

  public void answered(HttpConnection connection) {
    Waiting waiting = open.get(connection);
    if (waiting != null) {
      waiting.answering--;
      waiting.since = System.nanoTime();
    }
  }

  private void closeLate() {
    long now = System.nanoTime();
    for (Map.Entry<HttpConnection, Waiting> entry : Map.copyOf(open).entrySet()) {
      Waiting waiting = entry.getValue();
      if (waiting.answering == 0 && now - waiting.since > timeoutNanos) {
        entry.getKey().close();
      }
    }
  }
}
