package dev.gatehouse.bus;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Another node, with its areas, the time when it was last reachable and the calls that wait for it.
 *
 * @param id id of the node in the cluster
 * @param waiting callbacks that each run once when no answer will arrive any more
 */
record Peer(String id, State state, Set<Runnable> waiting) {
  /** Mutable state: the node's last announcement and its times. */
  static final class State {
    private final AtomicReference<HostedAreas> hosting;
    private final AtomicLong heard = new AtomicLong();
    private final AtomicBoolean tried = new AtomicBoolean();
    private final AtomicBoolean member = new AtomicBoolean(true);
    private volatile long said;
    private volatile boolean lost;

    /** Time of the last heartbeat request to it; empty before the first. */
    private volatile OptionalLong asked = OptionalLong.empty();

    /** Time that its last confirmation of an announcement proves; empty before the first. */
    private volatile OptionalLong confirmed = OptionalLong.empty();

    State(String id, long now) {
      hosting = new AtomicReference<>(HostedAreas.nothing(id));
      heard.set(now);
      said = now;
    }
  }

  /** Returns a node that has just been discovered. */
  static Peer found(String id, long now) {
    return new Peer(id, new State(id, now), ConcurrentHashMap.newKeySet());
  }

  /** Returns whether it announced that it cannot reach the store. */
  boolean isImpaired() {
    return state.hosting.get().impaired();
  }

  /** Records whether the cluster lists the node. Returns whether that has changed. */
  boolean isMember(boolean now) {
    return state.member.getAndSet(now) != now;
  }

  boolean hosts(String area) {
    return state.hosting.get().areas().contains(area);
  }

  /** Records a reply, which proves that messages arrive in both directions. */
  void answers(HostedAreas word, long now) {
    updateHosting(word, now);
    state.heard.set(now);
  }

  /**
   * Records a request that confirms an announcement of this node, which proves that messages arrive
   * in both directions.
   *
   * @param time for which it is proved
   */
  void confirms(long time) {
    state.confirmed = OptionalLong.of(time);
    state.heard.accumulateAndGet(time, (known, next) -> next - known > 0 ? next : known);
  }

  /** Returns the number of its latest announcement; empty if it has sent none with a number. */
  OptionalLong latest() {
    return state.hosting.get().number();
  }

  /** Records an announcement, which alone does not prove that the node is reachable. */
  void updateHosting(HostedAreas word, long now) {
    state.hosting.accumulateAndGet(word, HostedAreas::then);
    state.said = now;
  }

  /** Returns whether it has announced anything since the given time. */
  boolean wasHeardSince(long moment) {
    return state.said - moment >= 0;
  }

  /**
   * Returns whether the last heartbeat request was at least {@code pause} nanoseconds ago, or
   * never.
   */
  boolean isDue(long now, long pause) {
    OptionalLong last = state.asked;
    return last.isEmpty() || now - last.getAsLong() >= pause;
  }

  /** Returns whether its last confirmation is younger than a time. */
  boolean isConfirmed(long now, long age) {
    OptionalLong last = state.confirmed;
    return last.isPresent() && now - last.getAsLong() < age;
  }

  void isAsked(long now) {
    state.asked = OptionalLong.of(now);
  }

  /**
   * Returns whether the caller should test if the node is reachable. Only one caller tests it at a
   * time.
   */
  boolean beginsTrial() {
    return state.tried.compareAndSet(false, true);
  }

  void endsTrial() {
    state.tried.set(false);
  }

  /** Excludes a time from the silence during which this node could receive no messages. */
  void extendDeadline(long pause) {
    state.heard.addAndGet(pause);
  }

  /** Returns the nanoseconds since it was last known to be reachable in both directions. */
  long silence(long now) {
    return now - state.heard.get();
  }

  /** Registers a callback for the loss of this node. Runs it immediately if the node is lost. */
  void await(Runnable waiter) {
    waiting.add(waiter);
    if (state.lost) {
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
    state.lost = true;
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
      boolean impaired = Boolean.TRUE.equals(sent.getValue(IMPAIRED));
      return new HostedAreas(
          sent.getString(NODE, ""),
          number(sent, NUMBER),
          Set.copyOf(areas),
          impaired,
          number(sent, RECEIVED));
    }

    private static OptionalLong number(JsonObject sent, String field) {
      if (!(sent.getValue(field) instanceof Number number)) {
        return OptionalLong.empty();
      }
      return OptionalLong.of(number.longValue());
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
