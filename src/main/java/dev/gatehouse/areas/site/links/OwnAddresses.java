package dev.gatehouse.areas.site.links;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.WebAddress;
import dev.gatehouse.settings.Settings;

/**
 * Builds this service's short URLs, and detects URLs that lead to them by any of its names.
 *
 * @param shortBase base of short URLs on a separate domain; empty for that of the service
 */
public record OwnAddresses(Settings settings, String shortBase) {
  private static final String SHORT = "/r/";
  private static final String LOCAL = "localhost";

  /**
   * Returns whether a target is a short URL of this service.
   *
   * @param base the service's address as a caller sees it
   */
  boolean shortens(WebAddress target, String base) {
    List<WebAddress> names =
        Stream.of(base, settings.publicAddress().url(), listening())
            .map(OwnAddresses::address)
            .flatMap(Optional::stream)
            .toList();
    // On a separate domain, all addresses are short URLs.
    boolean ownDomain =
        address(shortBase)
            .filter(own -> names.stream().noneMatch(name -> server(name).equals(server(own))))
            .filter(own -> server(target).equals(server(own)) && !target.path().equals("/"))
            .isPresent();
    return ownDomain || names.stream().anyMatch(own -> shortens(target, own));
  }

  /**
   * Returns the address of a short URL.
   *
   * @param base the service's address as a caller sees it
   */
  String shortUrl(String key, String base) {
    return (shortBase.isEmpty() ? base + "/r" : shortBase) + '/' + URI.create(key).toASCIIString();
  }

  /**
   * Returns the target unless it is a short URL of this service.
   *
   * @throws dev.gatehouse.bus.ApiException 400 that names the field {@code url}
   */
  WebAddress foreign(WebAddress target, String base) {
    badRequestUnless(!shortens(target, base), "url", "must not be a short URL of this service");
    return target;
  }

  /**
   * Returns the URL of the service on this machine. With port 0 the URL is invalid and is ignored.
   */
  private String listening() {
    return "http://" + settings.http().bracketedHost() + ':' + settings.http().port();
  }

  private static Optional<WebAddress> address(String text) {
    try {
      return PlainText.nonEmpty(text).map(WebAddress::parse);
    } catch (IllegalArgumentException e) {
      // A client can send any Host header. A name that is not a host cannot be a link's target.
      return Optional.empty();
    }
  }

  private static boolean shortens(WebAddress target, WebAddress own) {
    String path = target.path() + '/';
    String prefix = own.path().equals("/") ? "" : own.path();
    return server(target).equals(server(own))
        && (path.startsWith(SHORT) || path.startsWith(prefix + SHORT));
  }

  /**
   * Returns the host and port. Ports 80 and 443 count as equal, because one redirects to the other.
   */
  private static String server(WebAddress address) {
    String host = address.host();
    boolean local =
        host.equals(LOCAL)
            || host.endsWith('.' + LOCAL)
            || host.startsWith("127.")
            || host.equals("0.0.0.0")
            || host.equals("[::]")
            || host.equals("[::1]");
    boolean usual = address.port() == 80 || address.port() == 443;
    return (local ? LOCAL : host) + (usual ? "" : ":" + address.port());
  }
}
