package dev.gatehouse.node;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Knows when a node is cut off: it reaches nobody who serves any of the areas that it lacks, yet
 * there are others of late. It can then only fail what is asked of those areas, and fails it at
 * once, so that a load balancer would send it more and more of what the others could do.
 */
final class Isolation {
  /** As long as three standings take, so that one that is late hides nobody. */
  private static final Duration LATELY = NodeModule.BETWEEN_STANDINGS.multipliedBy(3);

  private final Set<String> areas;
  private final Supplier<Set<String>> hosted;
  private final Predicate<String> served;
  private final InstantSource clock;
  private volatile Instant othersSeen = Instant.EPOCH;

  /**
   * @param areas all that there are
   * @param hosted those of this node
   * @param served whether another node that can be reached serves one
   */
  Isolation(
      Set<String> areas,
      Supplier<Set<String>> hosted,
      Predicate<String> served,
      InstantSource clock) {
    this.areas = areas;
    this.hosted = hosted;
    this.served = served;
    this.clock = clock;
  }

  /**
   * Looks for others, in the store only while none can be reached.
   *
   * @param told when one has written its standing down last; blocks
   */
  void look(Supplier<Optional<Instant>> told) {
    Set<String> lacking = lacking();
    if (!lacking.isEmpty() && !reaches(lacking)) {
      told.get().filter(last -> last.isAfter(othersSeen)).ifPresent(last -> othersSeen = last);
    }
  }

  /** One sentence on a node that is cut off, or empty; costs nothing. */
  Optional<String> trouble() {
    Set<String> lacking = lacking();
    if (lacking.isEmpty()
        || reaches(lacking)
        || othersSeen.isBefore(clock.instant().minus(LATELY))) {
      return Optional.empty();
    }
    return Optional.of("cut off from the other nodes, without " + String.join(", ", lacking));
  }

  private Set<String> lacking() {
    Set<String> lacking = new TreeSet<>(areas);
    lacking.removeAll(hosted.get());
    return lacking;
  }

  private boolean reaches(Set<String> lacking) {
    boolean reached = lacking.stream().anyMatch(served);
    if (reached) {
      othersSeen = clock.instant();
    }
    return reached;
  }
}
