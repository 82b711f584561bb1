package dev.gatehouse.bus;

import io.vertx.core.spi.cluster.NodeListener;

/** Listener of nodes that leave the membership. */
@FunctionalInterface
interface Departures extends NodeListener {
  @Override
  default void nodeAdded(String id) {}
}
