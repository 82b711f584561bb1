package dev.gatehouse.node;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Knows when a node is cut off: no other one answers it, yet others have written their standings
 * down of late. What it lacks the areas for it can then only fail, and it fails that at once, so
 * that a load balancer would send it more and more of what the others could do.
 */
final class Isolation {
  /** As long as three standings take, so that one that is late hides nobody. */
  private static final Duration LATELY = NodeModule.BETWEEN_STANDINGS.multipliedBy(3);

  private final IntSupplier others;
  private final Set<String> areas;
  private final Supplier<Set<String>> hosted;
  private final InstantSource clock;
  private volatile Instant othersSeen = Instant.EPOCH;

  /**
   * @param others how many nodes give signs of life
   * @param areas all that there are
   * @param hosted those of this node
   */
  Isolation(
      IntSupplier others, Set<String> areas, Supplier<Set<String>> hosted, InstantSource clock) {
    this.others = others;
    this.areas = areas;
    this.hosted = hosted;
    this.clock = clock;
  }

  /** Takes note of when another node has written its standing down. */
  void othersSeen(Instant last) {
    othersSeen = last;
  }

  /** One sentence on a node that is cut off, or empty; costs nothing. */
  Optional<String> trouble() {
    if (others.getAsInt() > 0 || othersSeen.isBefore(clock.instant().minus(LATELY))) {
      return Optional.empty();
    }
    Set<String> lacking = new TreeSet<>(areas);
    lacking.removeAll(hosted.get());
    return lacking.isEmpty()
        ? Optional.empty()
        : Optional.of("cut off from the other nodes, without " + String.join(", ", lacking));
  }
}
