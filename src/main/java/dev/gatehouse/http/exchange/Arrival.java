package dev.gatehouse.http.exchange;

import dev.gatehouse.gate.AddressResolver;
import dev.gatehouse.gate.ClientAddress;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.SocketAddress;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * First stage: the request gets its id, its client's address and the headers that all replies
 * carry.
 */
public final class Arrival {
  static final String REQUEST_ID = "X-Request-Id";

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Names and values in turn, encoded once: every reply carries them. */
  private static final CharSequence[] ALWAYS =
      Stream.of(
              "X-Content-Type-Options", "nosniff",
              "X-Frame-Options", "DENY",
              "Referrer-Policy", "no-referrer",
              "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
              "Cross-Origin-Resource-Policy", "cross-origin")
          .map(HttpHeaders::createOptimized)
          .toArray(CharSequence[]::new);

  private static final CharSequence ID_NAME = HttpHeaders.createOptimized(REQUEST_ID);
  private static final String TRANSPORT_SECURITY = "max-age=31536000";

  private final Loop loop;
  private final AddressResolver addresses;
  private final boolean tls;

  public Arrival(Loop loop, AddressResolver addresses, boolean tls) {
    this.loop = loop;
    this.addresses = addresses;
    this.tls = tls;
  }

  public Exchange greet(HttpServerRequest request) {
    // Nothing of a body is read before the stages have let the request in.
    request.pause();
    SocketAddress peer = request.remoteAddress();
    ClientAddress address =
        addresses.resolve(
            peer == null ? null : peer.hostAddress(),
            request.headers().getAll("X-Forwarded-For"),
            request.headers().getAll("Forwarded"));
    var exchange = new Exchange(loop, request, id(request), address);
    HttpServerResponse response = request.response();
    response.putHeader(ID_NAME, exchange.requestId);
    for (int i = 0; i < ALWAYS.length; i += 2) {
      response.putHeader(ALWAYS[i], ALWAYS[i + 1]);
    }
    if (tls) {
      response.putHeader("Strict-Transport-Security", TRANSPORT_SECURITY);
    }
    return exchange;
  }

  private static String id(HttpServerRequest request) {
    String given = request.getHeader(REQUEST_ID);
    return given != null && ID.matcher(given).matches()
        ? given
        : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }
}
