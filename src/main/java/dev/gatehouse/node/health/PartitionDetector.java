package dev.gatehouse.node.health;

import module java.base;

import dev.gatehouse.area.NodeServices;
import dev.gatehouse.bus.Peers;
import dev.gatehouse.time.Extremes;

/**
 * Detects a partitioned node: it reaches no host of any area that it lacks, although such hosts are
 * running. Such a node fails requests for those areas immediately, so a load balancer would send it
 * more and more of the requests that other nodes could serve.
 *
 * <p>Other hosts count as running if cluster members are silent, or if heartbeats of nodes are
 * still written to the store. Nodes that left or crashed do not count, and without running hosts
 * this node serves what it can. If this node hosts no area and has not reached a peer yet, one
 * recent heartbeat suffices, because it has no earlier heartbeats to compare with. Before its first
 * check such a node reports that it is not ready.
 */
public final class PartitionDetector {
  /** Three heartbeat intervals, so that one late heartbeat does not hide a node. */
  private static final Duration RECENT = NodeHeartbeats.INTERVAL.multipliedBy(3);

  private final Set<String> areas;
  private final Supplier<Set<String>> hosted;
  private final Others others;
  private final InstantSource clock;

  /** Time at which another node was last known to host what this node lacks and cannot reach. */
  private volatile Instant known = Instant.EPOCH;

  /** True once another node has served an area that this node lacks. */
  private boolean reached;

  private volatile boolean looked;

  /** Heartbeats of the last check, by the clocks of their nodes; empty while peers are reached. */
  private Optional<Map<String, Instant>> reported = Optional.empty();

  /**
   * Other nodes of the cluster.
   *
   * @param serving whether a responsive node hosts an area
   * @param silent whether an unresponsive node hosts an area
   */
  public record Others(Predicate<String> serving, Predicate<String> silent) {}

  /**
   * Creates the detector of a node.
   *
   * @param areas all areas of the contract
   */
  public static PartitionDetector of(Set<String> areas, NodeServices node, Peers others) {
    return new PartitionDetector(
        areas,
        node.dispatcher()::areas,
        new Others(others::serves, others::misses),
        node.clock().guarded());
  }

  /**
   * @param areas all existing areas
   * @param hosted areas of this node
   */
  public PartitionDetector(
      Set<String> areas, Supplier<Set<String>> hosted, Others others, InstantSource clock) {
    this.areas = areas;
    this.hosted = hosted;
    this.others = others;
    this.clock = clock;
  }

  /**
   * Checks whether other nodes store heartbeats for areas that this node lacks. Does so only while
   * this node reaches none of those nodes. Must be called by one thread.
   *
   * @param standings when the nodes that host any of the areas last stored a heartbeat; blocks
   */
  public void look(Function<Set<String>, Map<String, Instant>> standings) {
    Set<String> lacking = lacking();
    if (reaches(lacking)) {
      reported = Optional.empty();
      reached = true;
      looked = true;
      return;
    }
    Map<String, Instant> now = standings.apply(lacking);
    if (reported.isEmpty() && !reached && hosted.get().isEmpty()) {
      known = ofLate(now);
    } else if (reported.isPresent() && isWritten(reported.get(), now)) {
      known = clock.instant();
    }
    reported = Optional.of(now);
    looked = true;
  }

  /** Compares each node's own times only, so it does not depend on synchronized clocks. */
  private static boolean isWritten(Map<String, Instant> earlier, Map<String, Instant> now) {
    return now.entrySet().stream()
        .anyMatch(entry -> !entry.getValue().equals(earlier.get(entry.getKey())));
  }

  /**
   * Returns the latest heartbeat. Ignores times far in the future, because a wrong clock would make
   * a heartbeat look recent for a long time.
   */
  private Instant ofLate(Map<String, Instant> standings) {
    Instant now = clock.instant();
    return standings.values().stream()
        .filter(written -> written.isBefore(now.plus(RECENT)))
        .map(written -> Extremes.min(written, now))
        .max(Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }

  /** Returns one sentence about the partition, or empty. Costs nothing. */
  public Optional<String> problem() {
    Set<String> lacking = lacking();
    if (reaches(lacking)) {
      return Optional.empty();
    }
    if (!looked && hosted.get().isEmpty()) {
      return Optional.of("no node found yet that serves " + String.join(", ", lacking));
    }
    if (lacking.stream().anyMatch(others.silent())) {
      known = clock.instant();
    }
    if (known.isBefore(clock.instant().minus(RECENT))) {
      return Optional.empty();
    }
    return Optional.of(
        "disconnected from the other nodes, without access to " + String.join(", ", lacking));
  }

  private Set<String> lacking() {
    Set<String> lacking = new TreeSet<>(areas);
    lacking.removeAll(hosted.get());
    return lacking;
  }

  private boolean reaches(Set<String> lacking) {
    return lacking.isEmpty() || lacking.stream().anyMatch(others.serving());
  }
}
