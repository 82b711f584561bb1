package dev.gatehouse.http.exchange;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/**
 * Handler for a body that is still arriving when the reply is complete. A short rest is read and
 * discarded, so that the next request can follow. A longer rest ends the connection, or the stream
 * on HTTP/2.
 */
final class UnreadBody {
  private static final long DISCARDED = 65_536;

  /** Time for a client to disconnect after its body was rejected. */
  private static final long LINGER_MILLIS = 2_000;

  private static final long NO_ERROR = 0;
  private static final long CANCEL = 8;

  private UnreadBody() {}

  /** Announces in the reply's headers that the connection closes, if it will. */
  static void announceClose(Exchange exchange) {
    if (exchange.request.version() != HttpVersion.HTTP_2
        && (!skippable(exchange) || exchange.connection.breaksIn(exchange))) {
      exchange.response().headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
  }

  /** Handles the rest of the body. Called once the reply is complete. */
  static void leave(Exchange exchange) {
    HttpServerRequest request = exchange.request;
    if (request == null || exchange.received() || request.isEnded()) {
      return;
    }
    request.endHandler(null);
    if (request.version() == HttpVersion.HTTP_2) {
      discardStream(exchange);
      return;
    }
    request.handler(null);
    if (!skippable(exchange)) {
      // If the server closed first, a client that is still sending would get a reset and lose the
      // reply.
      exchange.vertx().setTimer(LINGER_MILLIS, late -> request.connection().close());
    }
    request.resume();
  }

  /** Resets one stream and leaves the others of the connection open. */
  static void reset(Exchange exchange) {
    exchange.response().reset(CANCEL);
  }

  /** Informs an HTTP/2 client that the reply is complete and the rest of the body is not needed. */
  static void resetWhenSent(Exchange exchange) {
    if (!exchange.request.isEnded() && !skippable(exchange)) {
      exchange.response().reset(NO_ERROR);
    }
  }

  private static boolean skippable(Exchange exchange) {
    if (exchange.received() || exchange.request.isEnded()) {
      return true;
    }
    long announced = RequestValidator.announcedLength(exchange.request);
    return announced >= 0 && announced <= DISCARDED;
  }

  /**
   * Discards the rest of a stream. A stream may not declare its length, so its bytes are counted.
   */
  private static void discardStream(Exchange exchange) {
    HttpServerRequest request = exchange.request;
    HttpServerResponse response = exchange.response();
    long[] left = {DISCARDED};
    request.handler(chunk -> {
      left[0] -= chunk.length();
      if (left[0] < 0) {
        request.handler(null);
        response.reset(NO_ERROR);
      }
    });
    if (skippable(exchange)) {
      request.resume();
    } else {
      exchange.vertx().setTimer(LINGER_MILLIS, late -> resetWhenSent(exchange));
    }
  }
}
