package dev.gatehouse.node;

import dev.gatehouse.bus.Peers;
import dev.gatehouse.bus.ReachablePeers;
import dev.gatehouse.cluster.BusCertificates;
import dev.gatehouse.cluster.ClusterSettings;
import dev.gatehouse.cluster.ClusteredVertx;
import dev.gatehouse.cluster.SharedSettings;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.settings.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.spi.ExecutorServiceFactory;
import io.vertx.core.spi.VertxThreadFactory;
import io.vertx.core.spi.file.FileResolver;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Vert.x instance of a node.
 *
 * @param peers the other nodes; empty if the node is not clustered
 * @param certificates of the event bus; empty if the node is not clustered
 */
record NodeVertx(Vertx vertx, Optional<Peers> peers, Optional<BusCertificates> certificates) {
  /**
   * The meters of the event bus, the pools, the verticles and the HTTP clients. Those of the
   * servers would repeat {@code gatehouse_http_requests}.
   */
  private static final MicrometerMetricsOptions METERS =
      new MicrometerMetricsOptions()
          .setEnabled(true)
          .addDisabledMetricsCategory(MetricsDomain.HTTP_SERVER)
          .addDisabledMetricsCategory(MetricsDomain.NET_SERVER)
          .addDisabledMetricsCategory(MetricsDomain.NET_CLIENT)
          .addDisabledMetricsCategory(MetricsDomain.DATAGRAM_SOCKET);

  /**
   * Creates the Vert.x instance and joins the cluster if the settings enable it. Blocks.
   *
   * @throws dev.gatehouse.settings.SettingsException if the cluster cannot be joined
   */
  static NodeVertx of(Settings settings, InstantSource clock, MeterRegistry registry) {
    var metrics = new MicrometerMetricsFactory(registry);
    ClusterSettings cluster = ClusterSettings.read(settings.section("cluster"));
    if (!cluster.enabled()) {
      return new NodeVertx(alone(metrics), Optional.empty(), Optional.empty());
    }
    SharedSettings.mustBeGiven(settings);
    ClusteredVertx joined = ClusteredVertx.join(cluster, Peers.DIRECT, clock, METERS, metrics);
    var peers =
        new Peers(joined.vertx(), joined.manager(), cluster.heartbeatTimeout(), System::nanoTime);
    return new NodeVertx(joined.vertx(), Optional.of(peers), Optional.of(joined.certificates()));
  }

  /** Publishes the state of the cluster. Zero other nodes is not a fault of this node. */
  void watch(Health health, MeterRegistry registry, InstantSource clock) {
    peers.ifPresent(others -> {
      health.note(
          "cluster",
          () ->
              others.reachable().alive() > 0
                  ? Optional.empty()
                  : Optional.of("no other node answers"));
      Gauge.builder("gatehouse.cluster.peers", others.reachable(), ReachablePeers::alive)
          .description("Other nodes of the cluster that send heartbeats")
          .register(registry);
    });
    certificates.ifPresent(own -> {
      health.note("certificates", () -> own.problem(clock));
      own.publish(registry);
    });
  }

  /** Avoids {@code Vertx.vertx()}, which loads and creates every cluster manager that it finds. */
  private static Vertx alone(MicrometerMetricsFactory metrics) {
    var options = new VertxOptions().setMetricsOptions(METERS);
    VertxBootstrap bootstrap =
        VertxBootstrap.create()
            .options(options)
            .threadFactory(VertxThreadFactory.INSTANCE)
            .executorServiceFactory(ExecutorServiceFactory.INSTANCE)
            .fileResolver(FileResolver.fileResolver(options.getFileSystemOptions()));
    metrics.init(bootstrap);
    return bootstrap.vertx();
  }
}
