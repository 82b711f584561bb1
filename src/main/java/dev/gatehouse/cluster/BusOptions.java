package dev.gatehouse.cluster;

import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.json.JsonObject;

/**
 * Options of an event bus that speaks to other nodes from the address on which it listens to them,
 * so that a firewall which knows one address of a node knows both directions. Vert.x makes its
 * client of their JSON, and has no setting of its own for it.
 */
final class BusOptions extends EventBusOptions {
  static final String LOCAL_ADDRESS = "localAddress";

  @Override
  public JsonObject toJson() {
    return super.toJson().put(LOCAL_ADDRESS, getHost());
  }
}
