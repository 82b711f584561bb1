package dev.gatehouse.cluster;

import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.json.JsonObject;

/**
 * Options of an event bus whose outgoing connections use the address on which the node listens. A
 * firewall rule for one address per node then covers both directions. Vert.x creates its client
 * from the options' JSON, and has no separate setting for this.
 */
final class BusOptions extends EventBusOptions {
  static final String LOCAL_ADDRESS = "localAddress";

  @Override
  public JsonObject toJson() {
    return super.toJson().put(LOCAL_ADDRESS, getHost());
  }
}
