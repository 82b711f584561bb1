package dev.gatehouse.http.exchange;

import io.vertx.core.http.HttpConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Connection with its unfinished requests. */
final class ClientConnection {
  private final HttpConnection http;
  private final Set<Exchange> open = new HashSet<>(4);

  /**
   * Time in nanoseconds since which the server has waited for a request's headers. It does not
   * apply while a request is being answered.
   */
  private long since = System.nanoTime();

  private int begun;
  private Exchange latest;

  /** Number of the request whose body is malformed; 0 if none is. */
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

  /** Ends all requests of the connection, because it has closed. */
  void closed() {
    List.copyOf(open).forEach(Exchange::finish);
  }

  /**
   * Records that a request's body is malformed, so that the bytes after it cannot be interpreted.
   *
   * @param request number of the request on this connection, starting at 1
   */
  void breaks(int request) {
    broken = request;
    closeIfBroken();
  }

  /** Returns whether this request's body is the malformed one. */
  boolean breaksIn(Exchange exchange) {
    return broken > 0 && broken == begun && exchange.equals(latest);
  }

  /** Returns whether the server has waited longer than this for a request's headers. */
  boolean late(long now, long nanos) {
    return open.isEmpty() && now - since > nanos;
  }

  /** Returns whether any of its requests waits for a reply. */
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
