package dev.gatehouse.http.exchange;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/**
 * A body that is still coming when the reply is complete. Little of it is read and thrown away, so
 * that the next request can come; more of it costs the connection, or the stream on HTTP/2.
 */
final class UnreadBody {
  private static final long DISCARDED = 65_536;

  /** The time that a client may take to go away after a body that was refused. */
  private static final long LINGER_MILLIS = 2_000;

  private static final long NO_ERROR = 0;
  private static final long CANCEL = 8;

  private UnreadBody() {}

  /** Says in the reply's head that the connection ends, where it will. */
  static void announceClose(Exchange exchange) {
    if (exchange.request.version() != HttpVersion.HTTP_2
        && (!skippable(exchange) || exchange.connection.breaksIn(exchange))) {
      exchange.response().headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
  }

  /** To be called once the reply is complete. */
  static void leave(Exchange exchange) {
    HttpServerRequest request = exchange.request;
    if (request == null || exchange.received() || request.isEnded()) {
      return;
    }
    request.setExpectMultipart(false);
    request.endHandler(null);
    if (request.version() == HttpVersion.HTTP_2) {
      discardStream(exchange);
      return;
    }
    request.handler(null);
    if (!skippable(exchange)) {
      // If the server closed first, the connection would be reset under a client that still
      // sends, and the answer lost.
      exchange.vertx().setTimer(LINGER_MILLIS, late -> request.connection().close());
    }
    request.resume();
  }

  /** Ends a stream, and no other of its connection. */
  static void reset(Exchange exchange) {
    exchange.response().reset(CANCEL);
  }

  /** Tells a client of HTTP/2 that it has its answer and need not send the rest. */
  static void resetWhenSent(Exchange exchange) {
    if (!exchange.request.isEnded() && !skippable(exchange)) {
      exchange.response().reset(NO_ERROR);
    }
  }

  private static boolean skippable(Exchange exchange) {
    if (exchange.received() || exchange.request.isEnded()) {
      return true;
    }
    long announced = BodyLength.announced(exchange.request);
    return announced >= 0 && announced <= DISCARDED;
  }

  /** A stream needs to say nothing of its body beforehand: what comes is counted. */
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
