package dev.gatehouse.node.backup;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.node.health.LastBackup;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.s3.S3Folder;
import dev.gatehouse.store.s3.S3Objects;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.MeterRegistry;
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
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes backups regularly, verifies each one by reading it completely, copies it to an object store
 * if one is configured, and then removes old ones. Each backup is a separate folder. It shares the
 * unchanged blobs with the previous backup by hard links.
 */
public final class ScheduledBackup {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduledBackup.class);

  private final BackupSettings settings;
  private final Path folder;
  private final int keep;
  private final DataPlaces places;
  private final BackupStatus status;
  private final long reserve;
  private final TrustedClock clock;

  /** A complete and verified backup. */
  private record Verified(Path folder, Manifest manifest) {
    long bytes() {
      return manifest.files().values().stream().mapToLong(Manifest.Entry::size).sum();
    }
  }

  /**
   * @param reserve bytes of the disk to leave free
   */
  ScheduledBackup(
      BackupSettings settings,
      DataPlaces places,
      Documents documents,
      long reserve,
      TrustedClock clock) {
    this.settings = settings;
    this.folder = settings.folder().orElse(places.data().resolve("backups"));
    // Without a folder, the local backup is only the source of the next copy.
    this.keep = settings.folder().isPresent() ? settings.keep() : 1;
    this.places = places;
    this.status = new BackupStatus(documents, settings.every(), clock.guarded());
    this.reserve = reserve;
    this.clock = clock;
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
    if (own.folder().isEmpty() && own.bucket().isEmpty()) {
      return Optional.empty();
    }
    Check.that(
        settings.mongo().url().isEmpty(),
        "backup.folder and backup.s3Url require the embedded store;"
            + " use the tools of the document server instead");
    return Optional.of(
        new ScheduledBackup(
            own,
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
    status.read();
  }

  /** Adds the backups to the health checks and to the metrics. */
  public void reportTo(Health health, MeterRegistry registry) {
    status.reportTo(health, registry);
  }

  Optional<String> problem() {
    return status.problem();
  }

  /** Takes a backup. Must run on one node at a time. Blocks for minutes. */
  void run(Job.Progress progress) throws Exception {
    status.read();
    try {
      runOnPlatformThread(progress);
    } catch (InterruptedException stopped) {
      // The repeated run continues the incomplete backup.
      throw stopped;
    } catch (Exception e) {
      status.failed(e.getMessage() == null ? e.toString() : e.getMessage());
      throw e;
    }
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
    Optional<Verified> backup = local(series, progress);
    if (backup.isEmpty()) {
      return;
    }
    if (settings.bucket().isPresent()) {
      progress.report("uploading");
      upload(settings.bucket().get(), backup.get(), store);
    } else {
      succeeded(backup.get(), backup.get().folder().toString());
    }
    if (isCertain()) {
      logRemoved(series.removeOld(keep), folder.toString());
    }
  }

  /** Returns whether the clock is confirmed; a wrong clock must not remove anything. */
  private boolean isCertain() {
    return clock.olderThan(Duration.ZERO).isPresent();
  }

  private static void logRemoved(int removed, String where) {
    if (removed > 0) {
      LOG.info("removed old backups: count={} from={}", removed, where);
    }
  }

  /** Returns the verified backup of this run; empty if damaged files are missing in it. */
  private Optional<Verified> local(BackupSeries series, Job.Progress progress) throws IOException {
    List<Path> complete = series.complete();
    Optional<Path> previous = complete.reversed().stream().findFirst();
    Optional<Path> recent = previous.filter(this::isRecent);
    if (recent.isPresent()) {
      progress.report("verifying");
      return Optional.of(
          isNoted(recent.get())
              ? new Verified(recent.get(), manifest(recent.get()))
              : verified(recent.get()));
    }
    progress.report("copying");
    Path partial = series.next(series.isEmpty() ? highestNumber() : 0);
    mustHaveSpace(previous);
    var backup = new BackupFolder(partial, BackupProgress.NONE, clock);
    BackupFolder.Taken taken = previous.map(backup::after).orElse(backup).take(places);
    if (!taken.damaged().isEmpty()) {
      status.failed(
          taken.damaged().size()
              + " stored files are damaged and not in the backup "
              + partial
              + ": see scripts/gatehouse store verify");
      return Optional.empty();
    }
    progress.report("verifying");
    Verified verified = verified(partial);
    return Optional.of(
        new Verified(series.complete(partial, verified.manifest()), verified.manifest()));
  }

  private boolean isNoted(Path backup) {
    return status.place().endsWith(backup.getFileName().toString());
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
      String name = files.name(files.blobs().path(blob.getKey()));
      needed += linked.contains(name) ? 0 : blob.getValue();
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

  private static Verified verified(Path backup) throws IOException {
    List<String> faults = new RestoredBackup(backup, BackupProgress.NONE).verify().faults();
    if (!faults.isEmpty()) {
      throw new IllegalStateException(
          "the backup " + backup + " was written incorrectly: " + faults.getFirst());
    }
    return new Verified(backup, manifest(backup));
  }

  private void succeeded(Verified backup, String place) throws IOException {
    if (!status.isDone(place)) {
      LastBackup.note(places.data(), place);
      status.succeeded(place, backup.bytes());
      LOG.info("backup verified: place={} bytes={}", place, backup.bytes());
    }
  }

  /**
   * Returns the highest number in the object store, so that numbers increase without the folder.
   */
  private int highestNumber() throws IOException {
    if (settings.bucket().isEmpty()) {
      return 0;
    }
    try (BackupBucket bucket = open(settings.bucket().get())) {
      return bucket.highestNumber();
    }
  }

  private static BackupBucket open(BackupSettings.Bucket bucket) {
    return new BackupBucket(new S3Folder(S3Objects.of(bucket.location()), bucket.prefix()));
  }

  private void upload(BackupSettings.Bucket location, Verified backup, String store)
      throws IOException {
    try (BackupBucket bucket = open(location)) {
      succeeded(backup, bucket.store(backup.folder(), store, backup.manifest()));
      if (isCertain()) {
        logRemoved(bucket.removeOld(settings.keep(), store), location.location().toString());
      }
    }
  }
}
