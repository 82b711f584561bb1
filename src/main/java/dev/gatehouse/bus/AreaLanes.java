package dev.gatehouse.bus;

import module java.base;

import io.vertx.core.eventbus.Message;

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

  /**
   * Waiting calls of one lane of an area. Start-time fair queueing (Goyal, Vin and Cheng, 1996)
   * over client addresses: each address gets an equal share of the lane's time, so a client with
   * one call does not wait for another client's hundred. Calls with a right credential precede
   * others by one second of service time. Not thread-safe.
   */
  static final class AreaQueue {
    private static final long PRECEDENCE_NANOS = 1_000_000_000;

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private final Map<String, Flow> flows = new HashMap<>();
    private long virtualTime;
    private long cost;
    private long precedingCost;

    /** Time at which a call last left the queue, or entered it when it was empty. */
    private long progress;

    /** Waiting calls of one address. */
    private static final class Flow {
      long finish;
      long cost;
      int size;
    }

    /**
     * Waiting call.
     *
     * @param cost estimated service time
     * @param start virtual start time, which orders the calls
     * @param number order of arrival
     */
    record Entry(AreaWork work, long cost, long start, long number) implements Comparable<Entry> {
      private static final Comparator<Entry> ORDER =
          Comparator.comparingLong(Entry::start).thenComparingLong(Entry::number);

      @Override
      public int compareTo(Entry other) {
        return ORDER.compare(this, other);
      }
    }

    boolean isEmpty() {
      return entries.isEmpty();
    }

    /** Returns the next call. The queue must not be empty. */
    Entry peek() {
      return entries.element();
    }

    /**
     * Returns the estimated wait of a new call in nanoseconds.
     *
     * @param cost estimated service time of the call
     * @param slots number of calls of this lane that run at the same time
     */
    long expectedWait(AreaWork work, long cost, int slots, long now) {
      long wait = (ahead(work, cost) + cost) / slots;
      // While no call leaves the queue, the estimate is not to be trusted.
      return entries.isEmpty() ? wait : Math.max(wait, now - progress);
    }

    /** Returns the service time of the calls that would run before a new one. */
    private long ahead(AreaWork work, long newCost) {
      if (work.sender().precedes()) {
        return precedingCost;
      }
      Flow own = flows.get(work.sender().address());
      long each = newCost + (own == null ? 0 : own.cost);
      return Math.min(cost, Math.multiplyExact(each, (long) flows.size()) + precedingCost);
    }

    /**
     * Adds a call.
     *
     * @param arrival order of arrival in the area
     */
    void add(AreaWork work, long newCost, long arrival, long now) {
      if (entries.isEmpty()) {
        progress = now;
      }
      Flow flow = flows.computeIfAbsent(work.sender().address(), address -> new Flow());
      long start = Math.max(virtualTime, flow.finish);
      flow.finish = start + newCost;
      flow.cost += newCost;
      flow.size++;
      if (work.sender().precedes()) {
        start -= PRECEDENCE_NANOS;
        precedingCost += newCost;
      }
      entries.add(new Entry(work, newCost, start, arrival));
      cost += newCost;
    }

    /** Removes the next call. The queue must not be empty. */
    Entry take(long now) {
      Entry next = entries.remove();
      progress = now;
      virtualTime = Math.max(virtualTime, next.start());
      AreaWork.Sender sender = next.work().sender();
      cost -= next.cost();
      if (sender.precedes()) {
        precedingCost -= next.cost();
      }
      Flow flow = flows.get(sender.address());
      flow.cost -= next.cost();
      flow.size--;
      if (flow.size == 0) {
        flows.remove(sender.address());
      }
      return next;
    }
  }

  /**
   * Call that an area may run at once, enqueue or reject.
   *
   * @param operation address of the call
   * @param sender client that the call is for
   * @param deadline time after which no caller waits for the answer
   * @param task runs the call and returns the action that sends its answer
   */
  record AreaWork(String operation, Sender sender, Deadline deadline, Supplier<Runnable> task) {
    /** Header for the address of the client. */
    private static final String ADDRESS = "address";

    /** Header for whether the call precedes others. */
    private static final String PRECEDES = "precedes";

    /** Header for the call's estimated memory. */
    private static final String BYTES = "bytes";

    private static final int CALL_BYTES = 2_048;
    private static final int VALUE_BYTES = 64;

    /** A call of an earlier release has no estimate. */
    private static final long UNKNOWN_BYTES = 16_384;

    /**
     * Client of a call.
     *
     * @param address the key that limits and bans use
     * @param precedes whether the call has a right credential, so that it precedes other calls
     * @param bytes estimated memory of the call
     */
    record Sender(String address, boolean precedes, long bytes) {
      static Sender of(Call call) {
        return of(call, false);
      }

      private static Sender of(Call call, boolean precedes) {
        Caller caller = call.caller();
        long bytes = CALL_BYTES + estimate(call.parameters()) + estimate(call.body());
        return new Sender(caller.address(), precedes || caller.role() != Role.NOBODY, bytes);
      }

      /** Returns the headers for a call to another node, which decodes the call only to run it. */
      Map<String, String> headers() {
        return Map.of(
            ADDRESS, address, PRECEDES, Boolean.toString(precedes), BYTES, Long.toString(bytes));
      }

      private static Sender remote(Message<Call> message) {
        String size = message.headers().get(BYTES);
        return new Sender(
            Json.nullToEmpty(message.headers().get(ADDRESS)),
            Boolean.parseBoolean(message.headers().get(PRECEDES)),
            size == null ? UNKNOWN_BYTES : Long.parseLong(size));
      }
    }

    /**
     * Returns the work of a message.
     *
     * @param sent remaining time of a call from another node; empty for a call of this node
     */
    static AreaWork of(
        Message<Call> message,
        Optional<Deadline> sent,
        Area.Handler handler,
        Supplier<Runnable> task) {
      if (sent.isPresent()) {
        String operation = message.headers().get(RemoteCall.OPERATION);
        return new AreaWork(operation, Sender.remote(message), sent.get(), task);
      }
      Call call = message.body();
      return new AreaWork(
          call.operation(), Sender.of(call, handler.precedes(call)), call.deadline(), task);
    }

    private static long estimate(Object value) {
      return switch (value) {
        case null -> 0;
        case String text -> VALUE_BYTES + 2L * text.length();
        case List<?> list -> VALUE_BYTES + sum(list);
        case Map<?, ?> map -> VALUE_BYTES + sum(map.keySet()) + sum(map.values());
        default -> VALUE_BYTES;
      };
    }

    private static long sum(Collection<?> values) {
      long sum = 0;
      for (Object value : values) {
        sum += estimate(value);
      }
      return sum;
    }
  }
}
