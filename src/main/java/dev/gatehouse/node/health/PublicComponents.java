package dev.gatehouse.node.health;

import module java.base;

import dev.gatehouse.node.health.NodeHeartbeats.Part;
import dev.gatehouse.node.health.NodeHeartbeats.Standing;
import dev.gatehouse.time.Extremes;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** States of what visitors know, from the health of the nodes and the use of providers. */
public final class PublicComponents {
  private static final Duration SEEN = Duration.ofMinutes(1);
  private static final Set<String> FILES = Set.of("files", "fileIntegrity", "disk");

  private final Map<String, String> providers;
  private final BooleanSupplier emailsWait;
  private final MeterRegistry meters;

  /**
   * @param providers the configured providers by the components that need them
   * @param emailsWait whether emails could not be delivered for a while; blocks
   */
  public PublicComponents(
      Map<String, String> providers, BooleanSupplier emailsWait, MeterRegistry meters) {
    this.providers = new LinkedHashMap<>(providers);
    this.emailsWait = emailsWait;
    this.meters = meters;
  }

  /** Returns the states. With several nodes, each component is as good as on the best node. */
  Map<String, ComponentState> states(List<Standing> nodes, Instant now) {
    Map<String, ComponentState> states = new LinkedHashMap<>();
    states.put("website", ComponentState.DOWN);
    states.put("files", ComponentState.DOWN);
    nodes.stream()
        .filter(node -> node.seenAt().isAfter(now.minus(SEEN)))
        .forEach(node -> {
          states.merge("website", website(node), Extremes::min);
          states.merge("files", files(node), Extremes::min);
        });
    states.put("emails", emails());
    providers.forEach((component, provider) -> states.put(component, provider(provider)));
    return states;
  }

  private static ComponentState website(Standing node) {
    return ComponentState.upIf(node.ready(), ComponentState.DOWN);
  }

  private static ComponentState files(Standing node) {
    List<String> faults =
        node.parts().stream()
            .filter(part -> !part.up() && FILES.contains(part.name()))
            .map(Part::name)
            .toList();
    if (!node.ready() || faults.contains("files")) {
      return ComponentState.DOWN;
    }
    return ComponentState.upIf(faults.isEmpty(), ComponentState.IMPAIRED);
  }

  /** Without the store, it is unknown whether emails are delivered. */
  private ComponentState emails() {
    try {
      return ComponentState.upIf(!emailsWait.getAsBoolean(), ComponentState.IMPAIRED);
    } catch (RuntimeException unavailable) {
      return ComponentState.IMPAIRED;
    }
  }

  /** A provider is down while its circuit breaker is open on this node. */
  private ComponentState provider(String name) {
    boolean open =
        meters.find("gatehouse.provider.breakers.open").tag("provider", name).gauges().stream()
            .mapToDouble(Gauge::value)
            .anyMatch(count -> count > 0);
    return ComponentState.upIf(!open, ComponentState.DOWN);
  }
}
