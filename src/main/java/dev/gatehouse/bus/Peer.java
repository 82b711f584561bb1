package dev.gatehouse.bus;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Another node, with its last announcement, the time when it was last reachable and the calls that
 * wait for it.
 */
final class Peer {
  private final String id;
  private final AtomicReference<HostedAreas> hosting;
  private final AtomicLong heard;
  private final AtomicBoolean tried = new AtomicBoolean();
  private final AtomicBoolean member = new AtomicBoolean(true);

  /** Callbacks that each run once when no answer will arrive any more. */
  private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

  private volatile long said;
  private volatile boolean lost;

  /** Time of the last heartbeat request to it; empty before the first. */
  private volatile OptionalLong asked = OptionalLong.empty();

  /** Time that its last confirmation of an announcement proves; empty before the first. */
  private volatile OptionalLong confirmed = OptionalLong.empty();

  /**
   * @param id id of the node in the cluster
   * @param now time at which it was discovered
   */
  Peer(String id, long now) {
    this.id = id;
    this.hosting = new AtomicReference<>(HostedAreas.nothing(id));
    this.heard = new AtomicLong(now);
    this.said = now;
  }

  String id() {
    return id;
  }

  /** Returns the number of calls that wait for it. */
  int waiting() {
    return waiting.size();
  }

  /** Returns its latest announcement. */
  HostedAreas hosting() {
    return hosting.get();
  }

  /** Records whether the cluster lists the node. Returns whether that has changed. */
  boolean isMember(boolean now) {
    return member.getAndSet(now) != now;
  }

  boolean hosts(String area) {
    return hosting().areas().contains(area);
  }

  /** Records a reply, which proves that messages arrive in both directions. */
  void answers(HostedAreas word, long now) {
    updateHosting(word, now);
    heard.set(now);
  }

  /**
   * Records a request that confirms an announcement of this node, which proves that messages arrive
   * in both directions.
   *
   * @param time for which it is proved
   */
  void confirms(long time) {
    confirmed = OptionalLong.of(time);
    heard.accumulateAndGet(time, (known, next) -> next - known > 0 ? next : known);
  }

  /** Records an announcement, which alone does not prove that the node is reachable. */
  void updateHosting(HostedAreas word, long now) {
    hosting.accumulateAndGet(word, HostedAreas::then);
    said = now;
  }

  /** Returns whether it has announced anything since the given time. */
  boolean wasHeardSince(long moment) {
    return said - moment >= 0;
  }

  /**
   * Returns whether the last heartbeat request was at least {@code pause} nanoseconds ago, or
   * never.
   */
  boolean isDue(long now, long pause) {
    OptionalLong last = asked;
    return last.isEmpty() || now - last.getAsLong() >= pause;
  }

  /** Returns whether its last confirmation is younger than a time. */
  boolean isConfirmed(long now, long age) {
    OptionalLong last = confirmed;
    return last.isPresent() && now - last.getAsLong() < age;
  }

  void isAsked(long now) {
    asked = OptionalLong.of(now);
  }

  /**
   * Returns whether the caller should test if the node is reachable. Only one caller tests it at a
   * time.
   */
  boolean beginsTrial() {
    return tried.compareAndSet(false, true);
  }

  void endsTrial() {
    tried.set(false);
  }

  /** Excludes a time from the silence during which this node could receive no messages. */
  void extendDeadline(long pause) {
    heard.addAndGet(pause);
  }

  /** Returns the nanoseconds since it was last known to be reachable in both directions. */
  long silence(long now) {
    return now - heard.get();
  }

  /** Registers a callback for the loss of this node. Runs it immediately if the node is lost. */
  void await(Runnable waiter) {
    waiting.add(waiter);
    if (lost) {
      notifyWaiter(waiter);
    }
  }

  void answered(Runnable waiter) {
    waiting.remove(waiter);
  }

  /** Runs the callbacks of all waiting calls, because no answer will arrive. */
  void fail() {
    waiting.forEach(this::notifyWaiter);
  }

  /**
   * Records that the node has left the cluster. Current and later waiting calls fail immediately.
   */
  void lose() {
    lost = true;
    fail();
  }

  private void notifyWaiter(Runnable waiter) {
    if (waiting.remove(waiter)) {
      waiter.run();
    }
  }

  /**
   * Announcement of the areas that a node hosts, for one other node.
   *
   * @param node id of the node in the cluster
   * @param number sequence number, higher than in the node's earlier announcements; empty if its
   *     release sends none
   * @param areas hosted areas; empty if the node is leaving
   * @param impaired whether the node cannot reach the store; false if its release does not report
   *     it
   * @param received number of the receiver's latest announcement that has arrived at the node;
   *     empty if none has arrived, or if its release does not report it
   */
  record HostedAreas(
      String node,
      OptionalLong number,
      Set<String> areas,
      boolean impaired,
      OptionalLong received) {
    private static final String NODE = "node";
    private static final String AREAS = "areas";
    private static final String NUMBER = "number";
    private static final String IMPAIRED = "impaired";
    private static final String RECEIVED = "received";

    /** Returns the initial announcement, used before a node has sent any. */
    static HostedAreas nothing(String node) {
      return new HostedAreas(node, OptionalLong.empty(), Set.of(), false, OptionalLong.empty());
    }

    static HostedAreas read(JsonObject sent) {
      Set<String> areas = new HashSet<>();
      if (sent.getValue(AREAS) instanceof JsonArray all) {
        all.forEach(area -> areas.add(String.valueOf(area)));
      }
      return new HostedAreas(
          sent.getString(NODE, ""),
          number(sent, NUMBER),
          Set.copyOf(areas),
          Boolean.TRUE.equals(sent.getValue(IMPAIRED)),
          number(sent, RECEIVED));
    }

    private static OptionalLong number(JsonObject sent, String field) {
      return sent.getValue(field) instanceof Number number
          ? OptionalLong.of(number.longValue())
          : OptionalLong.empty();
    }

    JsonObject json() {
      JsonObject data =
          new JsonObject()
              .put(NODE, node)
              .put(AREAS, new JsonArray(List.copyOf(areas)))
              .put(NUMBER, number.orElse(0))
              .put(IMPAIRED, impaired);
      received.ifPresent(latest -> data.put(RECEIVED, latest));
      return data;
    }

    /**
     * Returns the announcement that is valid after both. Another thread may deliver them out of
     * order.
     */
    HostedAreas then(HostedAreas next) {
      if (next.number.isEmpty()) {
        return new HostedAreas(node, number, next.areas, next.impaired, next.received);
      }
      boolean overtaken = number.isPresent() && next.number.getAsLong() < number.getAsLong();
      return overtaken ? this : next;
    }
  }
}
