package dev.gatehouse.http;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.http.exchange.ClientConnections;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.InFlight;
import dev.gatehouse.http.exchange.MalformedRequests;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.exchange.RequestContextStage;
import dev.gatehouse.http.exchange.RequestValidator;
import dev.gatehouse.http.stages.BanFilter;
import dev.gatehouse.http.stages.RateLimitStage;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/**
 * Receives every request and tracks it until it ends. A request with an invalid path, host or
 * framing, or bytes that are not HTTP, passes no stage after the rate limit.
 */
record RequestHandler(
    RequestContextStage arrival,
    ClientConnections connections,
    BanFilter banFilter,
    RateLimitStage limits,
    AccessLog accessLog,
    InFlight inFlight) {
  /** Returns the handler that passes every request to one of the routes. */
  Handler<HttpServerRequest> routing(Routes routes) {
    return request -> admit(request, routes);
  }

  /** Passes a request to its route, or rejects a request that cannot be routed. */
  private void admit(HttpServerRequest request, Routes routes) {
    ApiError fault = RequestValidator.fault(request);
    if (connections.follows(request)) {
      return;
    }
    if (fault == null) {
      routes.handle(request);
    } else if (RequestValidator.isOfServer(request)) {
      Exchange exchange = greet(request);
      limited(exchange, () -> noContent(exchange));
    } else {
      refuse(greet(request), fault);
    }
  }

  /**
   * Answers bytes that are not a valid HTTP request, such as a header section that is too large.
   */
  void malformed(HttpServerRequest request) {
    if (connections.follows(request)) {
      return;
    }
    Exchange exchange = greet(request);
    if (request.version() != HttpVersion.HTTP_2) {
      // Otherwise a client would send its next request into the closing connection.
      exchange.response().headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    exchange.onFinish(() -> request.connection().close());
    refuse(exchange, MalformedRequests.failure(request.decoderResult().cause()));
  }

  /**
   * Sends a failure. The request still counts against the rate limit, and a banned client gets only
   * the ban's reply.
   */
  private void refuse(Exchange exchange, ApiError failure) {
    limited(exchange, () -> Replies.fail(exchange, failure));
  }

  private void limited(Exchange exchange, Runnable reply) {
    banFilter.admit(exchange, () -> limits.handle(exchange, reply, problem -> reply.run()));
  }

  private static void noContent(Exchange exchange) {
    exchange.response().setStatusCode(204);
    Replies.end(exchange, Buffer.buffer());
  }

  /** Runs the first stage, which creates the exchange of a request. */
  void arrive(RoutingContext context) {
    Exchange exchange = greet(context.request());
    exchange.bind(context);
    banFilter.admit(exchange, context::next);
  }

  private Exchange greet(HttpServerRequest request) {
    Exchange exchange = arrival.greet(request);
    exchange.onFinish(() -> accessLog.write(exchange));
    inFlight.count(exchange);
    connections.begin(exchange);
    return exchange;
  }
}
