package dev.gatehouse.bus;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A word of a node: what it hosts.
 *
 * @param node by which the cluster knows it
 * @param number higher than that of any word of this node before; empty where its release says none
 * @param areas none of a node that leaves
 */
record HostedAreas(String node, OptionalLong number, Set<String> areas) {
  private static final String EVENT = "gatehouse.hosting";
  private static final String NODE = "node";
  private static final String AREAS = "areas";
  private static final String NUMBER = "number";

  /** The word of a node that has not said anything. */
  static HostedAreas nothing(String node) {
    return new HostedAreas(node, OptionalLong.empty(), Set.of());
  }

  static HostedAreas read(Event event) {
    Set<String> areas = new HashSet<>();
    if (event.data().get(AREAS) instanceof Collection<?> all) {
      all.forEach(area -> areas.add(String.valueOf(area)));
    }
    OptionalLong number =
        event.data().get(NUMBER) instanceof Number said
            ? OptionalLong.of(said.longValue())
            : OptionalLong.empty();
    return new HostedAreas(String.valueOf(event.data().get(NODE)), number, Set.copyOf(areas));
  }

  Event event() {
    return new Event(
        EVENT, Map.of(NODE, node, AREAS, List.copyOf(areas), NUMBER, number.orElse(0)));
  }

  /** Returns what holds after both: a word may be overtaken by the next, on another thread. */
  HostedAreas then(HostedAreas next) {
    if (next.number.isEmpty()) {
      return new HostedAreas(node, number, next.areas);
    }
    boolean overtaken = number.isPresent() && next.number.getAsLong() < number.getAsLong();
    return overtaken ? this : next;
  }
}
