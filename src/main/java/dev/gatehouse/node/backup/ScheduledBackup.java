package dev.gatehouse.node.backup;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.node.health.LastBackup;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes backups regularly, verifies each one by reading it completely, and then removes old ones.
 * Each backup is a separate folder. It shares the unchanged blobs with the previous backup by
 * hard links.
 */
public final class ScheduledBackup {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduledBackup.class);
  private static final String ID = "scheduled";

  private final BackupSettings settings;
  private final Path folder;
  private final DataPlaces places;
  private final DocumentCollection<Outcome> outcomes;
  private final long reserve;
  private final TrustedClock clock;
  private final Instant nodeStarted;
  private final LongAdder failures = new LongAdder();
  private volatile Optional<Outcome> last = Optional.empty();

  /**
   * Result of the scheduled backups.
   *
   * @param verifiedAt end of the last run that verified a complete backup; null before the first
   * @param folder its folder; null before the first
   * @param bytes its size
   * @param problem fault of the last run; empty if it succeeded
   */
  record Outcome(String id, Instant verifiedAt, String folder, long bytes, String problem) {}

  /** A complete and verified backup. */
  private record Verified(Path folder, long bytes) {}

  /**
   * @param folder folder of the backups
   * @param reserve bytes of the disk to leave free
   */
  ScheduledBackup(
      BackupSettings settings,
      Path folder,
      DataPlaces places,
      Documents documents,
      long reserve,
      TrustedClock clock) {
    this.settings = settings;
    this.folder = folder;
    this.places = places;
    this.outcomes = documents.collection("backups", Outcome.class);
    this.reserve = reserve;
    this.clock = clock;
    this.nodeStarted = clock.guarded().instant();
  }

  /**
   * Reads the settings. Empty if they configure no backups.
   *
   * @param owners returns the collections whose documents name blobs
   */
  public static Optional<ScheduledBackup> of(
      Settings settings,
      BlobStoreIdentity blobs,
      Documents documents,
      Function<Documents, List<BlobOwner>> owners,
      TrustedClock clock) {
    BackupSettings own = BackupSettings.read(settings.section("backup"));
    Check.that(
        own.folder().isEmpty() || settings.mongo().url().isEmpty(),
        "backup.folder requires the embedded store; use the tools of the document server instead");
    return own.folder()
        .map(folder ->
            new ScheduledBackup(
                own,
                folder,
                DataPlaces.of(settings, blobs, owners),
                documents,
                settings.store().reserve().bytes(),
                clock));
  }

  /** Returns the job, which runs on one node at a time. */
  public Job job() {
    return new Job("store.backup", new Schedule.Every(settings.every()), false, this::run);
  }

  /** Reads the result of the last run. Blocks. */
  public void prepare() {
    last = outcomes.find(ID);
  }

  /** Adds the backups to the health checks and to the metrics. */
  public void reportTo(Health health, MeterRegistry registry) {
    health.note("backup", this::problem);
    Gauge.builder("gatehouse.backup.verified", this, ScheduledBackup::verifiedSeconds)
        .baseUnit("seconds")
        .description("Time of the last verified scheduled backup, since 1970; 0 before the first")
        .register(registry);
    Gauge.builder("gatehouse.backup.size", this, ScheduledBackup::size)
        .baseUnit(BaseUnits.BYTES)
        .description("Size of the last verified scheduled backup")
        .register(registry);
    FunctionCounter.builder("gatehouse.backup.failures", failures, LongAdder::sum)
        .description("Scheduled backups that failed, or omitted damaged files")
        .register(registry);
  }

  private double verifiedSeconds() {
    return verifiedAt().map(Instant::getEpochSecond).orElse(0L);
  }

  private double size() {
    return last.map(Outcome::bytes).orElse(0L);
  }

  private Optional<Instant> verifiedAt() {
    return last.map(Outcome::verifiedAt);
  }

  /** Returns empty while backups succeed in time, else the fault. */
  Optional<String> problem() {
    Optional<String> failed = last.map(Outcome::problem).filter(text -> !text.isEmpty());
    Instant limit = clock.guarded().instant().minus(settings.every().multipliedBy(2));
    boolean overdue = verifiedAt().orElse(nodeStarted).isBefore(limit);
    return failed
        .map(text -> "the last scheduled backup failed: " + text)
        .or(() ->
            overdue
                ? Optional.of(
                    "no scheduled backup has succeeded since "
                        + verifiedAt().map(Instant::toString).orElse("the start of the node")
                        + ": see the job store.backup")
                : Optional.empty());
  }

  /** Takes a backup. Must run on one node at a time. Blocks for minutes. */
  void run(Job.Progress progress) throws Exception {
    last = outcomes.find(ID);
    try {
      runOnPlatformThread(progress);
    } catch (InterruptedException stopped) {
      // The repeated run continues the incomplete backup.
      throw stopped;
    } catch (Exception e) {
      note(last.orElse(none()), e.getMessage() == null ? e.toString() : e.getMessage());
      throw e;
    }
  }

  private static Outcome none() {
    return new Outcome(ID, null, null, 0, "");
  }

  private void note(Outcome outcome, String problem) {
    if (!problem.isEmpty()) {
      failures.increment();
    }
    Outcome noted =
        new Outcome(ID, outcome.verifiedAt(), outcome.folder(), outcome.bytes(), problem);
    last = Optional.of(noted);
    outcomes.save(noted, ID);
  }

  /** SQLite's calls would pin the carrier of a virtual thread, and cannot be interrupted there. */
  private void runOnPlatformThread(Job.Progress progress) throws Exception {
    var task =
        new FutureTask<>(() -> {
          backUp(progress);
          return null;
        });
    Thread thread = Thread.ofPlatform().name("backup").daemon().start(task);
    try {
      task.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      task.cancel(true);
      thread.join();
    }
  }

  private void backUp(Job.Progress progress) throws IOException {
    String store =
        places
            .blobs()
            .store()
            .orElseThrow(() -> new IllegalStateException("the stored files belong to no store"));
    var series = new BackupSeries(folder, store);
    List<Path> complete = series.complete();
    Optional<Path> previous = complete.reversed().stream().findFirst();
    Optional<Path> recent = previous.filter(this::isRecent);
    if (recent.isPresent()) {
      verifyAgain(recent.get(), progress);
    } else if (!take(series, previous, progress)) {
      return;
    }
    removeOld(series);
    if (last.filter(outcome -> outcome.problem().isEmpty()).isEmpty()) {
      note(last.orElse(none()), "");
    }
  }

  /** Returns false if damaged files are missing in the backup, which then remains incomplete. */
  private boolean take(BackupSeries series, Optional<Path> previous, Job.Progress progress)
      throws IOException {
    progress.report("copying");
    Path partial = series.next();
    mustHaveSpace(previous);
    var backup = new BackupFolder(partial, BackupProgress.NONE, clock);
    BackupFolder.Taken taken = previous.map(backup::after).orElse(backup).take(places);
    if (!taken.damaged().isEmpty()) {
      note(last.orElse(none()), damaged(taken, partial));
      return false;
    }
    progress.report("verifying");
    Manifest manifest = verified(partial);
    note(series.complete(partial, manifest), manifest);
    return true;
  }

  /** Verifies a backup if the process ended before that was noted. */
  private void verifyAgain(Path backup, Job.Progress progress) throws IOException {
    if (last.filter(outcome -> backup.toString().equals(outcome.folder())).isEmpty()) {
      progress.report("verifying");
      note(backup, verified(backup));
    }
  }

  private static String damaged(BackupFolder.Taken taken, Path partial) {
    return taken.damaged().size()
        + " stored files are damaged and not in the backup "
        + partial
        + ": see scripts/gatehouse store verify";
  }

  /** Returns whether a repeated run may use this backup, so that repeats remove no older one. */
  private boolean isRecent(Path backup) {
    Instant created = manifest(backup).created();
    Instant now = clock.guarded().instant();
    return created.isAfter(now.minus(settings.every().dividedBy(2))) && !created.isAfter(now);
  }

  private static Manifest manifest(Path backup) {
    try {
      return new BackupFiles(backup).manifest().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The backups must not fill the disk, which may be the disk of the data. */
  private void mustHaveSpace(Optional<Path> previous) throws IOException {
    Set<String> linked =
        previous.map(backup -> manifest(backup).files().keySet()).orElse(Collections.emptySet());
    var files = new BackupFiles(folder);
    long needed = EmbeddedStore.bytes(places.documents());
    for (Map.Entry<String, Long> blob : places.blobs().sizes().entrySet()) {
      needed +=
          linked.contains(files.name(files.blobs().path(blob.getKey()))) ? 0 : blob.getValue();
    }
    if (Files.getFileStore(folder).getUsableSpace() - needed < reserve) {
      throw new IllegalStateException(
          "the disk of "
              + folder
              + " has too little free space for a backup of "
              + needed
              + " bytes: free space, or reduce backup.keep");
    }
  }

  private static Manifest verified(Path backup) throws IOException {
    List<String> faults = new RestoredBackup(backup, BackupProgress.NONE).verify().faults();
    if (!faults.isEmpty()) {
      throw new IllegalStateException(
          "the backup " + backup + " was written incorrectly: " + faults.getFirst());
    }
    return manifest(backup);
  }

  private void note(Path backup, Manifest manifest) throws IOException {
    long bytes = manifest.files().values().stream().mapToLong(Manifest.Entry::size).sum();
    LastBackup.note(places.data(), backup);
    note(new Outcome(ID, clock.guarded().instant(), backup.toString(), bytes, ""), "");
    LOG.info(
        "backup verified: folder={} files={} bytes={}", backup, manifest.files().size(), bytes);
  }

  private void removeOld(BackupSeries series) throws IOException {
    if (clock.olderThan(Duration.ZERO).isEmpty()) {
      return;
    }
    int removed = series.removeOld(settings.keep());
    if (removed > 0) {
      LOG.info("removed {} old backups: kept={} folder={}", removed, settings.keep(), folder);
    }
  }
}
