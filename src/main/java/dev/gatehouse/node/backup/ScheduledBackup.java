package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.node.health.LastBackup;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.files.LowPriority;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.s3.S3Folder;
import dev.gatehouse.store.s3.S3Objects;
import dev.gatehouse.store.sqlite.FolderLock;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.MeterRegistry;
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

  /** Reads the settings to check them. */
  public static void readSettings(Settings settings) {
    configured(settings);
  }

  private static Optional<BackupSettings> configured(Settings settings) {
    BackupSettings own = BackupSettings.read(settings.section("backup"));
    if (own.folder().isEmpty() && own.bucket().isEmpty()) {
      return Optional.empty();
    }
    Check.that(
        settings.mongo().url().isEmpty(),
        "backup.folder and backup.s3Url require the embedded store;"
            + " use the tools of the document server instead");
    return Optional.of(own);
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
    return configured(settings)
        .map(own ->
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

  /** Returns the job that verifies the newest backup in the folder. */
  public Job verification() {
    return new BackupVerification(folder, places).job();
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
      LowPriority.call(
          "backup",
          () -> {
            backUp(progress);
            return null;
          });
    } catch (InterruptedException stopped) {
      // The repeated run continues the incomplete backup.
      throw stopped;
    } catch (Exception e) {
      status.failed(Objects.requireNonNullElse(e.getMessage(), e.toString()));
      throw e;
    }
  }

  private void backUp(Job.Progress progress) throws IOException {
    String store =
        places
            .blobs()
            .store()
            .orElseThrow(() -> new IllegalStateException("the stored files belong to no store"));
    // Another process would continue this run's incomplete backup, and could remove its
    // predecessors.
    try (FolderLock _ = FolderLock.ofBackups(PrivateFiles.durableFolder(folder))) {
      backUpAlone(store, progress);
    }
  }

  private void backUpAlone(String store, Job.Progress progress) throws IOException {
    var series = new BackupSeries(folder, store);
    var local = new LocalBackups(series, places, settings.every(), reserve, clock);
    LocalBackups.Taken taken = local.take(this::highestNumber, this::isNoted, progress);
    if (taken.backup().isEmpty()) {
      status.failed(taken.problem());
      return;
    }
    LocalBackups.Verified backup = taken.backup().get();
    if (settings.bucket().isPresent()) {
      progress.report("uploading");
      upload(settings.bucket().get(), backup, store);
    } else {
      succeeded(backup, backup.folder().toString());
    }
    if (isCertain()) {
      progress.report("removing");
      logRemoved(series.removeOld(keep), folder.toString());
    }
  }

  private boolean isNoted(LocalBackups.Verified backup) {
    return status.place().contains(backup.name());
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

  private void succeeded(LocalBackups.Verified backup, String place) throws IOException {
    if (!status.isDone(place)) {
      LastBackup.note(places.data(), place);
      status.succeeded(place, backup.bytes());
      LOG.info("backup verified: place={} bytes={}", place, backup.bytes());
    }
  }

  /**
   * Returns the highest number in the object store. Another copy of the store, such as a restored
   * one, may have used it.
   */
  private int highestNumber() {
    if (settings.bucket().isEmpty()) {
      return 0;
    }
    try (BackupBucket bucket = open(settings.bucket().get())) {
      return bucket.highestNumber();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BackupBucket open(BackupSettings.Bucket bucket) {
    return new BackupBucket(new S3Folder(S3Objects.of(bucket.location()), bucket.prefix()));
  }

  private void upload(BackupSettings.Bucket location, LocalBackups.Verified backup, String store)
      throws IOException {
    try (BackupBucket bucket = open(location)) {
      succeeded(backup, bucket.store(backup.folder(), store, backup.manifest()));
      if (isCertain()) {
        logRemoved(bucket.removeOld(settings.keep(), store), location.location().toString());
      }
    }
  }
}
