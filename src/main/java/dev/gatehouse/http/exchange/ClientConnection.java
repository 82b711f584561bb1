package dev.gatehouse.http.exchange;

import io.vertx.core.http.HttpConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One connection, with the requests on it that are not over. */
final class ClientConnection {
  private final HttpConnection http;
  private final Set<Exchange> open = new HashSet<>(4);

  /** Since when the client owes a request's head; it owes none while one is being answered. */
  private long since = System.nanoTime();

  private int begun;
  private Exchange latest;

  /** The number of the request whose body cannot be read; 0 while there is none. */
  private int broken;

  ClientConnection(HttpConnection http) {
    this.http = http;
  }

  void begin(Exchange exchange) {
    exchange.connection = this;
    open.add(exchange);
    latest = exchange;
    begun++;
    exchange.onFinish(() -> ended(exchange));
  }

  /** The requests on it end with it. */
  void closed() {
    List.copyOf(open).forEach(Exchange::finish);
  }

  /**
   * The body of a request has come to where nobody can tell what follows.
   *
   * @param request which of this connection's requests, the first being 1
   */
  void breaks(int request) {
    broken = request;
    closeIfBroken();
  }

  /** True if it is this request whose body is broken. */
  boolean breaksIn(Exchange exchange) {
    return broken > 0 && broken == begun && exchange.equals(latest);
  }

  /** True if a client is waited for that owes a head for longer than this. */
  boolean late(long now, long nanos) {
    return open.isEmpty() && now - since > nanos;
  }

  /** True if any of its requests waits for its answer. */
  boolean answerDue() {
    return open.stream().anyMatch(Exchange::answerDue);
  }

  void close() {
    http.close();
  }

  private void ended(Exchange exchange) {
    open.remove(exchange);
    since = System.nanoTime();
    closeIfBroken();
  }

  private void closeIfBroken() {
    if (broken > 0 && broken == begun && open.isEmpty()) {
      close();
    }
  }
}
