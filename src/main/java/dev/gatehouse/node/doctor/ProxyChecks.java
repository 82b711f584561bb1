package dev.gatehouse.node.doctor;

import dev.gatehouse.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that a proxy in front of the node reports the clients' addresses. */
record ProxyChecks(Settings settings, NodeChecks node) {
  private static final String PROXY = "proxy";
  private static final Pattern COUNT =
      Pattern.compile(
          "^gatehouse_proxy_requests_total\\{headers=\"(\\w+)\"} (\\S+)$", Pattern.MULTILINE);

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
    return node.isRunning() ? List.of(counted(node.metrics())) : List.of();
  }

  private Finding counted(String metrics) {
    double trusted = count(metrics, "trusted");
    double missing = count(metrics, "missing");
    double ignored = count(metrics, "ignored");
    if (ignored > 0) {
      return Finding.problem(
          PROXY,
          Math.round(ignored)
              + " requests had forwarding headers of a private address that is no trusted proxy,"
              + " so all its clients count as one",
          "Add the address in the node's log to security.trustedProxies if it is your proxy.");
    }
    if (missing > 0 && trusted == 0) {
      return Finding.problem(
          PROXY,
          "the trusted proxy sends no client address: %s requests had no forwarding header"
              .formatted(Math.round(missing)),
          "Let the proxy set X-Forwarded-For; conf has files for HAProxy and nginx.");
    }
    return Finding.ok(PROXY, Math.round(trusted) + " requests came through trusted proxies");
  }

  private static double count(String metrics, String headers) {
    Matcher counts = COUNT.matcher(metrics);
    while (counts.find()) {
      if (counts.group(1).equals(headers)) {
        return Double.parseDouble(counts.group(2));
      }
    }
    return 0;
  }
}
