package dev.gatehouse.node.management;

import module java.base;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;

/**
 * Connections of the management port. Their number is bounded, in total and for each address. When
 * a limit is reached, the connection that has been idle longest is closed, so that a new probe is
 * always answered. A connection is also closed when its client takes too long to complete a
 * request, even if it keeps sending bytes. Connections that wait for a reply are not closed.
 * Belongs to one event loop.
 */
final class ManagementConnectionLimiter {
  static final int MAX = 128;
  static final int MAX_PER_ADDRESS = 32;

  /** Maximum time for the first request of a connection. */
  private static final Duration FIRST_REQUEST = Duration.ofSeconds(5);

  private static final int CHECKS_PER_TIMEOUT = 4;

  private final Map<HttpConnection, Owed> open = new HashMap<>();
  private final long patienceNanos;
  private final long firstNanos;

  private static final class Owed {
    final String address;
    long sinceNanos = System.nanoTime();
    int answers;
    boolean answeredOnce;

    Owed(String address) {
      this.address = address;
    }
  }

  ManagementConnectionLimiter(Vertx vertx, Duration patience) {
    patienceNanos = patience.toNanos();
    firstNanos = Math.min(FIRST_REQUEST.toNanos(), patienceNanos);
    long millis = Duration.ofNanos(firstNanos).toMillis() / CHECKS_PER_TIMEOUT;
    vertx.setPeriodic(Math.max(1, millis), tick -> closeLate());
  }

  void opened(HttpConnection connection) {
    var owed =
        new Owed(
            connection.remoteAddress() == null ? "" : connection.remoteAddress().hostAddress());
    List<Owed> same =
        open.values().stream().filter(other -> other.address.equals(owed.address)).toList();
    if ((same.size() >= MAX_PER_ADDRESS && !closeIdle(same::contains))
        || (open.size() >= MAX && !closeIdle(any -> true))) {
      connection.close();
      return;
    }
    open.put(connection, owed);
    connection.closeHandler(closed -> open.remove(connection));
  }

  /** Closes the connection that has been idle longest. Returns false if none is idle. */
  private boolean closeIdle(Predicate<Owed> among) {
    return open.entrySet().stream()
        .filter(entry -> entry.getValue().answers == 0 && among.test(entry.getValue()))
        .min(Comparator.comparingLong(entry -> entry.getValue().sinceNanos))
        .map(entry -> {
          open.remove(entry.getKey());
          entry.getKey().close();
          return true;
        })
        .orElse(false);
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
      owed.answeredOnce = true;
      owed.sinceNanos = System.nanoTime();
    }
  }

  private void closeLate() {
    long now = System.nanoTime();
    for (Map.Entry<HttpConnection, Owed> entry : Map.copyOf(open).entrySet()) {
      Owed owed = entry.getValue();
      long patience = owed.answeredOnce ? patienceNanos : firstNanos;
      if (owed.answers == 0 && now - owed.sinceNanos > patience) {
        entry.getKey().close();
      }
    }
  }
}
