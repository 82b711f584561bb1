package dev.gatehouse.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.NetworkConfig;
import dev.gatehouse.security.CidrSet;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;

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
 */
public record ClusteredVertx(Vertx vertx, ClusterManager manager) {
  /** Detects dead connections. Nodes exchange more frequent heartbeats in {@code bus.Peers}. */
  private static final int PING_MILLIS = 2_000;

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

  /** Joins the cluster without calling its nodes. Blocks. */
  public static ClusteredVertx join(ClusterSettings settings) {
    return join(settings, List.of());
  }

  /**
   * Joins the cluster, or starts a new one. Blocks.
   *
   * @param direct beginnings of addresses that end with the id of the only node that listens
   * @throws SettingsException if the address cannot be used
   */
  public static ClusteredVertx join(ClusterSettings settings, List<String> direct) {
    // Redirects the first log lines, which Hazelcast writes before it reads its properties.
    System.setProperty(LOGGING, PROPERTIES.get(LOGGING));
    var manager = new KnownNodes(new HazelcastClusterManager(hazelcast(settings)), direct);
    var options = new VertxOptions().setEventBusOptions(bus(settings));
    try {
      Vertx vertx =
          Vertx.builder().with(options).withClusterManager(manager).buildClustered().await();
      return new ClusteredVertx(vertx, manager);
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "the cluster cannot be joined from "
              + settings.listening().host()
              + ":"
              + settings.listening().port()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private static Config hazelcast(ClusterSettings settings) {
    var config = new Config();
    config.setClusterName(settings.name());
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

  private static EventBusOptions bus(ClusterSettings settings) {
    int silence = (int) settings.heartbeatTimeout().toMillis();
    EventBusOptions bus =
        new BusOptions()
            .setHost(address(settings.listening().host()))
            .setPort(settings.listening().busPort())
            .setConnectTimeout(silence)
            .setClusterPingInterval(PING_MILLIS)
            .setClusterPingReplyInterval(silence);
    ClusterSettings.Tls tls = settings.tls();
    if (tls.on()) {
      bus.setSsl(true)
          .setClientAuth(ClientAuth.REQUIRED)
          .setKeyCertOptions(
              new PemKeyCertOptions().setCertPath(tls.certificate()).setKeyPath(tls.key()))
          .setTrustOptions(new PemTrustOptions().addCertPath(tls.authority()));
    }
    return bus;
  }

  /** Accepts only loopback and private addresses, because Hazelcast does not authenticate peers. */
  private static String address(String host) {
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new SettingsException("cluster.host: " + host + " is not an address of this machine");
    }
    if (!CidrSet.isPrivate(address)) {
      throw new SettingsException(
          "cluster.host must be a loopback or private address, for example 10.0.0.5: traffic"
              + " between nodes there is not encrypted, and connections are not"
              + " authenticated. "
              + host
              + " is not");
    }
    return address.getHostAddress();
  }
}
