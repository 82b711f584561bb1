package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PlainText;

/**
 * The address for which browsers store passkeys.
 *
 * @param id host name
 * @param origin scheme, host and port
 * @param problem why there can be no passkeys; empty if there can
 */
record RelyingParty(String id, String origin, String problem) {
  private static final String LOCAL = "localhost";

  /**
   * Returns the relying party of a service.
   *
   * @param publicUrl of the service; empty if not configured
   * @param requested URL that the client requested. It counts only for localhost, because clients
   *     choose it.
   */
  static RelyingParty of(String publicUrl, String requested) {
    String scheme;
    String host;
    int port;
    try {
      URI address = new URI(PlainText.defaultIfEmpty(publicUrl, requested));
      scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
      host = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
      port = address.getPort();
    } catch (URISyntaxException e) {
      return none("the address of this service has no valid host name");
    }
    if (publicUrl.isEmpty() && !host.equals(LOCAL)) {
      return none("passkeys need the setting public.url, or http://localhost");
    }
    if (!host.matches("([a-z0-9-]+\\.)*[a-z0-9-]*[a-z][a-z0-9-]*")) {
      return none("passkeys need a host name in public.url, not an IP address");
    }
    if (!scheme.equals("https") && !host.equals(LOCAL)) {
      return none("passkeys need https in public.url");
    }
    boolean usual = port < 0 || port == (scheme.equals("https") ? 443 : 80);
    return new RelyingParty(host, scheme + "://" + host + (usual ? "" : ":" + port), "");
  }

  private static RelyingParty none(String problem) {
    return new RelyingParty("", "", problem);
  }

  /** Returns this if there can be passkeys. */
  RelyingParty available() {
    if (!problem.isEmpty()) {
      throw ApiException.of(ErrorCode.PASSKEYS_UNAVAILABLE, problem);
    }
    return this;
  }
}
