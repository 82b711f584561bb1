package dev.gatehouse.http.stages;

import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Third stage: tells browsers which origins may read replies, and answers their preflights. */
public final class Cors {
  private static final String ANY = "*";
  private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
  private static final String EXPOSED =
      "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, ETag, Content-Range, Accept-Ranges,"
          + " Content-Disposition, Content-Length, Deprecation, Link, Location";

  private final Set<String> origins;
  private final String requestHeaders;
  private final String maxAge;

  public Cors(List<String> origins, Duration maxAge, String keyHeader) {
    this.origins = Set.copyOf(origins);
    this.maxAge = Long.toString(maxAge.toSeconds());
    this.requestHeaders =
        "Authorization, Content-Type, Range, If-Range, If-Match, If-None-Match, If-Modified-Since,"
            + " If-Unmodified-Since, Content-Digest, Idempotency-Key, Last-Event-ID, X-Request-Id, "
            + keyHeader;
  }

  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    HttpServerResponse response = exchange.response();
    String origin = exchange.request.getHeader("Origin");
    boolean allowed = origin != null && (origins.contains(ANY) || origins.contains(origin));
    if (!origins.isEmpty()) {
      response.putHeader("Vary", "Origin");
    }
    if (allowed) {
      response
          .putHeader("Access-Control-Allow-Origin", origins.contains(ANY) ? ANY : origin)
          .putHeader("Access-Control-Expose-Headers", EXPOSED);
    }
    if (!exchange.request.method().equals(HttpMethod.OPTIONS)) {
      context.next();
      return;
    }
    if (allowed && exchange.request.getHeader("Access-Control-Request-Method") != null) {
      response
          .putHeader("Access-Control-Allow-Methods", METHODS)
          .putHeader("Access-Control-Allow-Headers", requestHeaders)
          .putHeader("Access-Control-Max-Age", maxAge);
    }
    response.setStatusCode(204).putHeader("Cache-Control", "no-store");
    Replies.end(exchange, Buffer.buffer());
  }
}
