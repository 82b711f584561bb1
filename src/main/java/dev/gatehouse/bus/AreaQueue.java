package dev.gatehouse.bus;

import module java.base;

/**
 * Waiting calls of one lane of an area. Start-time fair queueing (Goyal, Vin and Cheng, 1996) over
 * client addresses: each address gets an equal share of the lane's time, so a client with one call
 * does not wait for another client's hundred. Calls with a right credential precede others by one
 * second of service time. Not thread-safe.
 */
final class AreaQueue {
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
