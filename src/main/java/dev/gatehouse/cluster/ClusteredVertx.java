package dev.gatehouse.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.gatehouse.security.CidrSet;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;

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
 * @param manager tracks the members
 * @param ports state of the two ports for other nodes
 */
public record ClusteredVertx(Vertx vertx, ClusterManager manager, ClusterPorts ports) {
  /** Detects dead connections. Nodes exchange more frequent heartbeats in {@code bus.Peers}. */
  private static final int PING_MILLIS = 2_000;

  /** Attribute by which vertx-hazelcast finds a member's node id. */
  private static final String NODE_ID = "__vertx.nodeId";

  private static final String LOGGING = "hazelcast.logging.type";

  /**
   * Hazelcast's own properties. By default it sends usage data to its vendor and listens on all
   * addresses.
   */
  private static final Map<String, String> PROPERTIES =
      Map.ofEntries(
          Map.entry(LOGGING, "slf4j"),
          Map.entry("hazelcast.phone.home.enabled", "false"),
          Map.entry("hazelcast.shutdownhook.enabled", "false"),
          Map.entry("hazelcast.socket.bind.any", "false"),
          Map.entry("hazelcast.heartbeat.interval.seconds", "5"),
          Map.entry("hazelcast.max.no.heartbeat.seconds", "30"),
          Map.entry("hazelcast.merge.first.run.delay.seconds", "8"),
          Map.entry("hazelcast.merge.next.run.delay.seconds", "5"),
          Map.entry("hazelcast.graceful.shutdown.max.wait", "5"),
          Map.entry("hazelcast.partition.count", "31"),
          Map.entry("hazelcast.io.thread.count", "1"),
          Map.entry("hazelcast.operation.thread.count", "2"),
          Map.entry("hazelcast.operation.generic.thread.count", "2"));

  /**
   * Joins the cluster, or starts a new one. Blocks.
   *
   * @param secrets of all nodes, by which nodes on loopback recognize each other without files; the
   *     first is this node's
   * @param direct beginnings of addresses that end with the id of the only node that listens
   * @param clock by which certificates expire
   * @param random creates the node's id
   * @throws SettingsException if the address or the certificates cannot be used
   */
  public static ClusteredVertx join(
      ClusterSettings settings,
      List<String> secrets,
      List<String> direct,
      InstantSource clock,
      RandomGenerator random) {
    // Redirects the first log lines, which Hazelcast writes before it reads its properties.
    System.setProperty(LOGGING, PROPERTIES.get(LOGGING));
    address(settings.listening().host());
    ClusterTls tls = ClusterTls.of(settings, secrets, clock.instant());
    var channels = new MemberChannels(tls);
    var transport = new BusTransport();
    var ports = new ClusterPorts(tls, clock, channels.admissions(), transport.admissions());
    HazelcastInstance member = null;
    try {
      member = Members.start(hazelcast(settings, random), channels);
      var manager =
          new KnownNodes(new HazelcastClusterManager(member), direct, closing(member, ports));
      Vertx vertx =
          Vertx.builder()
              .with(new VertxOptions().setEventBusOptions(bus(settings, tls)))
              .withTransport(transport.transport())
              .withClusterManager(manager)
              .buildClustered()
              .await();
      return new ClusteredVertx(vertx, manager, ports);
    } catch (SettingsException e) {
      ports.close();
      throw e;
    } catch (RuntimeException e) {
      if (member != null) {
        member.shutdown();
      }
      ports.close();
      throw new IllegalStateException(
          "the cluster cannot be joined from %s:%s: %s"
              .formatted(settings.listening().host(), settings.listening().port(), e.getMessage()),
          e);
    }
  }

  /** Hazelcast's cluster manager stops only members that it has started itself. */
  private static Runnable closing(HazelcastInstance member, ClusterPorts ports) {
    return () -> {
      member.shutdown();
      ports.close();
    };
  }

  private static Config hazelcast(ClusterSettings settings, RandomGenerator random) {
    var config = new Config();
    config.setClusterName(settings.name());
    config
        .getMemberAttributeConfig()
        .setAttribute(NODE_ID, new UUID(random.nextLong(), random.nextLong()).toString());
    PROPERTIES.forEach(config::setProperty);
    // Same values as in vertx-hazelcast's own configuration file.
    config.addMultiMapConfig(
        new MultiMapConfig("__vertx.subs")
            .setBackupCount(1)
            .setValueCollectionType(MultiMapConfig.ValueCollectionType.SET));
    config.addMapConfig(new MapConfig("__vertx.haInfo").setBackupCount(1));
    config.addMapConfig(new MapConfig("__vertx.nodeInfo").setBackupCount(1));
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

  private static EventBusOptions bus(ClusterSettings settings, ClusterTls tls) {
    int silence = (int) settings.heartbeatTimeout().toMillis();
    EventBusOptions bus =
        new BusOptions()
            .setHost(address(settings.listening().host()))
            .setPort(settings.listening().busPort())
            .setConnectTimeout(silence)
            .setClusterPingInterval(PING_MILLIS)
            .setClusterPingReplyInterval(silence);
    bus.setSslHandshakeTimeout(Admissions.MAX_HANDSHAKE.toSeconds());
    tls.configure(bus);
    return bus;
  }

  /** Accepts only loopback and private addresses: a mistake must not expose the ports. */
  private static String address(String host) {
    InetAddress address = ClusterTls.address(host);
    if (!CidrSet.isPrivate(address)) {
      throw new SettingsException(
          "cluster.host must be a loopback or private address, for example 10.0.0.5. %s is not"
              .formatted(host));
    }
    return address.getHostAddress();
  }
}
