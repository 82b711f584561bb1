package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;

/**
 * Rejects forms that a browser sends from pages of other origins. {@code Sec-Fetch-Site} takes
 * precedence, because a proxy may change the host that {@code Origin} is compared with. Requests
 * without either header are not from a current browser and pass.
 */
public final class SameOrigin {
  private static final Set<String> OWN = Set.of("same-origin", "none");

  private final String publicOrigin;

  /**
   * @param publicUrl of the service; empty if not configured
   */
  public SameOrigin(String publicUrl) {
    this.publicOrigin = origin(publicUrl);
  }

  /** Returns whether an operation rejects requests of other origins. */
  public static boolean serves(Operation operation) {
    return operation.sameOrigin();
  }

  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    if (isAllowed(exchange)) {
      context.next();
    } else {
      Replies.fail(
          exchange,
          ApiError.of(
              ErrorCode.ORIGIN_NOT_ALLOWED,
              "this form can only be sent from the shop's own pages"));
    }
  }

  private boolean isAllowed(Exchange exchange) {
    String origin = exchange.request.getHeader(HeaderNames.ORIGIN);
    if (origin != null && !publicOrigin.isEmpty() && origin(origin).equals(publicOrigin)) {
      return true;
    }
    String site = exchange.request.getHeader(HeaderNames.SEC_FETCH_SITE);
    if (site != null) {
      return OWN.contains(site.toLowerCase(Locale.ROOT));
    }
    return origin == null || isRequested(exchange, origin);
  }

  /**
   * Returns whether an origin has the host and port of the request. Its scheme may differ, because
   * a proxy may end TLS.
   */
  private static boolean isRequested(Exchange exchange, String origin) {
    HostAndPort requested = exchange.request.authority();
    if (requested == null) {
      return false;
    }
    String host = requested.host().toLowerCase(Locale.ROOT);
    String authority = requested.port() < 0 ? host : host + ':' + requested.port();
    String given = origin(origin);
    return Set.of("http", "https").stream()
        .anyMatch(scheme -> given.equals(origin(scheme + "://" + authority)));
  }

  /** Returns the origin of an address in its canonical form, without its scheme's port. */
  private static String origin(String address) {
    String lower = address.toLowerCase(Locale.ROOT);
    int path = lower.indexOf('/', Math.max(0, lower.indexOf("://") + 3));
    String origin = path < 0 ? lower : lower.substring(0, path);
    String port = origin.startsWith("https:") ? ":443" : ":80";
    return PlainText.withoutEnd(port, origin);
  }
}
