package dev.gatehouse.node.traffic;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.node.traffic.TrafficHistory.TrafficPeriod.Kind;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.vertx.core.json.JsonObject;

/**
 * Stores the traffic of all nodes: one document for each of the last hours and days, of at most 20
 * operations. Reads the metrics, so that requests are not counted twice.
 */
public final class TrafficHistory {
  private static final String START = "start";
  private static final Duration RETENTION = Duration.ofDays(31);
  private static final int MAX_TRIES = 5;

  private final DocumentCollection<TrafficPeriod> periods;
  private final MeterRegistry meters;
  private final TrustedClock clock;

  /** Counts of this node that each kind of document already contains. */
  private final Map<Kind, Map<String, Traffic>> written = new EnumMap<>(Kind.class);

  public TrafficHistory(Documents documents, MeterRegistry meters, TrustedClock clock) {
    this.periods =
        documents.collection("traffic", TrafficPeriod.class, Query.by("kind").then(START));
    this.meters = meters;
    this.clock = clock;
  }

  /** Adds this node's requests since the last call. Blocks. */
  public synchronized void record() {
    Instant now = clock.instant();
    Map<String, Traffic> counts = counts();
    for (Kind kind : Kind.values()) {
      if (add(kind.empty(now), since(written.getOrDefault(kind, Map.of()), counts))) {
        written.put(kind, counts);
      }
    }
    clock.olderThan(RETENTION).ifPresent(age -> periods.delete(where(START).olderThan(age).json()));
  }

  private Map<String, Traffic> counts() {
    Map<String, Traffic> counts = new HashMap<>();
    for (Timer timer : meters.find(AccessLog.METER).timers()) {
      String route =
          timer.getId().getTag(AccessLog.METHOD) + ' ' + timer.getId().getTag(AccessLog.ROUTE);
      counts.merge(route, Traffic.of(timer), Traffic::plus);
    }
    return counts;
  }

  private static Map<String, Traffic> since(
      Map<String, Traffic> before, Map<String, Traffic> counts) {
    Map<String, Traffic> changed = new HashMap<>();
    counts.forEach((route, traffic) -> {
      Traffic more = traffic.minus(before.getOrDefault(route, Traffic.NONE));
      if (more.requests() > 0) {
        changed.put(route, more);
      }
    });
    return changed;
  }

  /** Returns whether the counts are stored. Of two nodes that write at a time, one repeats. */
  private boolean add(TrafficPeriod empty, Map<String, Traffic> more) {
    for (int tries = 0; !more.isEmpty() && tries < MAX_TRIES; tries++) {
      Optional<TrafficPeriod> stored = periods.find(empty.id());
      TrafficPeriod before = stored.orElse(empty);
      try {
        if (stored.isEmpty()) {
          periods.insert(before.plus(more));
          return true;
        }
        if (periods.replace(Query.version(before.id(), before.version()), before.plus(more))) {
          return true;
        }
      } catch (DuplicateKeyException otherNode) {
        // The next try reads the document of the other node.
      } catch (UnknownOutcomeException mayBeStored) {
        return true; // A minute may be missing. Adding it again could count it twice.
      }
    }
    return more.isEmpty();
  }

  /** Returns the stored periods of a report, oldest first. Blocks. */
  List<TrafficPeriod> read(Kind kind) {
    Instant now = clock.instant();
    JsonObject shown =
        where("kind").is(kind.name()).and(START).from(kind.first(now)).and(START).until(now).json();
    return periods.find(shown, Query.by("kind").then(START).json(), 0, kind.shown);
  }

  Instant now() {
    return clock.instant();
  }

  /**
   * Requests by outcome and duration.
   *
   * @param rejected mistakes of clients: 400 to 499 except refused ones
   * @param refused without credential, permission or remaining rate limit: 401, 403, 429
   * @param failed 500 and above
   * @param millis sum of the durations
   * @param within requests that took at most each of the {@link #BOUNDS}
   */
  record Traffic(
      long requests, long rejected, long refused, long failed, long millis, List<Long> within) {
    /** Durations in milliseconds, those of the metric. */
    static final List<Integer> BOUNDS = List.of(5, 25, 100, 500, 2_000, 10_000);

    static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, Collections.nCopies(BOUNDS.size(), 0L));

    /** Returns the requests that a timer has measured since the start of the node. */
    static Traffic of(Timer timer) {
      int status = Integer.parseInt(timer.getId().getTag(AccessLog.STATUS));
      long count = timer.count();
      boolean refused = status == 401 || status == 403 || status == 429;
      CountAtBucket[] buckets = timer.takeSnapshot().histogramCounts();
      return new Traffic(
          count,
          status >= 400 && status < 500 && !refused ? count : 0,
          refused ? count : 0,
          status >= 500 ? count : 0,
          (long) timer.totalTime(TimeUnit.MILLISECONDS),
          BOUNDS.stream().map(bound -> count(buckets, bound)).toList());
    }

    private static long count(CountAtBucket[] buckets, int bound) {
      return Stream.of(buckets)
          .filter(bucket -> Math.round(bucket.bucket(TimeUnit.MILLISECONDS)) == bound)
          .mapToLong(bucket -> (long) bucket.count())
          .findFirst()
          .orElse(0);
    }

    Traffic plus(Traffic other) {
      return with(other, Long::sum);
    }

    Traffic minus(Traffic before) {
      return with(before, (one, earlier) -> one - earlier);
    }

    private Traffic with(Traffic other, LongBinaryOperator both) {
      return new Traffic(
          both.applyAsLong(requests, other.requests),
          both.applyAsLong(rejected, other.rejected),
          both.applyAsLong(refused, other.refused),
          both.applyAsLong(failed, other.failed),
          both.applyAsLong(millis, other.millis),
          IntStream.range(0, BOUNDS.size())
              .mapToObj(i -> both.applyAsLong(within.get(i), other.within.get(i)))
              .toList());
    }
  }

  /**
   * Traffic of all nodes in an hour or a day (UTC).
   *
   * @param kind name of the {@link Kind}
   * @param routes those with most requests
   * @param version number of writes
   */
  record TrafficPeriod(
      String id, String kind, Instant start, Traffic all, List<Route> routes, long version) {
    static final int MAX_ROUTES = 20;

    enum Kind {
      HOUR(ChronoUnit.HOURS, 24),
      DAY(ChronoUnit.DAYS, 30);

      private final ChronoUnit unit;

      /** Number of periods in a report. */
      final int shown;

      Kind(ChronoUnit unit, int shown) {
        this.unit = unit;
        this.shown = shown;
      }

      Instant start(Instant time) {
        return time.truncatedTo(unit);
      }

      /** Returns the start of the first period of a report that ends now. */
      Instant first(Instant now) {
        return start(now).minus(shown - 1L, unit);
      }

      Instant next(Instant start) {
        return start.plus(1, unit);
      }

      TrafficPeriod empty(Instant time) {
        Instant start = start(time);
        return new TrafficPeriod(id(start), name(), start, Traffic.NONE, List.of(), 0);
      }

      String id(Instant start) {
        return name() + ' ' + start;
      }
    }

    /** Traffic of one method and path template. */
    record Route(String route, Traffic traffic) {}

    TrafficPeriod plus(Map<String, Traffic> more) {
      Map<String, Traffic> sums = new HashMap<>(more);
      routes.forEach(route -> sums.merge(route.route(), route.traffic(), Traffic::plus));
      return new TrafficPeriod(
          id,
          kind,
          start,
          more.values().stream().reduce(all, Traffic::plus),
          top(sums),
          version + 1);
    }

    /** Returns the routes with most requests. */
    static List<Route> top(Map<String, Traffic> sums) {
      return sums.entrySet().stream()
          .map(entry -> new Route(entry.getKey(), entry.getValue()))
          .sorted(
              Comparator.comparingLong((Route route) -> route.traffic().requests())
                  .reversed()
                  .thenComparing(Route::route))
          .limit(MAX_ROUTES)
          .toList();
    }
  }
}
