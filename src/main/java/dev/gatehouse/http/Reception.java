package dev.gatehouse.http;

import dev.gatehouse.bus.Failure;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.http.exchange.Arrival;
import dev.gatehouse.http.exchange.Connections;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Malformed;
import dev.gatehouse.http.exchange.Permits;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.exchange.WellFormed;
import dev.gatehouse.http.stages.BanFilter;
import dev.gatehouse.http.stages.RateLimitStage;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/**
 * Greets every request and sees it out. One whose path, host or framing cannot be read goes no
 * further than the rate limit, and what is no HTTP at all not even there.
 */
final class Reception {
  private final Arrival arrival;
  private final Connections connections;
  private final BanFilter banFilter;
  private final RateLimitStage limits;
  private final Permits requests;
  private final AccessLog accessLog;

  Reception(
      Arrival arrival,
      Connections connections,
      BanFilter banFilter,
      RateLimitStage limits,
      Permits requests,
      AccessLog accessLog) {
    this.arrival = arrival;
    this.connections = connections;
    this.banFilter = banFilter;
    this.limits = limits;
    this.requests = requests;
    this.accessLog = accessLog;
  }

  /** Hands a request to its route if it can be routed. */
  void admit(HttpServerRequest request, Routes routes) {
    Failure fault = WellFormed.fault(request);
    if (fault == null) {
      routes.handle(request);
    } else {
      refuse(greet(request), fault);
    }
  }

  /** Answers what is no HTTP request: a head too large, a broken line. */
  void malformed(HttpServerRequest request) {
    Exchange exchange = greet(request);
    exchange.onFinish(() -> request.connection().close());
    refuse(exchange, Malformed.failure(request.decoderResult().cause()));
  }

  /** Nothing is refused to who is banned, and each refusal is one of a limited number. */
  private void refuse(Exchange exchange, Failure fault) {
    if (banFilter.admits(exchange)) {
      limits.handle(
          exchange, () -> Replies.fail(exchange, fault), problem -> Replies.fail(exchange, fault));
    }
  }

  /** First stage: from here on the request is an exchange. */
  void arrive(RoutingContext context) {
    Exchange exchange = greet(context.request());
    exchange.bind(context);
    if (banFilter.admits(exchange)) {
      context.next();
    }
  }

  private Exchange greet(HttpServerRequest request) {
    Exchange exchange = arrival.greet(request);
    exchange.onFinish(() -> accessLog.write(exchange));
    exchange.take(requests, 1);
    connections.begin(exchange);
    return exchange;
  }
}
