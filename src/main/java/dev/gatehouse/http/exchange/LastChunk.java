package dev.gatehouse.http.exchange;

import dev.gatehouse.http.ledger.Hold;
import io.vertx.core.Future;

/** Last bytes of a reply, until the client has taken them. They outlive the exchange. */
final class LastChunk implements TransferWatch.Transfer {
  private final Exchange exchange;
  private final int bytes;
  private final long since = System.nanoTime();

  private LastChunk(Exchange exchange, int bytes) {
    this.exchange = exchange;
    this.bytes = bytes;
  }

  /**
   * Releases what the bytes hold when the client has taken them, and ends the reply if it does not.
   *
   * @param hold what they hold
   */
  static void follow(Exchange exchange, int bytes, Future<Void> sent, Hold hold) {
    if (sent.isComplete()) {
      exchange.holdings().release(hold);
      return;
    }
    var chunk = new LastChunk(exchange, bytes);
    exchange.watch().begin(chunk);
    sent.onComplete(done -> {
      exchange.watch().end(chunk);
      exchange.holdings().release(hold);
    });
  }

  @Override
  public long waiting() {
    return bytes;
  }

  @Override
  public long since() {
    return since;
  }

  @Override
  public void end() {
    exchange.abort();
  }
}
