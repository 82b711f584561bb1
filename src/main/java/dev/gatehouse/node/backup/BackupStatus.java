package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.node.health.Health;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;

/** Stored result of the scheduled backups, for health and metrics. */
final class BackupStatus {
  private static final String ID = "scheduled";

  private final DocumentCollection<Outcome> outcomes;
  private final Duration every;
  private final InstantSource clock;
  private final Instant nodeStarted;
  private final LongAdder failures = new LongAdder();
  private volatile Outcome lastOutcome = new Outcome(ID, null, "", 0, "");

  /**
   * Result of the last run.
   *
   * @param verifiedAt end of the last run that verified a complete backup; null before the first
   * @param place locations of this backup; empty before the first
   * @param bytes its size
   * @param problem fault of the last run; empty if it succeeded
   */
  private record Outcome(String id, Instant verifiedAt, String place, long bytes, String problem) {}

  /**
   * @param every time between two backups
   * @param clock the guarded clock
   */
  BackupStatus(Documents documents, Duration every, InstantSource clock) {
    this.outcomes = documents.collection("backups", Outcome.class);
    this.every = every;
    this.clock = clock;
    this.nodeStarted = clock.instant();
  }

  /** Reads the result that a node has stored. Blocks. */
  void read() {
    lastOutcome = outcomes.find(ID).orElse(lastOutcome);
  }

  /** Stores that a complete backup was verified. Blocks. */
  void succeeded(String place, long bytes) {
    save(new Outcome(ID, clock.instant(), place, bytes, ""));
  }

  /** Stores why a run failed. Blocks. */
  void failed(String problem) {
    failures.increment();
    save(
        new Outcome(
            ID, lastOutcome.verifiedAt(), lastOutcome.place(), lastOutcome.bytes(), problem));
  }

  private void save(Outcome outcome) {
    lastOutcome = outcome;
    outcomes.save(outcome, ID);
  }

  /** Returns whether the last run succeeded, with this result. */
  boolean isDone(String place) {
    return lastOutcome.problem().isEmpty() && lastOutcome.place().equals(place);
  }

  /** Returns the locations of the last verified backup; empty before the first. */
  String place() {
    return lastOutcome.place();
  }

  /** Adds the backups to the health checks and to the metrics. */
  void reportTo(Health health, MeterRegistry registry) {
    health.note("backup", this::problem);
    Gauge.builder("gatehouse.backup.verified", this, BackupStatus::verifiedSeconds)
        .baseUnit("seconds")
        .description("Time of the last verified scheduled backup, since 1970; 0 before the first")
        .register(registry);
    Gauge.builder("gatehouse.backup.size", this, BackupStatus::size)
        .baseUnit(BaseUnits.BYTES)
        .description("Size of the last verified scheduled backup")
        .register(registry);
    FunctionCounter.builder("gatehouse.backup.failures", failures, LongAdder::sum)
        .description("Scheduled backups that failed, or omitted damaged files")
        .register(registry);
  }

  private Optional<Instant> verifiedAt() {
    return Optional.ofNullable(lastOutcome.verifiedAt());
  }

  private double verifiedSeconds() {
    return verifiedAt().map(Instant::getEpochSecond).orElse(0L);
  }

  private double size() {
    return lastOutcome.bytes();
  }

  /** Returns empty while backups succeed in time, else the fault. */
  Optional<String> problem() {
    if (!lastOutcome.problem().isEmpty()) {
      return Optional.of("the last scheduled backup failed: " + lastOutcome.problem());
    }
    Instant limit = clock.instant().minus(every.multipliedBy(2));
    if (verifiedAt().orElse(nodeStarted).isBefore(limit)) {
      return Optional.of(
          "no scheduled backup has succeeded since "
              + verifiedAt().map(Instant::toString).orElse("the start of the node")
              + ": see the job store.backup");
    }
    return Optional.empty();
  }
}
