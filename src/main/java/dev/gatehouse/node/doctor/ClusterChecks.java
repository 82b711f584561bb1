package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.cluster.BusCertificates;
import dev.gatehouse.cluster.ClusterSettings;
import dev.gatehouse.cluster.PeerHandshake;
import dev.gatehouse.cluster.SharedSettings;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;

/** Checks of the certificates for other nodes, and of the connections to them. */
final class ClusterChecks {
  static final String CLUSTER = "cluster";

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
      BusCertificates own = BusCertificates.read(cluster, clock.instant());
      return List.of(
          Finding.warningIf(
              own.problem(clock).isPresent(),
              CLUSTER,
              "the certificates for other nodes expire at " + own.expiry(),
              "Make new ones; see docs/operate/cluster.md."));
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
      cluster.members().forEach(member -> checks.put(member, () -> List.of(member(member))));
      int busPort = cluster.listening().busPort();
      if (busPort > 0) {
        cluster.members().stream()
            .map(member -> member.replaceFirst(":\\d+$", "") + ':' + busPort)
            .distinct()
            .forEach(bus -> checks.put(BUS + bus, () -> List.of(bus(bus))));
      }
    }
    return checks;
  }

  private Finding member(String member) {
    PeerHandshake.Result result = PeerHandshake.reach(member, cluster.listening().port(), limit);
    return result.outcome() == PeerHandshake.Outcome.ACCEPTED
        ? Finding.ok(CLUSTER, member + " can be reached")
        : Finding.warning(
            CLUSTER,
            member + " cannot be reached: " + result.detail(),
            "Start that node, or correct cluster.members and the firewall.");
  }

  private Finding bus(String address) {
    String bus = BUS + address;
    try {
      var own = BusCertificates.read(cluster, clock.instant());
      PeerHandshake.Result result = PeerHandshake.with(own, address, limit);
      return switch (result.outcome()) {
        case ACCEPTED ->
            Finding.ok(CLUSTER, bus + " can be reached and accepts this node's certificate");
        case UNREACHABLE ->
            Finding.warning(
                CLUSTER,
                bus + " cannot be reached: " + result.detail(),
                "Start that node, or open its cluster.busPort in the firewall.");
        case REJECTED ->
            Finding.problem(
                CLUSTER,
                bus + " and this node do not accept each other: " + result.detail(),
                "Set certificates of one authority on both nodes.");
      };
    } catch (SettingsException e) {
      return Finding.warning(
          CLUSTER,
          bus + " was not tried, because this node has no certificate",
          "Correct cluster.tlsCertificate.");
    }
  }
}
