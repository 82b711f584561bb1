package dev.gatehouse.cluster;

import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.json.JsonObject;

/**
 * Options of an event bus whose outgoing connections use the address on which the node listens, so
 * that a firewall needs one rule per node. Vert.x creates its client from the options' JSON.
 */
final class BusOptions extends EventBusOptions {
  static final String LOCAL_ADDRESS = "localAddress";

  @Override
  public JsonObject toJson() {
    return super.toJson().put(LOCAL_ADDRESS, getHost());
  }
}
