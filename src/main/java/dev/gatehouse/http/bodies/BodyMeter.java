package dev.gatehouse.http.bodies;

import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Holdings;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.ledger.Hold;
import dev.gatehouse.http.ledger.Refusal;
import dev.gatehouse.http.ledger.Resource;
import java.util.Optional;

/**
 * Memory of one body. It is charged in growing steps when bytes arrive, never by an announced
 * length, so a client holds only what it has sent.
 */
final class BodyMeter {
  private static final long FIRST_STEP = 1_024;
  private static final long LARGE_STEP = 65_536;
  private static final int SMALL_FACTOR = 4;

  /** Memory of a parsed body in relation to its bytes, apart from the bytes themselves. */
  private static final int PARSED = 2;

  private final Exchange exchange;
  private final Hold hold;
  private final long max;
  private long arrived;

  /**
   * @param max maximum bytes of the body
   */
  BodyMeter(Exchange exchange, long max) {
    this.exchange = exchange;
    this.max = max;
    this.hold = exchange.holdings().untilFinished(Resource.BODY_BYTES);
  }

  /**
   * Charges bytes that have arrived, or sends the error.
   *
   * @return false if the body must not be read further
   */
  boolean accept(int bytes) {
    if (exchange.over()) {
      return false;
    }
    exchange.holdings().progressed();
    arrived += bytes;
    if (arrived > max) {
      Replies.fail(exchange, Bodies.tooLarge(max));
      return false;
    }
    long step = hold.amount();
    while (step < arrived) {
      step = next(step);
    }
    return charge(step - hold.amount());
  }

  /** Returns the next capacity: 1 KB, 4 KB, 16 KB, 64 KB, then twice as much each time. */
  private long next(long step) {
    long next = step < LARGE_STEP ? step * SMALL_FACTOR : step * 2;
    return Math.min(max, Math.max(FIRST_STEP, next));
  }

  /** Charges the memory of the parsed body, or sends the error. It is no longer evicted. */
  boolean parsed() {
    hold.pin();
    return charge(PARSED * arrived);
  }

  private boolean charge(long more) {
    if (more == 0) {
      return true;
    }
    Optional<Refusal> refusal = hold.grow(more);
    refusal.ifPresent(
        reason -> Replies.fail(exchange, Holdings.error(Resource.BODY_BYTES, reason)));
    return refusal.isEmpty();
  }
}
