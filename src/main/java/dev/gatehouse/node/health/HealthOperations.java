package dev.gatehouse.node.health;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.node.health.NodeHeartbeats.Part;
import dev.gatehouse.node.health.NodeHeartbeats.Standing;

/**
 * Operations that report each node's health: its components, dependencies and request counts.
 *
 * @param self unique name of the node
 * @param started time at which the node started
 * @param hosted areas that it hosts
 * @param integrations integrations that have their settings
 * @param others heartbeats of the cluster's nodes; empty if this node is not clustered
 */
public record HealthOperations(
    String self,
    Instant started,
    Supplier<Set<String>> hosted,
    List<String> integrations,
    Health health,
    RequestCounts requests,
    Optional<NodeHeartbeats> others,
    InstantSource clock) {
  public Map<String, Area.Handler> operations() {
    return Map.of("node.health", Area.returning(Report.class, this::report));
  }

  /** Stores this node's heartbeat for the other nodes. Blocks. */
  public void write() {
    others.ifPresent(standings -> standings.write(heartbeat()));
  }

  /**
   * Returns the time of the last heartbeat of each other node that hosts any of the areas. Blocks.
   */
  public Map<String, Instant> describe(Set<String> areas) {
    return otherNodes()
        .filter(standing -> standing.process().hostsAny(areas))
        .collect(Collectors.toMap(Standing::id, Standing::seenAt));
  }

  /** Returns which integrations other nodes may have the settings of. Blocks. */
  public Predicate<String> integrationsElsewhere() {
    List<Standing> all = otherNodes().toList();
    return name -> all.stream().anyMatch(standing -> standing.process().mayUse(name));
  }

  private Stream<Standing> otherNodes() {
    return others.stream()
        .flatMap(standings -> standings.all(clock.instant()).stream())
        .filter(standing -> !standing.id().equals(self));
  }

  /** Returns the states of what visitors know, from all nodes. Blocks. */
  public Map<String, ComponentState> states(PublicComponents components) {
    List<Standing> nodes = new ArrayList<>();
    nodes.add(heartbeat());
    otherNodes().forEach(nodes::add);
    return components.states(nodes, clock.instant());
  }

  private record Seen(String version, Instant startedAt, Instant seenAt) {}

  /**
   * @param answers whether this node sends the reply
   */
  private record Listed(
      String name,
      boolean answers,
      Seen process,
      boolean ready,
      List<Part> parts,
      List<String> hints,
      RequestCounts.Counts lastHour) {
    static Listed of(Standing standing, boolean answers) {
      return new Listed(
          standing.id(),
          answers,
          new Seen(standing.process().version(), standing.process().startedAt(), standing.seenAt()),
          standing.ready(),
          standing.parts(),
          Objects.requireNonNullElse(standing.hints(), List.of()),
          standing.lastHour());
    }
  }

  private record Report(boolean success, List<Listed> nodes) {}

  private Answer report(Call call) {
    List<Listed> nodes = new ArrayList<>();
    nodes.add(Listed.of(heartbeat(), true));
    otherNodes().forEach(standing -> nodes.add(Listed.of(standing, false)));
    return Answer.ok(new Report(true, nodes));
  }

  /** Returns the areas that other nodes may rely on; none while this node is draining. */
  private List<String> areas() {
    return health.draining() ? List.of() : List.copyOf(hosted.get());
  }

  private Standing heartbeat() {
    Map<String, Optional<String>> troubles = health.troubles();
    List<Part> parts = new ArrayList<>();
    troubles.forEach(
        (name, trouble) -> parts.add(new Part(name, trouble.isEmpty(), trouble.orElse(null))));
    return new Standing(
        self,
        clock.instant(),
        new NodeHeartbeats.Process(Release.version(), started, areas(), integrations),
        health.ready(troubles),
        parts,
        List.copyOf(health.hints().values()),
        requests.lastHour());
  }
}
