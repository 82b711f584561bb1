package dev.gatehouse.node.doctor;

import dev.gatehouse.settings.Settings;
import java.io.IOException;
import java.util.List;

/** Checks that a proxy in front of the node reports the clients' addresses. */
record ProxyChecks(Settings settings, NodeChecks node) {
  private static final String PROXY = "proxy";

  List<Finding> headers() throws IOException, InterruptedException {
    boolean trusting = !settings.security().trustedProxies().isEmpty();
    boolean secured = settings.publicAddress().url().startsWith("https:");
    if (secured && !settings.http().tls() && !trusting) {
      return List.of(
          Finding.problem(
              PROXY,
              "public.url begins with https, but this node has no certificate and trusts no proxy,"
                  + " so all clients of the proxy count as one",
              "Set security.trustedProxies to the proxy's address."));
    }
    return node.isRunning() ? hint() : List.of();
  }

  private List<Finding> hint() throws IOException, InterruptedException {
    String seen = node.hints().getString(PROXY);
    return List.of(
        seen == null
            ? Finding.ok(PROXY, "the clients' addresses are known")
            : Finding.warning(
                PROXY,
                seen,
                "Let the proxy set X-Forwarded-For, and name it in security.trustedProxies; conf has"
                    + " files for HAProxy and nginx."));
  }
}
