package dev.gatehouse.http.exchange;

import dev.gatehouse.formats.HttpDate;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.util.Optional;

/**
 * The judgement whether a client's copy is still right, by the validators that the response carries
 * already.
 */
public final class Conditions {
  private Conditions() {}

  /** Conditions hold for reading alone. */
  public static boolean reads(HttpServerRequest request) {
    return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
  }

  /** If-None-Match, or where there is none If-Modified-Since, says that nothing need be sent. */
  public static boolean unchanged(Exchange exchange) {
    MultiMap headers = exchange.response().headers();
    String none = exchange.request.getHeader("If-None-Match");
    if (none != null) {
      return none.strip().equals("*") || mentions(none, headers.get("ETag"));
    }
    Optional<Instant> since = date(exchange.request.headers(), "If-Modified-Since");
    Optional<Instant> modified = date(headers, "Last-Modified");
    return since.isPresent() && modified.isPresent() && !modified.get().isAfter(since.get());
  }

  private static Optional<Instant> date(MultiMap headers, String name) {
    return Optional.ofNullable(headers.get(name)).flatMap(HttpDate::parse);
  }

  /** The weak comparison: a copy that means the same will do. */
  private static boolean mentions(String header, String etag) {
    if (etag == null) {
      return false;
    }
    for (String candidate : header.split(",")) {
      if (opaque(candidate.strip()).equals(opaque(etag))) {
        return true;
      }
    }
    return false;
  }

  private static String opaque(String etag) {
    return etag.startsWith("W/") ? etag.substring(2) : etag;
  }
}
