package dev.gatehouse.bus;

import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Another node: the areas it hosts, when it was heard last, and who waits for its answers.
 *
 * @param id by which the cluster knows it
 * @param waiting told once when no answer will come any more
 */
record Peer(String id, State state, Set<Runnable> waiting) {
  /** All that changes: what the node has said last, and when. */
  static final class State {
    private final AtomicReference<HostedAreas> hosting;
    private final AtomicLong heard = new AtomicLong();
    private final AtomicBoolean tried = new AtomicBoolean();
    private volatile long said;
    private volatile boolean lost;

    /** When it was asked last; empty before. */
    private volatile OptionalLong asked = OptionalLong.empty();

    State(String id, long now) {
      hosting = new AtomicReference<>(HostedAreas.nothing(id));
      heard.set(now);
      said = now;
    }
  }

  /** One that has just been found. */
  static Peer found(String id, long now) {
    return new Peer(id, new State(id, now), ConcurrentHashMap.newKeySet());
  }

  boolean hosts(String area) {
    return state.hosting.get().areas().contains(area);
  }

  /** It has answered: what is sent to it arrives, and what it sends back. */
  void answers(HostedAreas word, long now) {
    updateHosting(word, now);
    state.heard.set(now);
  }

  /** It has said by itself what it hosts, which says nothing of whether it can be reached. */
  void updateHosting(HostedAreas word, long now) {
    state.hosting.accumulateAndGet(word, HostedAreas::then);
    state.said = now;
  }

  /** Returns whether it has said anything since a moment. */
  boolean wasHeardSince(long moment) {
    return state.said - moment >= 0;
  }

  /** Returns whether it was asked no later than so many nanoseconds ago. */
  boolean isDue(long now, long pause) {
    OptionalLong last = state.asked;
    return last.isEmpty() || now - last.getAsLong() >= pause;
  }

  void isAsked(long now) {
    state.asked = OptionalLong.of(now);
  }

  /** Returns whether who calls is to see if it can be reached; nobody else is until he has. */
  boolean beginsTrial() {
    return state.tried.compareAndSet(false, true);
  }

  void endsTrial() {
    state.tried.set(false);
  }

  /** Does not count a time in which this node could hear nobody. */
  void extendDeadline(long pause) {
    state.heard.addAndGet(pause);
  }

  /** The nanoseconds since its last sign of life. */
  long silence(long now) {
    return now - state.heard.get();
  }

  /** Has someone told when this node is lost; at once if it is. */
  void await(Runnable waiter) {
    waiting.add(waiter);
    if (state.lost) {
      notifyWaiter(waiter);
    }
  }

  void answered(Runnable waiter) {
    waiting.remove(waiter);
  }

  /** Tells all who wait that no answer will come. */
  void fail() {
    waiting.forEach(this::notifyWaiter);
  }

  /** It has left the cluster: whoever waits from now on waits in vain. */
  void lose() {
    state.lost = true;
    fail();
  }

  private void notifyWaiter(Runnable waiter) {
    if (waiting.remove(waiter)) {
      waiter.run();
    }
  }
}
