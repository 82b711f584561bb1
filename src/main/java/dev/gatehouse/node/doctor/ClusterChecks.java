package dev.gatehouse.node.doctor;

import dev.gatehouse.cluster.ClusterSettings;
import dev.gatehouse.cluster.PeerHandshake;
import dev.gatehouse.cluster.SharedSettings;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Checks of the certificates for other nodes, and of the connections to them. */
final class ClusterChecks {
  static final String CLUSTER = "cluster";
  private static final Duration SOON = Duration.ofDays(30);

  private static final String BUS = "the event bus at ";

  private final Settings settings;
  private final ClusterSettings cluster;
  private final InstantSource clock;
  private final Duration limit;

  ClusterChecks(Settings settings, InstantSource clock, Duration limit) {
    this.settings = settings;
    this.cluster = ClusterSettings.read(settings.section(CLUSTER));
    this.clock = clock;
    this.limit = limit;
  }

  /** Checks the settings that a node of a cluster needs, and its certificates. */
  List<Finding> certificates() {
    if (!cluster.enabled()) {
      return List.of();
    }
    try {
      SharedSettings.mustBeGiven(settings);
      Optional<Instant> expiry = handshake().expiry();
      if (expiry.isEmpty()) {
        return List.of(
            Finding.ok(
                CLUSTER, "certificates are derived from access.jwtSecret, and never expire"));
      }
      String words = "the certificates for other nodes expire at " + expiry.get();
      return List.of(
          Finding.warningIf(
              expiry.get().isBefore(clock.instant().plus(SOON)),
              CLUSTER,
              words,
              "Make new ones with cluster certificates."));
    } catch (SettingsException e) {
      return List.of(
          Finding.problem(
              CLUSTER, e.getMessage(), "Set what the message names; see docs/operate/cluster.md."));
    }
  }

  /** Returns a check for each configured node, and for its event bus if all use a fixed port. */
  Map<String, Callable<List<Finding>>> peers() {
    Map<String, Callable<List<Finding>>> checks = new LinkedHashMap<>();
    if (cluster.enabled()) {
      cluster.members().forEach(member -> checks.put(member, () -> List.of(peer(member))));
      int busPort = cluster.listening().busPort();
      if (busPort > 0) {
        cluster.members().stream()
            .map(member -> member.replaceFirst(":\\d+$", "") + ':' + busPort)
            .distinct()
            .forEach(bus -> checks.put(BUS + bus, () -> List.of(peer(BUS, bus))));
      }
    }
    return checks;
  }

  private Finding peer(String member) {
    return peer("", member);
  }

  private Finding peer(String kind, String address) {
    String member = kind + address;
    String remedy = "Start that node, or open its cluster.busPort in the firewall.";
    if (kind.isEmpty()) {
      remedy = "Start that node, or correct cluster.members and the firewall.";
    }
    try {
      PeerHandshake.Result result = handshake().with(address, limit);
      return switch (result.outcome()) {
        case ACCEPTED ->
            Finding.ok(CLUSTER, member + " can be reached and accepts this node's certificate");
        case UNREACHABLE ->
            Finding.warning(CLUSTER, member + " cannot be reached: " + result.detail(), remedy);
        case REJECTED ->
            Finding.problem(
                CLUSTER,
                member + " and this node do not accept each other: " + result.detail(),
                "Set equal access.jwtSecret, or certificates of one authority, on both nodes.");
      };
    } catch (SettingsException e) {
      return Finding.warning(
          CLUSTER,
          member + " was not tried, because this node has no certificate",
          "Correct cluster.tlsCertificate, or set access.jwtSecret.");
    }
  }

  private PeerHandshake handshake() {
    return PeerHandshake.of(cluster, settings.access().jwt().secrets(), clock.instant());
  }
}
