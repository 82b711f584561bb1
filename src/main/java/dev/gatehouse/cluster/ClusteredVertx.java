package dev.gatehouse.cluster;

import module java.base;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import dev.gatehouse.security.CidrSet;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.metrics.MetricsOptions;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.spi.cluster.hazelcast.ConfigUtil;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;

/**
 * A Vert.x instance whose event bus reaches other nodes. Hazelcast tracks the members and the
 * event-bus subscriptions. It listens on the configured address only, and looks for other nodes
 * only at the configured addresses.
 *
 * <p>A process that ends is removed immediately, because its connections close. Hazelcast removes a
 * silent member after half a minute, while nodes avoid it after seconds ({@code bus.Peers}). If
 * Hazelcast removes a member that later returns, the cluster splits and merges. On a busy machine
 * this also removed healthy members.
 *
 * <p>Any Vert.x program with vertx-hazelcast and a certificate can join (guides/own-consumer.md).
 * So nothing here may differ from vertx-hazelcast's defaults in what members must agree on.
 *
 * @param manager tracks the members
 * @param certificates of the event bus
 */
public record ClusteredVertx(Vertx vertx, ClusterManager manager, BusCertificates certificates) {
  /** Detects dead connections. Nodes exchange more frequent heartbeats in {@code bus.Peers}. */
  private static final int PING_MILLIS = 2_000;

  private static final Duration MAX_HANDSHAKE = Duration.ofSeconds(5);
  private static final String LOGGING = "hazelcast.logging.type";

  /**
   * Hazelcast's own properties. By default it sends usage data to its vendor and listens on all
   * addresses.
   */
  private static final Map<String, String> PROPERTIES =
      Map.ofEntries(
          Map.entry(LOGGING, "slf4j"),
          Map.entry("hazelcast.phone.home.enabled", "false"),
          Map.entry("hazelcast.socket.bind.any", "false"),
          Map.entry("hazelcast.heartbeat.interval.seconds", "5"),
          Map.entry("hazelcast.max.no.heartbeat.seconds", "30"),
          Map.entry("hazelcast.merge.first.run.delay.seconds", "8"),
          Map.entry("hazelcast.merge.next.run.delay.seconds", "5"),
          Map.entry("hazelcast.graceful.shutdown.max.wait", "5"),
          Map.entry("hazelcast.io.thread.count", "1"),
          Map.entry("hazelcast.operation.thread.count", "2"),
          Map.entry("hazelcast.operation.generic.thread.count", "2"));

  /**
   * Joins the cluster, or starts a new one. Blocks.
   *
   * @param direct beginnings of addresses that end with the id of the only node that listens
   * @param clock by which certificates expire
   * @param meters which metrics of Vert.x {@code metrics} publishes
   * @throws SettingsException if the address or the certificates cannot be used
   */
  public static ClusteredVertx join(
      ClusterSettings settings,
      List<String> direct,
      InstantSource clock,
      MetricsOptions meters,
      VertxMetricsFactory metrics) {
    // Redirects the first log lines, which Hazelcast writes before it reads its properties.
    System.setProperty(LOGGING, PROPERTIES.get(LOGGING));
    address(settings.listening().host());
    BusCertificates certificates = BusCertificates.read(settings, clock.instant());
    var manager = KnownNodes.of(new HazelcastClusterManager(hazelcast(settings)), direct);
    try {
      Vertx vertx =
          Vertx.builder()
              .with(
                  new VertxOptions()
                      .setEventBusOptions(bus(settings, certificates))
                      .setMetricsOptions(meters))
              .withMetrics(metrics)
              .withClusterManager(manager)
              .buildClustered()
              .await();
      return new ClusteredVertx(vertx, manager, certificates);
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "the cluster cannot be joined from %s:%s: %s"
              .formatted(settings.listening().host(), settings.listening().port(), e.getMessage()),
          e);
    }
  }

  private static Config hazelcast(ClusterSettings settings) {
    Config config = ConfigUtil.loadConfig();
    config.setClusterName(settings.name());
    PROPERTIES.forEach(config::setProperty);
    var known = new JavaSerializationFilterConfig();
    known.getWhitelist().addPrefixes("java.", "com.hazelcast.", "io.vertx.spi.cluster.hazelcast.");
    config.getSerializationConfig().setJavaSerializationFilterConfig(known);
    listen(config.getNetworkConfig(), settings);
    return config;
  }

  private static void listen(NetworkConfig network, ClusterSettings settings) {
    network.setPort(settings.listening().port()).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).addInterface(address(settings.listening().host()));
    JoinConfig join = network.getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(true).setConnectionTimeoutSeconds(3);
    join.getTcpIpConfig().setMembers(settings.members());
  }

  private static EventBusOptions bus(ClusterSettings settings, BusCertificates certificates) {
    int silence = (int) settings.heartbeatTimeout().toMillis();
    EventBusOptions bus =
        new BusOptions()
            .setHost(address(settings.listening().host()))
            .setPort(settings.listening().busPort())
            .setConnectTimeout(silence)
            .setClusterPingInterval(PING_MILLIS)
            .setClusterPingReplyInterval(silence);
    bus.setSslHandshakeTimeout(MAX_HANDSHAKE.toSeconds());
    certificates.configure(bus);
    return bus;
  }

  /** Accepts only loopback and private addresses: a mistake must not expose the ports. */
  private static String address(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      if (CidrSet.isPrivate(address)) {
        return address.getHostAddress();
      }
    } catch (UnknownHostException e) {
      throw new SettingsException("cluster.host: " + host + " is not an address of this machine");
    }
    throw new SettingsException(
        "cluster.host must be a loopback or private address, for example 10.0.0.5. %s is not"
            .formatted(host));
  }

  /**
   * Options of an event bus whose outgoing connections use the address on which the node listens,
   * so that a firewall needs one rule per node. Vert.x creates its client from the options' JSON.
   */
  static final class BusOptions extends EventBusOptions {
    static final String LOCAL_ADDRESS = "localAddress";

    @Override
    public JsonObject toJson() {
      return super.toJson().put(LOCAL_ADDRESS, getHost());
    }
  }
}
