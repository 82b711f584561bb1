package dev.gatehouse.node.health;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.TrustedClock;

/** Stores the heartbeats that the nodes of a cluster write for each other. */
public final class NodeHeartbeats {
  /** The time between two heartbeats of a node. */
  public static final Duration INTERVAL = Duration.ofSeconds(15);

  /** Time for which a node that ended without notice is still listed. */
  private static final Duration KEPT = Duration.ofMinutes(10);

  private static final int MAX_NODES = 100;

  private final DocumentCollection<Standing> heartbeats;
  private final TrustedClock clock;

  /** Component or dependency of a node. A component that is up has no trouble. */
  record Part(String name, boolean up, String trouble) {}

  /**
   * Process of a node.
   *
   * @param areas areas that it hosts; null if written by an older release
   * @param integrations integrations that have their settings; null if written by an older release
   */
  record Process(String version, Instant startedAt, List<String> areas, List<String> integrations) {
    boolean hostsAny(Set<String> some) {
      return areas != null && areas.stream().anyMatch(some::contains);
    }

    /** Returns whether it has an integration's settings. A node of an older release may have. */
    boolean mayUse(String integration) {
      return integrations == null || integrations.contains(integration);
    }
  }

  /**
   * Heartbeat of a node.
   *
   * @param id name of the node
   * @param ready whether the node should receive requests
   * @param hints what the owner should know; null if written by an older release
   */
  record Standing(
      String id,
      Instant seenAt,
      Process process,
      boolean ready,
      List<Part> parts,
      List<String> hints,
      RequestCounts.Counts lastHour) {}

  public NodeHeartbeats(Documents documents, TrustedClock clock) {
    this.clock = clock;
    this.heartbeats = documents.collection("nodes", Standing.class);
  }

  void write(Standing standing) {
    heartbeats.save(standing, standing.id());
    clock
        .olderThan(KEPT)
        .ifPresent(age -> heartbeats.delete(where("seenAt").olderThan(age).json()));
  }

  /** Returns the heartbeats of all nodes that were seen recently. */
  List<Standing> all(Instant now) {
    return heartbeats.find(
        where("seenAt").from(now.minus(KEPT)).json(), by("_id").json(), 0, MAX_NODES);
  }
}
