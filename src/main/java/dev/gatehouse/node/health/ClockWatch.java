package dev.gatehouse.node.health;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.node.jobs.Jobs;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supplies the guarded clock with readings, stores the newest confirmed time, and reports a clock
 * that has jumped or that differs from the document server's.
 */
public final class ClockWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration BETWEEN_NOTES = Duration.ofMinutes(1);
  private static final Duration MAX_DAY = Duration.ofDays(1);

  /** Larger differences to the document server's clock are reported. */
  private static final Duration REPORTED = Duration.ofSeconds(5);

  /** A server's time that took longer to arrive is not used. */
  private static final Duration MAX_ROUND_TRIP = Duration.ofSeconds(2);

  private static final String NEWEST = "newest";
  private static final double MILLIS = 1_000;

  private final TrustedClock clock;
  private final Documents documents;
  private final DocumentCollection<Note> notes;
  private final Duration lease;
  private Optional<Long> noted = Optional.empty();
  private boolean differed;

  /** The newest time at which a node had a confirmed clock. */
  private record Note(String id, Instant at) {}

  /**
   * @param lease lease of a job; a node whose clock differs by more is not ready
   */
  public ClockWatch(TrustedClock clock, Documents documents, Duration lease) {
    this.clock = clock;
    this.documents = documents;
    this.notes = documents.collection("clock", Note.class);
    this.lease = lease;
  }

  /**
   * Returns the time after which two agreeing readings confirm the clock.
   *
   * @param own the section {@code clock}
   */
  public static Duration confirmation(Section own) {
    Duration time = own.duration("confirmation");
    Check.that(
        time.compareTo(PERIOD) >= 0 && time.compareTo(MAX_DAY) <= 0,
        "clock.confirmation must be 1s to 1d");
    return time;
  }

  /** Compares the clock with the document server's and with the newest stored time. Blocks. */
  public void begin() {
    look();
    notes.find(NEWEST).map(Note::at).ifPresent(clock::startAfter);
  }

  /** Returns the job that compares the clocks on each node. */
  public Job job() {
    return new Job("node.clock", new Schedule.Every(PERIOD), true, progress -> run());
  }

  private void run() {
    look();
    long now = clock.nanoTime();
    boolean due = noted.map(last -> now - last >= BETWEEN_NOTES.toNanos()).orElse(true);
    if (due && clock.newest().isPresent()) {
      notes.save(new Note(NEWEST, clock.newest().get()), NEWEST);
      noted = Optional.of(now);
    }
  }

  private void look() {
    long begin = clock.nanoTime();
    Optional<Instant> server = serverTime();
    long trip = clock.nanoTime() - begin;
    if (server.isEmpty()) {
      clock.lookUnlessShared();
    } else if (trip <= MAX_ROUND_TRIP.toNanos()) {
      clock.look(server.get(), begin + trip / 2);
      logDifference();
    }
  }

  /** The health check of the documents reports a server that does not respond. */
  private Optional<Instant> serverTime() {
    try {
      return documents.serverTime();
    } catch (DocumentStoreException | UnknownOutcomeException away) {
      return Optional.empty();
    }
  }

  private void logDifference() {
    boolean differs = differsBy(REPORTED).isPresent();
    if (differs && !differed) {
      LOG.warn("{}", difference().orElse(""));
    } else if (!differs && differed) {
      LOG.info("the clock agrees with the document server's clock again");
    }
    differed = differs;
  }

  private Optional<Duration> differsBy(Duration least) {
    return clock.offset().filter(ahead -> ahead.abs().compareTo(least) > 0);
  }

  private Optional<String> difference() {
    return differsBy(REPORTED)
        .map(ahead ->
            "the clock is "
                + ahead.abs().toSeconds()
                + (ahead.isNegative() ? " s behind" : " s ahead of")
                + " the document server's clock"
                + (ahead.abs().compareTo(Jobs.MAX_OFFSET) > 0 ? "; this node runs no jobs" : ""));
  }

  /** Adds the clock to the health checks and to the metrics. */
  public void reportTo(Health health, MeterRegistry registry) {
    health.note("clock", () -> difference().or(clock::trouble));
    if (documents.areShared()) {
      health.needAtOnce("clockLease", () -> differsBy(lease).flatMap(beyond -> difference()));
    }
    Gauge.builder("gatehouse.clock.offset", clock, ClockWatch::offsetSeconds)
        .baseUnit("seconds")
        .description("Time by which this node's clock is ahead of the document server's")
        .register(registry);
    Gauge.builder("gatehouse.clock.confirmed", clock, one -> one.isCertain() ? 1 : 0)
        .description("1 while deletion by age is enabled, 0 after a start or a jump of the clock")
        .register(registry);
  }

  private static double offsetSeconds(TrustedClock clock) {
    return clock.offset().map(ahead -> ahead.toMillis() / MILLIS).orElse(0.0);
  }
}
