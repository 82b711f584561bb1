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
import java.util.Map;

/**
 * A Vert.x whose event bus reaches other nodes. Hazelcast knows the members and who listens to
 * what; it listens on the one address that the settings name and finds others only where they say.
 *
 * <p>A process that ends is out at once, since its connections end. One that is silent is given
 * half a minute: nodes pass it over by themselves after seconds ({@code bus.Peers}), while a member
 * that Hazelcast has put out and that comes back makes it split and merge, which on a busy machine
 * put out healthy members, too.
 *
 * @param manager knows the members
 */
public record ClusteredVertx(Vertx vertx, ClusterManager manager) {
  /** Nodes hear of each other oftener ({@code bus.Peers}); this finds connections that are dead. */
  private static final int PING_MILLIS = 2_000;

  private static final String LOGGING = "hazelcast.logging.type";

  /** Its own words; by default it tells its makers where it runs, and listens everywhere. */
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
   * Joins the cluster, or begins it; blocks.
   *
   * @throws SettingsException if the address cannot be used
   */
  public static ClusteredVertx join(ClusterSettings settings) {
    // Its very first words, before it has read its properties, go the same way.
    System.setProperty(LOGGING, PROPERTIES.get(LOGGING));
    var manager = new HazelcastClusterManager(hazelcast(settings));
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
    // As vertx-hazelcast's own file has them.
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

  /** An address of loopback or of a private network: everybody may speak to Hazelcast. */
  private static String address(String host) {
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new SettingsException("cluster.host: " + host + " is no address of this machine");
    }
    if (!CidrSet.isPrivate(address)) {
      throw new SettingsException(
          "cluster.host must be an address on loopback or in a private network, 10.0.0.5 for"
              + " example: what nodes say to each other there is not encrypted, and nobody is asked"
              + " for a password. "
              + host
              + " is not");
    }
    return address.getHostAddress();
  }
}
