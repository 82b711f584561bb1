package dev.gatehouse.areas.notifications.push;

import module java.base;

import dev.gatehouse.provider.PublicAddresses;

/**
 * Checks the endpoints that browsers supply, so that no client makes this service call an address
 * in its own network. A host is resolved once, and the connection uses the checked address.
 */
public final class PushTargets {
  private static final int HTTPS = 443;

  private final List<String> hosts;
  private final boolean privateNetworks;
  private final Resolver resolver;

  /** The resolver of host names. */
  @FunctionalInterface
  public interface Resolver {
    /** Resolves a host, and fails after the patience. */
    InetAddress[] resolve(String host, Duration patience) throws UnknownHostException;
  }

  /**
   * An endpoint that may be called.
   *
   * @param uri as the browser supplied it
   * @param address resolved address of its host
   */
  record Target(URI uri, InetAddress address) {
    String origin() {
      String host = uri.getScheme() + "://" + uri.getHost();
      return uri.getPort() < 0 ? host : host + ":" + uri.getPort();
    }
  }

  /** Thrown if an endpoint must not be called. */
  static final class RefusedException extends Exception {
    RefusedException(String message) {
      super(message);
    }
  }

  /**
   * @param hosts accepted hosts, {@code *.example.org} for all subdomains; empty for all
   * @param privateNetworks whether private addresses, other ports and plain http are allowed
   */
  public PushTargets(List<String> hosts, boolean privateNetworks, Resolver resolver) {
    this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
    this.privateNetworks = privateNetworks;
    this.resolver = resolver;
  }

  /** Checks an endpoint and resolves its host. Blocks no longer than the patience. */
  Target check(String endpoint, Duration patience) throws RefusedException {
    URI uri = form(endpoint);
    try {
      InetAddress[] addresses = resolver.resolve(unbracketed(uri.getHost()), patience);
      for (InetAddress address : addresses) {
        require(
            privateNetworks || PublicAddresses.contains(address),
            "endpoint must not lead into a private network");
      }
      return new Target(uri, addresses[0]);
    } catch (UnknownHostException e) {
      throw new RefusedException("the endpoint's host cannot be found");
    }
  }

  private URI form(String endpoint) throws RefusedException {
    URI uri;
    try {
      uri = new URI(endpoint);
    } catch (URISyntaxException e) {
      throw new RefusedException("endpoint must be a URL");
    }
    String scheme = String.valueOf(uri.getScheme());
    require(
        uri.getHost() != null && uri.getRawUserInfo() == null && uri.getRawFragment() == null,
        "endpoint must be a URL");
    require(
        scheme.equals("https") || (privateNetworks && scheme.equals("http")),
        "endpoint must begin with https://");
    require(
        privateNetworks || uri.getPort() < 0 || uri.getPort() == HTTPS,
        "endpoint must be on port 443");
    String host = uri.getHost().toLowerCase(Locale.ROOT);
    require(
        hosts.isEmpty() || hosts.stream().anyMatch(pattern -> matches(pattern, host)),
        "endpoint must belong to a push service that this site accepts");
    return uri;
  }

  private static boolean matches(String pattern, String host) {
    return pattern.startsWith("*.") ? host.endsWith(pattern.substring(1)) : host.equals(pattern);
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private static void require(boolean holds, String message) throws RefusedException {
    if (!holds) {
      throw new RefusedException(message);
    }
  }
}
