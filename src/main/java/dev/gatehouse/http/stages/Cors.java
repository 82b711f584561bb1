package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.exchange.RequestContextStage;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Third stage: announces to browsers which origins may read replies, and answers preflights. */
public final class Cors {
  private static final String ANY = "*";
  private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
  private static final String EXPOSED =
      "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, ETag, Content-Range, Accept-Ranges,"
          + " Content-Disposition, Content-Length, Deprecation, Link, Location";

  private final RateLimitStage limits;
  private final Set<String> origins;
  private final List<String> wildcards;
  private final String maxAge;

  /**
   * @param origins in the form that browsers send, or with {@code *.} before or {@code *} as the
   *     host
   */
  public Cors(List<String> origins, Duration maxAge, RateLimitStage limits) {
    this.limits = limits;
    this.origins = Set.copyOf(origins);
    this.wildcards = origins.stream().filter(origin -> origin.contains("://*")).toList();
    this.maxAge = Long.toString(maxAge.toSeconds());
  }

  /**
   * Returns the action that sets the CORS headers before the outcome is known, so that browsers can
   * read errors too. It does nothing if no origin is allowed.
   */
  public Consumer<Exchange> marks() {
    return origins.isEmpty() ? RequestContextStage.NO_MARKS : this::mark;
  }

  private void mark(Exchange exchange) {
    HttpServerResponse response =
        exchange.response().putHeader(HeaderNames.VARY, HeaderNames.ORIGIN);
    if (allowed(exchange)) {
      String origin = exchange.request.getHeader(HeaderNames.ORIGIN);
      response
          .putHeader("Access-Control-Allow-Origin", origins.contains(ANY) ? ANY : origin)
          .putHeader("Access-Control-Expose-Headers", EXPOSED);
      if (!origins.contains(ANY) && !origin.equals("null")) {
        // Nothing here reads cookies, but front ends send every request with them.
        response.putHeader("Access-Control-Allow-Credentials", "true");
      }
    }
  }

  /** Answers preflights, which have a separate rate limit. */
  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    if (exchange.request.method().equals(HttpMethod.OPTIONS)) {
      limits.preflight(exchange, () -> answer(exchange), context::fail);
    } else {
      context.next();
    }
  }

  private void answer(Exchange exchange) {
    HttpServerResponse response =
        exchange.response().putHeader(HeaderNames.CACHE_CONTROL, "no-store");
    if (allowed(exchange) && exchange.request.getHeader("Access-Control-Request-Method") != null) {
      response
          .putHeader("Access-Control-Allow-Methods", METHODS)
          .putHeader("Access-Control-Max-Age", maxAge);
      // There are no cookies to protect from other origins, so an allowed one may send any header.
      String wanted = exchange.request.getHeader("Access-Control-Request-Headers");
      if (wanted != null) {
        response.putHeader("Access-Control-Allow-Headers", wanted);
      }
      if (exchange.request.getHeader("Access-Control-Request-Private-Network") != null) {
        response.putHeader("Access-Control-Allow-Private-Network", "true");
      }
    }
    response.setStatusCode(204);
    Replies.end(exchange, Buffer.buffer());
  }

  private boolean allowed(Exchange exchange) {
    String origin = exchange.request.getHeader(HeaderNames.ORIGIN);
    return origin != null
        && (origins.contains(ANY)
            || origins.contains(origin)
            || wildcards.stream().anyMatch(wildcard -> covers(wildcard, origin)));
  }

  private static boolean covers(String wildcard, String origin) {
    int star = wildcard.indexOf('*');
    String end = wildcard.substring(star + 1);
    return origin.length() > star + end.length()
        && origin.startsWith(wildcard.substring(0, star))
        && origin.endsWith(end);
  }
}
