package dev.gatehouse.bus;

import module java.base;

/** Other nodes by the areas that they host, and whether they were reachable recently. */
public final class ReachablePeers {
  private final Collection<Peer> peers;
  private final long heartbeatTimeoutNanos;
  private final LongSupplier nanoTime;
  private final AtomicInteger turn = new AtomicInteger();

  ReachablePeers(Collection<Peer> peers, long heartbeatTimeoutNanos, LongSupplier nanoTime) {
    this.peers = peers;
    this.heartbeatTimeoutNanos = heartbeatTimeoutNanos;
    this.nanoTime = nanoTime;
  }

  /**
   * Returns the reachable node that hosts an area and has the fewest waiting calls. A node that
   * cannot reach the store is the last choice.
   *
   * @param without nodes that have already been tried
   */
  Optional<Peer> serving(String area, Set<String> without) {
    long now = nanoTime.getAsLong();
    List<Peer> able = new ArrayList<>();
    for (Peer peer : peers) {
      if (peer.hosts(area)
          && peer.silence(now) < heartbeatTimeoutNanos
          && !without.contains(peer.id())) {
        able.add(peer);
      }
    }
    if (able.isEmpty()) {
      return Optional.empty();
    }
    if (!able.stream().allMatch(Peer::isImpaired)) {
      able.removeIf(Peer::isImpaired);
    }
    int first = Math.floorMod(turn.getAndIncrement(), able.size());
    Collections.rotate(able, first);
    return able.stream().min(Comparator.comparingInt(peer -> peer.waiting().size()));
  }

  /** Returns whether another, reachable node hosts an area. */
  public boolean serves(String area) {
    long now = nanoTime.getAsLong();
    return peers.stream()
        .anyMatch(peer -> peer.hosts(area) && peer.silence(now) < heartbeatTimeoutNanos);
  }

  /** Returns whether an area is hosted by another member that is unreachable. */
  public boolean misses(String area) {
    long now = nanoTime.getAsLong();
    return peers.stream()
        .anyMatch(peer -> peer.hosts(area) && peer.silence(now) >= heartbeatTimeoutNanos);
  }

  /** Returns the number of other nodes that are reachable. */
  public int alive() {
    long now = nanoTime.getAsLong();
    return (int) peers.stream().filter(peer -> peer.silence(now) < heartbeatTimeoutNanos).count();
  }

  /**
   * Compensates for a pause of this node, during which it could receive no messages. Applies to
   * nodes that were reachable before the pause.
   *
   * @param before time before the pause
   * @param pause its duration in nanoseconds; ignored if it is short
   */
  void extendDeadlines(long before, long pause) {
    if (pause > heartbeatTimeoutNanos / 2) {
      peers.stream()
          .filter(peer -> peer.silence(before) < heartbeatTimeoutNanos)
          .forEach(peer -> peer.extendDeadline(pause));
    }
  }
}
