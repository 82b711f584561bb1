package dev.gatehouse.bus;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Announcement of the areas that a node hosts, for one other node.
 *
 * @param node id of the node in the cluster
 * @param number sequence number, higher than in the node's earlier announcements; empty if its
 *     release sends none
 * @param areas hosted areas; empty if the node is leaving
 * @param impaired whether the node cannot reach the store; false if its release does not report it
 * @param received number of the receiver's latest announcement that has arrived at the node; empty
 *     if none has arrived, or if its release does not report it
 */
record HostedAreas(
    String node, OptionalLong number, Set<String> areas, boolean impaired, OptionalLong received) {
  private static final String NODE = "node";
  private static final String AREAS = "areas";
  private static final String NUMBER = "number";
  private static final String IMPAIRED = "impaired";
  private static final String RECEIVED = "received";

  /** Returns the initial announcement, used before a node has sent any. */
  static HostedAreas nothing(String node) {
    return new HostedAreas(node, OptionalLong.empty(), Set.of(), false, OptionalLong.empty());
  }

  static HostedAreas read(JsonObject sent) {
    Set<String> areas = new HashSet<>();
    if (sent.getValue(AREAS) instanceof JsonArray all) {
      all.forEach(area -> areas.add(String.valueOf(area)));
    }
    boolean impaired = Boolean.TRUE.equals(sent.getValue(IMPAIRED));
    return new HostedAreas(
        sent.getString(NODE, ""),
        number(sent, NUMBER),
        Set.copyOf(areas),
        impaired,
        number(sent, RECEIVED));
  }

  private static OptionalLong number(JsonObject sent, String field) {
    if (!(sent.getValue(field) instanceof Number number)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(number.longValue());
  }

  JsonObject json() {
    JsonObject data =
        new JsonObject()
            .put(NODE, node)
            .put(AREAS, new JsonArray(List.copyOf(areas)))
            .put(NUMBER, number.orElse(0))
            .put(IMPAIRED, impaired);
    received.ifPresent(latest -> data.put(RECEIVED, latest));
    return data;
  }

  /**
   * Returns the announcement that is valid after both. Another thread may deliver them out of
   * order.
   */
  HostedAreas then(HostedAreas next) {
    if (next.number.isEmpty()) {
      return new HostedAreas(node, number, next.areas, next.impaired, next.received);
    }
    boolean overtaken = number.isPresent() && next.number.getAsLong() < number.getAsLong();
    return overtaken ? this : next;
  }
}
