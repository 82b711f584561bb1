package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;

/** Reads the body of a request, and rejects a malformed one. */
final class BodyReception {
  private BodyReception() {}

  /**
   * Starts reading the body.
   *
   * @param whole run once the complete body has arrived with valid framing
   */
  static void begin(Exchange exchange, Runnable whole) {
    exchange.request.endHandler(end -> {
      exchange.receivedAll();
      if (exchange.connection != null && exchange.connection.breaksIn(exchange)) {
        Replies.fail(
            exchange,
            ApiError.of(ErrorCode.REQUEST_MALFORMED, "the body's chunks are not well-formed"));
      } else {
        exchange.run(whole);
      }
    });
    boolean expected =
        RequestValidator.CONTINUE.equalsIgnoreCase(exchange.request.getHeader("Expect"));
    if (expected && !exchange.over()) {
      exchange.response().writeContinue();
    }
    exchange.request.resume();
  }
}
