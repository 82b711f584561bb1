package dev.gatehouse.settings;

import module java.base;

/** Settings that are valid and dangerous. A node starts with them, and logs a warning. */
public final class RiskySettings {
  private RiskySettings() {}

  /** Returns a sentence for each risk: the setting, what can happen, and the remedy. */
  public static List<String> of(Settings settings) {
    List<String> risks = new ArrayList<>();
    Http http = settings.http();
    boolean behindProxy = !settings.security().trustedProxies().isEmpty();
    if (!isLoopback(http.host()) && !http.tls() && !behindProxy) {
      risks.add(
          ("http.host %s accepts connections from other machines without TLS, so others can"
                  + " read codes and keys: set http.tlsCertificate and http.tlsKey, or put a proxy"
                  + " with TLS in front and set security.trustedProxies")
              .formatted(http.host()));
    }
    return List.copyOf(risks);
  }

  /** Reads literal addresses only, because a name server may answer slowly or not at all. */
  private static boolean isLoopback(String host) {
    if (host.equals("localhost")) {
      return true;
    }
    try {
      return InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException name) {
      return false;
    }
  }
}
