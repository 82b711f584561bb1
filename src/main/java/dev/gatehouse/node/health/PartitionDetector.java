package dev.gatehouse.node.health;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Knows when a node is cut off: it reaches nobody who serves any of the areas that it lacks, though
 * somebody does. It can then only fail what is asked of those areas, and fails it at once, so that
 * a load balancer would send it more and more of what the others could do.
 *
 * <p>That somebody does is seen by members of the cluster that are silent, or by standings that
 * others go on writing to the store. A node that has left or died is neither: without it this one
 * does what it can. To one that hosts no area, begins and has not reached anybody yet a standing
 * that was written lately is enough, since it has nothing to compare it with, and nothing that it
 * could serve meanwhile; before its first look it waits.
 */
public final class PartitionDetector {
  /** As long as three standings take, so that one that is late hides nobody. */
  private static final Duration RECENT = NodeHeartbeats.INTERVAL.multipliedBy(3);

  private final Set<String> areas;
  private final Supplier<Set<String>> hosted;
  private final Others others;
  private final InstantSource clock;

  /** When somebody was last known to serve what this node lacks and cannot reach. */
  private volatile Instant known = Instant.EPOCH;

  /** True once another node has served what this one lacks. */
  private boolean reached;

  private volatile boolean looked;

  /** The standings of the last look, each by its node's clock; none while others are reached. */
  private Optional<Map<String, Instant>> reported = Optional.empty();

  /**
   * The other nodes of the cluster.
   *
   * @param serving whether one that gives signs of life hosts an area
   * @param silent whether one that gives none hosts an area
   */
  public record Others(Predicate<String> serving, Predicate<String> silent) {}

  /**
   * @param areas all that there are
   * @param hosted those of this node
   */
  public PartitionDetector(
      Set<String> areas, Supplier<Set<String>> hosted, Others others, InstantSource clock) {
    this.areas = areas;
    this.hosted = hosted;
    this.others = others;
    this.clock = clock;
  }

  /**
   * Looks whether others write to the store that they serve what this node lacks; only while it
   * reaches none of them. For one thread.
   *
   * @param standings when the nodes that host any of some areas have written last; blocks
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

  /** Whatever their clocks say. */
  private static boolean isWritten(Map<String, Instant> earlier, Map<String, Instant> now) {
    return now.entrySet().stream()
        .anyMatch(entry -> !entry.getValue().equals(earlier.get(entry.getKey())));
  }

  /** The latest of standings; none of a clock that is far ahead, which would be late for long. */
  private Instant ofLate(Map<String, Instant> standings) {
    Instant now = clock.instant();
    return standings.values().stream()
        .filter(written -> written.isBefore(now.plus(RECENT)))
        .map(written -> written.isAfter(now) ? now : written)
        .max(Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }

  /** One sentence on a node that is cut off, or empty; costs nothing. */
  public Optional<String> problem() {
    Set<String> lacking = lacking();
    if (reaches(lacking)) {
      return Optional.empty();
    }
    if (!looked && hosted.get().isEmpty()) {
      return Optional.of("has not seen yet who serves " + String.join(", ", lacking));
    }
    if (lacking.stream().anyMatch(others.silent())) {
      known = clock.instant();
    }
    return known.isBefore(clock.instant().minus(RECENT))
        ? Optional.empty()
        : Optional.of("cut off from the other nodes, without " + String.join(", ", lacking));
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
