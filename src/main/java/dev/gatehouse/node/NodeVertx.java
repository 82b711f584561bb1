package dev.gatehouse.node;

import dev.gatehouse.bus.Peers;
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
import java.util.Optional;

/**
 * The Vert.x of a node.
 *
 * @param peers the other nodes; empty for one that is alone
 */
record NodeVertx(Vertx vertx, Optional<Peers> peers) {
  /**
   * Makes it, and joins the cluster where the settings say so; blocks.
   *
   * @throws dev.gatehouse.settings.SettingsException if a cluster cannot be joined with them
   */
  static NodeVertx of(Settings settings) {
    ClusterSettings cluster = ClusterSettings.read(settings.section("cluster"));
    if (!cluster.enabled()) {
      return new NodeVertx(alone(), Optional.empty());
    }
    SharedSettings.mustBeGiven(settings);
    ClusteredVertx joined = ClusteredVertx.join(cluster);
    var peers =
        new Peers(joined.vertx(), joined.manager(), cluster.heartbeatTimeout(), System::nanoTime);
    return new NodeVertx(joined.vertx(), Optional.of(peers));
  }

  /** Shows how many other nodes there are; none is no fault of this one. */
  void watch(Health health, MeterRegistry registry) {
    peers.ifPresent(others -> {
      health.note(
          "cluster",
          () -> others.alive() > 0 ? Optional.empty() : Optional.of("no other node answers"));
      Gauge.builder("gatehouse.cluster.peers", others, Peers::alive)
          .description("Other nodes of the cluster that give signs of life")
          .register(registry);
    });
  }

  /**
   * As {@code Vertx.vertx()}, which would make every cluster manager that it finds, and load it.
   */
  private static Vertx alone() {
    var options = new VertxOptions();
    return VertxBootstrap.create()
        .options(options)
        .threadFactory(VertxThreadFactory.INSTANCE)
        .executorServiceFactory(ExecutorServiceFactory.INSTANCE)
        .fileResolver(FileResolver.fileResolver(options.getFileSystemOptions()))
        .vertx();
  }
}
