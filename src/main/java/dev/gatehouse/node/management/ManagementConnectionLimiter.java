package dev.gatehouse.node.management;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Connections of the management port. Their number is bounded. A connection is closed when its
 * client takes too long to complete a request, even if it keeps sending bytes. The limit does not
 * apply while the client waits for a reply. Belongs to one event loop.
 */
final class ManagementConnectionLimiter {
  private static final int MAX = 128;
  private static final int CHECKS_PER_TIMEOUT = 4;

  private final Map<HttpConnection, Owed> open = new HashMap<>();
  private final long patienceNanos;

  private static final class Owed {
    long sinceNanos = System.nanoTime();
    int answers;
  }

  ManagementConnectionLimiter(Vertx vertx, Duration patience) {
    patienceNanos = patience.toNanos();
    vertx.setPeriodic(Math.max(1, patience.toMillis() / CHECKS_PER_TIMEOUT), tick -> closeLate());
  }

  void opened(HttpConnection connection) {
    if (open.size() >= MAX) {
      connection.close();
      return;
    }
    open.put(connection, new Owed());
    connection.closeHandler(closed -> open.remove(connection));
  }

  /** Records that a request was received in full, so that the node now has to reply. */
  void asked(HttpConnection connection) {
    Owed owed = open.get(connection);
    if (owed != null) {
      owed.answers++;
    }
  }

  void answered(HttpConnection connection) {
    Owed owed = open.get(connection);
    if (owed != null) {
      owed.answers--;
      owed.sinceNanos = System.nanoTime();
    }
  }

  private void closeLate() {
    long now = System.nanoTime();
    for (Map.Entry<HttpConnection, Owed> entry : Map.copyOf(open).entrySet()) {
      Owed owed = entry.getValue();
      if (owed.answers == 0 && now - owed.sinceNanos > patienceNanos) {
        entry.getKey().close();
      }
    }
  }
}
