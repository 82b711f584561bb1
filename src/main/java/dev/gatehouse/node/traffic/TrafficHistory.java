package dev.gatehouse.node.traffic;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.node.traffic.TrafficPeriod.Kind;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
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
}
