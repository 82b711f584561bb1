package dev.gatehouse.bus;

import module java.base;

import io.vertx.core.json.JsonObject;

/** Announcement of this node to the other nodes. */
final class OwnAnnouncement {
  private final Supplier<String> node;
  private final LongSupplier nanoTime;

  /** Time from which announcements are numbered. */
  private final long begun;

  private Supplier<Set<String>> hosted = Set::of;
  private volatile BooleanSupplier impaired = () -> false;
  private volatile boolean leaving;

  /** Number of the latest announcement. */
  private long number;

  /**
   * @param node returns the id of this node
   */
  OwnAnnouncement(Supplier<String> node, LongSupplier nanoTime) {
    this.node = node;
    this.nanoTime = nanoTime;
    this.begun = nanoTime.getAsLong();
  }

  void host(Supplier<Set<String>> areas) {
    hosted = areas;
  }

  void impairedWhile(BooleanSupplier condition) {
    impaired = condition;
  }

  boolean isImpaired() {
    return impaired.getAsBoolean();
  }

  /** From now on, announces no areas. */
  void leave() {
    leaving = true;
  }

  /**
   * Returns a new announcement for a node. Its number is the time, so that a node's confirmation
   * shows how old it is. Synchronized, so that later announcements have higher numbers.
   *
   * @param receiver empty if it is no member
   */
  synchronized JsonObject to(Optional<Peer> receiver) {
    Set<String> areas = leaving ? Set.of() : hosted.get();
    number = Math.max(number + 1, nanoTime.getAsLong() - begun);
    OptionalLong received = receiver.map(Peer::latest).orElse(OptionalLong.empty());
    return new HostedAreas(node.get(), OptionalLong.of(number), areas, isImpaired(), received)
        .json();
  }

  /** Returns the time of the announcement with a number. */
  long time(long number) {
    return begun + number;
  }
}
