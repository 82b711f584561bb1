package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.security.AddressResolver;
import dev.gatehouse.security.ClientAddress;
import dev.gatehouse.tracing.Span;
import dev.gatehouse.tracing.Tracer;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;

/**
 * First stage: sets the request's id, its client's address and the headers of all replies.
 *
 * @param marks sets the other headers that every reply carries
 * @param random creates the ids of requests that bring none
 */
public record RequestContextStage(
    Loop loop,
    AddressResolver addresses,
    Consumer<Exchange> marks,
    boolean tls,
    RandomGenerator random,
    Tracer tracer) {
  /** Action for replies that carry no other headers. */
  public static final Consumer<Exchange> NO_MARKS = exchange -> {};

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Alternating names and values of the headers that every reply carries, encoded once. */
  private static final CharSequence[] ALWAYS =
      Stream.of(
              "X-Content-Type-Options", "nosniff",
              "X-Frame-Options", "DENY",
              "Referrer-Policy", "no-referrer",
              "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
              "Cross-Origin-Resource-Policy", "cross-origin")
          .map(HttpHeaders::createOptimized)
          .toArray(CharSequence[]::new);

  public Exchange greet(HttpServerRequest request) {
    // No byte of a body is read before the stages have admitted the request.
    request.pause();
    SocketAddress peer = request.remoteAddress();
    ClientAddress address =
        addresses.resolve(
            peer == null ? null : peer.hostAddress(),
            request.headers().getAll(HeaderNames.X_FORWARDED_FOR),
            request.headers().getAll(HeaderNames.FORWARDED));
    String caller = request.getHeader(HeaderNames.TRACEPARENT);
    Span span = tracer.request(caller);
    var exchange = new Exchange(loop, request, id(request, span, caller), address);
    exchange.span = span;
    // A new reply has no headers to replace, and searching for them would double the cost.
    MultiMap headers = request.response().headers();
    headers.add(HeaderNames.X_REQUEST_ID, exchange.requestId);
    for (int i = 0; i < ALWAYS.length; i += 2) {
      headers.add(ALWAYS[i], ALWAYS[i + 1]);
    }
    if (tls) {
      headers.add("Strict-Transport-Security", "max-age=31536000");
    }
    marks.accept(exchange);
    return exchange;
  }

  /** Returns the id of the trace, unless only the client has named the request otherwise. */
  private String id(HttpServerRequest request, Span span, String caller) {
    String trace = span.traceId();
    if (caller != null && !trace.isEmpty() && caller.contains(trace)) {
      return trace;
    }
    String given = request.getHeader(HeaderNames.X_REQUEST_ID);
    if (given != null && ID.matcher(given).matches()) {
      return given;
    }
    return trace.isEmpty() ? HexFormat.of().toHexDigits(random.nextLong()) : trace;
  }
}
