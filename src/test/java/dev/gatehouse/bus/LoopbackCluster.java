package dev.gatehouse.bus;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.spi.cluster.ClusterManager;

/** Clusters of several Vert.x instances in one process. */
public final class LoopbackCluster {
  private LoopbackCluster() {}

  /** Returns a new instance, whose event bus listens on loopback. */
  public static Vertx join(ClusterManager manager) {
    var loopback = new EventBusOptions().setHost("127.0.0.1").setPort(0);
    return Vertx.builder()
        .with(new VertxOptions().setEventBusOptions(loopback))
        .withClusterManager(manager)
        .buildClustered()
        .await();
  }
}
