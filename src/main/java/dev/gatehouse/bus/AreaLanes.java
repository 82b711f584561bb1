package dev.gatehouse.bus;

import module java.base;

/**
 * Running and waiting calls of an area, in a quick and a slow lane. Not thread-safe.
 *
 * <p>The service time of each operation is measured. Operations above a quarter of a second are
 * slow, and have at most three quarters of the slots. A running call that exceeds that time counts
 * as slow from then on. Quick calls then get additional slots if they have fewer than a quarter.
 */
final class AreaLanes {
  static final long SLOW_NANOS = 250_000_000;

  /** Estimate for an operation that has not been measured. */
  private static final long FIRST_COST = 5_000_000;

  /** Share of the newest measurement in the moving average, as a divisor. */
  private static final long AVERAGED = 8;

  private static final int RESERVED_PART = 4;

  private final AreaLimits limits;
  private final int reserved;
  private final AreaQueue quickQueue = new AreaQueue();
  private final AreaQueue slowQueue = new AreaQueue();
  private final Map<String, Long> costs = new HashMap<>();
  private final Deque<Run> quickRuns = new ArrayDeque<>();
  private int quickRunning;
  private int slowRunning;
  private long arrivals;

  /** Running call. */
  static final class Run {
    final AreaWork work;
    private final long began;

    /** False for an expired call, whose time does not measure the operation. */
    private final boolean measured;

    private boolean slow;
    private boolean ended;

    private Run(AreaWork work, long began, boolean slow) {
      this.work = work;
      this.began = began;
      this.slow = slow;
      this.measured = !work.deadline().passed();
    }
  }

  /** Decision about a new call. */
  sealed interface Decision {}

  /** The call runs immediately. */
  record Begun(Run run) implements Decision {}

  record Waiting() implements Decision {}

  /**
   * The call is rejected.
   *
   * @param retryAfter time after which it may be repeated
   */
  record Rejected(Duration retryAfter) implements Decision {}

  AreaLanes(AreaLimits limits) {
    this.limits = limits;
    this.reserved = limits.concurrency() / RESERVED_PART;
  }

  /** Starts, enqueues or rejects a new call. */
  Decision offer(AreaWork work, long now) {
    reviewRuns(now);
    long cost = cost(work);
    AreaQueue lane = cost > SLOW_NANOS ? slowQueue : quickQueue;
    if (lane.isEmpty() && mayStart(lane)) {
      return new Begun(begin(work, lane, now));
    }
    Duration wait = Duration.ofNanos(lane.expectedWait(work, cost, slots(lane), now));
    boolean late =
        wait.compareTo(limits.maxWait()) > 0 || wait.compareTo(work.deadline().remaining()) > 0;
    if (late || !limits.memory().take(work.sender().bytes())) {
      limits.memory().countRefused();
      return new Rejected(wait);
    }
    lane.add(work, cost, arrivals++, now);
    return new Waiting();
  }

  boolean anyWaiting() {
    return !quickQueue.isEmpty() || !slowQueue.isEmpty();
  }

  /** Ends a call, and returns the calls that run next. */
  List<Run> end(Run run, long now) {
    reviewRuns(now);
    run.ended = true;
    if (run.slow) {
      slowRunning--;
    } else {
      quickRunning--;
    }
    if (run.measured) {
      long elapsed = now - run.began;
      costs.merge(
          run.work.operation(), elapsed, (average, one) -> average + (one - average) / AVERAGED);
    }
    return beginNext(now);
  }

  /** Starts waiting calls for which there is a slot. */
  List<Run> beginNext(long now) {
    reviewRuns(now);
    List<Run> begun = new ArrayList<>();
    for (AreaQueue lane = next(now); lane != null; lane = next(now)) {
      AreaWork work = lane.take(now).work();
      limits.memory().giveBack(work.sender().bytes());
      begun.add(begin(work, lane, now));
    }
    return begun;
  }

  private boolean mayStart(AreaQueue lane) {
    int running = quickRunning + slowRunning;
    int max = limits.concurrency();
    if (lane == slowQueue) {
      return running < max && slowRunning < max - reserved;
    }
    return running < max || (quickRunning < reserved && running < 2 * max);
  }

  /** Returns the number of calls of a lane that run at the same time. */
  private int slots(AreaQueue lane) {
    int max = limits.concurrency();
    return Math.max(1, lane == slowQueue ? max - reserved : Math.max(reserved, max - slowRunning));
  }

  private Run begin(AreaWork work, AreaQueue lane, long now) {
    var run = new Run(work, now, lane == slowQueue);
    if (run.slow) {
      slowRunning++;
    } else {
      quickRunning++;
      quickRuns.add(run);
    }
    return run;
  }

  /** Moves running calls that have become slow to the slow lane. */
  private void reviewRuns(long now) {
    for (Run oldest = quickRuns.peek(); oldest != null; oldest = quickRuns.peek()) {
      if (!oldest.ended) {
        long elapsed = now - oldest.began;
        if (elapsed <= SLOW_NANOS) {
          return;
        }
        oldest.slow = true;
        quickRunning--;
        slowRunning++;
        costs.merge(oldest.work.operation(), elapsed, Math::max);
      }
      quickRuns.remove();
    }
  }

  /** Moves waiting calls whose operation has become slow to the slow lane. */
  private void reviewWaiting(long now) {
    while (!quickQueue.isEmpty() && cost(quickQueue.peek().work()) > SLOW_NANOS) {
      AreaQueue.Entry moved = quickQueue.take(now);
      slowQueue.add(moved.work(), cost(moved.work()), moved.number(), now);
    }
  }

  private long cost(AreaWork work) {
    return costs.getOrDefault(work.operation(), FIRST_COST);
  }

  /**
   * Returns the lane whose next call may start; the older call if both may. Null if neither may.
   */
  private AreaQueue next(long now) {
    reviewWaiting(now);
    boolean quickMay = !quickQueue.isEmpty() && mayStart(quickQueue);
    boolean slowMay = !slowQueue.isEmpty() && mayStart(slowQueue);
    if (quickMay && slowMay) {
      return quickQueue.peek().number() < slowQueue.peek().number() ? quickQueue : slowQueue;
    }
    if (quickMay) {
      return quickQueue;
    }
    return slowMay ? slowQueue : null;
  }
}
