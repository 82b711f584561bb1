package dev.gatehouse.histories;

import module java.base;

/**
 * Decides whether a history of one object is linearizable: whether each step can have taken effect
 * at one moment between its request and its reply. A step with an unknown outcome may have taken
 * effect at any time after its request, or never.
 *
 * <p>The search is that of Wing and Gong, with Lowe's memory of visited configurations, as in
 * Porcupine.
 */
public final class Linearizability<S> {
  /** Verdict on a history. */
  public enum Verdict {
    RIGHT,
    WRONG,
    /** The search has exceeded its limit. */
    UNDECIDED
  }

  /** Steps that have taken effect, and the state after them. */
  private record Configuration<S>(BitSet done, S state) {}

  private final Model<S> model;
  private final int limit;

  /**
   * @param limit maximum number of configurations that are visited
   */
  public Linearizability(Model<S> model, int limit) {
    this.model = model;
    this.limit = limit;
  }

  /** Checks a history in any order. */
  public Verdict check(List<Step> history) {
    List<Step> steps = new ArrayList<>(history);
    steps.sort(Comparator.comparingLong(Step::invoked));
    var start = new Configuration<>(new BitSet(), model.initial());
    Set<Configuration<S>> visited = new HashSet<>(Set.of(start));
    Deque<Configuration<S>> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      Configuration<S> now = open.pop();
      long end = end(steps, now.done());
      if (end == Long.MAX_VALUE) {
        return Verdict.RIGHT;
      }
      Set<String> waiting = new HashSet<>();
      int at = now.done().nextClearBit(0);
      for (; at < steps.size() && steps.get(at).invoked() <= end; at++) {
        if (now.done().get(at)) {
          continue;
        }
        boolean unknown = steps.get(at).output().isEmpty();
        if (unknown && !waiting.add(steps.get(at).input())) {
          // An equal step that was requested earlier may as well take effect instead.
          continue;
        }
        BitSet done = (BitSet) now.done().clone();
        done.set(at);
        for (S state : model.after(now.state(), steps.get(at))) {
          if (unknown && state.equals(now.state())) {
            // Without an effect here, the step may as well take effect later, or never.
            continue;
          }
          var next = new Configuration<>(done, state);
          if (visited.add(next)) {
            open.push(next);
          }
        }
      }
      if (visited.size() > limit) {
        return Verdict.UNDECIDED;
      }
    }
    return Verdict.WRONG;
  }

  /**
   * Returns the earliest end of a step that has not taken effect. A step that was requested later
   * cannot take effect before it. {@link Long#MAX_VALUE} if only steps with unknown outcomes are
   * left.
   */
  private static long end(List<Step> steps, BitSet done) {
    long end = Long.MAX_VALUE;
    for (int i = done.nextClearBit(0); i < steps.size(); i = done.nextClearBit(i + 1)) {
      if (steps.get(i).invoked() > end) {
        break;
      }
      end = Math.min(end, steps.get(i).end());
    }
    return end;
  }
}
