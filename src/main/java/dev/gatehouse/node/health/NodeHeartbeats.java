package dev.gatehouse.node.health;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The standings that the nodes of a cluster write down for each other. */
public final class NodeHeartbeats {
  /** The time between two heartbeats of a node. */
  public static final Duration INTERVAL = Duration.ofSeconds(15);

  /** A node that ended without a word is named for so long. */
  private static final Duration KEPT = Duration.ofMinutes(10);

  private static final int MAX_NODES = 100;

  private final DocumentCollection<Standing> heartbeats;

  /** A part of a node, or something that it depends on; of one that works there is no trouble. */
  record Part(String name, boolean up, String trouble) {}

  /**
   * The process that a node is.
   *
   * @param areas that it hosts; null of an older release
   */
  record Process(String version, Instant startedAt, List<String> areas) {
    boolean hostsAny(Set<String> some) {
      return areas != null && areas.stream().anyMatch(some::contains);
    }
  }

  /**
   * The standing of a node.
   *
   * @param id its name
   * @param ready whether it is to be sent requests
   */
  record Standing(
      String id,
      Instant seenAt,
      Process process,
      boolean ready,
      List<Part> parts,
      RequestCounts.Counts lastHour) {}

  public NodeHeartbeats(Documents documents) {
    this.heartbeats = documents.collection("nodes", Standing.class);
  }

  void write(Standing standing) {
    heartbeats.save(standing, standing.id());
    heartbeats.delete(where("seenAt").before(standing.seenAt().minus(KEPT)).json());
  }

  /** Those of all nodes that were seen of late. */
  List<Standing> all(Instant now) {
    return heartbeats.find(
        where("seenAt").from(now.minus(KEPT)).json(), by("_id").json(), 0, MAX_NODES);
  }
}
