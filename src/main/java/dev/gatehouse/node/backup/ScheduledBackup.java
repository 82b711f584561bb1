package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.node.backup.BackupFiles.Manifest;
import dev.gatehouse.node.backup.BackupFolder.BackupProgress;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.node.health.LastBackup;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.files.LowPriority;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.s3.S3Folder;
import dev.gatehouse.store.s3.S3Location;
import dev.gatehouse.store.s3.S3Objects;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.FolderLock;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes backups regularly, verifies each one by reading it completely, copies it to an object store
 * if one is configured, and then removes old ones. Each backup is a separate folder. It shares the
 * unchanged blobs with the previous backup by hard links.
 */
public final class ScheduledBackup {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduledBackup.class);
  private static final Duration VERIFIED_EVERY = Duration.ofDays(7);

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

  /**
   * Returns the job that reads the newest backup in the folder again, because disks lose data that
   * nothing reads.
   */
  public Job verification() {
    return new Job(
        "store.verifyBackup",
        new Schedule.Every(VERIFIED_EVERY),
        false,
        progress -> progress.report(LowPriority.call("backup verification", this::verifyNewest)));
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
      var series = new BackupSeries(folder, store);
      Optional<Path> taken = taken(series, progress);
      if (taken.isPresent()) {
        note(taken.get(), store, progress);
        removeOld(() -> series.removeOld(keep), folder.toString(), progress);
      }
    }
  }

  /**
   * Returns the verified backup of this run, which an earlier attempt may have taken. Empty if
   * damaged files are missing in it.
   */
  private Optional<Path> taken(BackupSeries series, Job.Progress progress) throws IOException {
    Optional<Path> previous = series.newest();
    if (previous.isPresent() && isRecent(previous.get())) {
      progress.report("verifying");
      if (!status.place().contains(previous.get().getFileName().toString())) {
        mustBeIntact(previous.get());
      }
      return previous;
    }
    progress.report("copying");
    Path partial = series.next(highestNumber());
    mustHaveSpace(previous);
    int damaged =
        new BackupFolder(partial, BackupProgress.NONE, clock, previous)
            .take(places)
            .damaged()
            .size();
    if (damaged > 0) {
      status.failed(
          "%s stored files are damaged and not in the backup %s: see %s store verify"
              .formatted(damaged, partial, CommandName.get()));
      return Optional.empty();
    }
    progress.report("verifying");
    mustBeIntact(partial);
    return Optional.of(series.complete(partial, manifest(partial)));
  }

  private static Manifest manifest(Path backup) throws IOException {
    return new BackupFiles(backup).manifest().orElseThrow();
  }

  /** Returns whether a repeated run may use this backup, so that repeats remove no older one. */
  private boolean isRecent(Path backup) throws IOException {
    Instant created = manifest(backup).created();
    Instant now = clock.guarded().instant();
    return created.isAfter(now.minus(settings.every().dividedBy(2))) && !created.isAfter(now);
  }

  /** The backups must not fill the disk, which may be the disk of the data. */
  private void mustHaveSpace(Optional<Path> previous) throws IOException {
    Set<String> linked = previous.isEmpty() ? Set.of() : manifest(previous.get()).files().keySet();
    var files = new BackupFiles(folder);
    long needed = EmbeddedStore.bytes(places.documents());
    for (Map.Entry<String, Long> blob : places.blobs().sizes().entrySet()) {
      if (!linked.contains(files.name(files.blobs().path(blob.getKey())))) {
        needed += blob.getValue();
      }
    }
    if (Files.getFileStore(folder).getUsableSpace() - needed < reserve) {
      throw new IllegalStateException(
          ("the disk of %s has too little free space for a backup of %s bytes: free space, or"
                  + " reduce backup.keep")
              .formatted(folder, needed));
    }
  }

  private void mustBeIntact(Path backup) throws IOException {
    List<String> faults = faults(backup);
    if (!faults.isEmpty()) {
      throw new IllegalStateException(
          "the backup " + backup + " was written incorrectly: " + faults.getFirst());
    }
  }

  private List<String> faults(Path backup) throws IOException {
    return new RestoredBackup(backup, BackupProgress.NONE, places.owners()).verify().faults();
  }

  /** Records a verified backup, after copying it to the object store if there is one. */
  private void note(Path backup, String store, Job.Progress progress) throws IOException {
    Manifest manifest = manifest(backup);
    if (settings.bucket().isEmpty()) {
      succeeded(manifest, backup.toString());
      return;
    }
    progress.report("uploading");
    try (BackupBucket bucket = open(settings.bucket().get(), store)) {
      succeeded(manifest, bucket.store(backup, manifest));
      removeOld(
          () -> bucket.removeOld(settings.keep()),
          settings.bucket().get().location().toString(),
          progress);
    }
  }

  private void succeeded(Manifest manifest, String place) throws IOException {
    if (!status.isDone(place)) {
      long bytes = manifest.files().values().stream().mapToLong(Manifest.Entry::size).sum();
      LastBackup.note(places.data(), place);
      status.succeeded(place, bytes);
      LOG.info("backup verified: place={} bytes={}", place, bytes);
    }
  }

  private interface Removal {
    int run() throws IOException;
  }

  /** Removes old backups if the clock is confirmed; a wrong clock must not remove anything. */
  private void removeOld(Removal removal, String where, Job.Progress progress) throws IOException {
    if (clock.olderThan(Duration.ZERO).isPresent()) {
      progress.report("removing");
      int removed = removal.run();
      if (removed > 0) {
        LOG.info("removed old backups: count={} from={}", removed, where);
      }
    }
  }

  /**
   * Returns the highest number in the object store. Another copy of the store, such as a restored
   * one, may have used it.
   */
  private int highestNumber() throws IOException {
    if (settings.bucket().isEmpty()) {
      return 0;
    }
    try (BackupBucket bucket = open(settings.bucket().get(), "")) {
      return bucket.highestNumber();
    }
  }

  private static BackupBucket open(BackupSettings.Bucket bucket, String store) {
    return new BackupBucket(new S3Folder(S3Objects.of(bucket.location()), bucket.prefix()), store);
  }

  /** Verifies the last backup and returns the result in words. */
  private String verifyNewest() throws IOException, JobPostponedException {
    Optional<Path> newest = lastNoted();
    if (newest.isEmpty()) {
      newest = new BackupSeries(folder, places.blobs().store().orElse("")).newest();
    }
    if (newest.isEmpty()) {
      return "no backup yet";
    }
    List<String> faults;
    try {
      faults = faults(newest.get());
    } catch (IOException | IllegalStateException e) {
      faults = List.of(e.toString());
    }
    if (faults.isEmpty()) {
      return "no faults in " + newest.get();
    }
    if (!Files.exists(newest.get())) {
      throw new JobPostponedException("a newer backup has replaced " + newest.get());
    }
    throw new IllegalStateException(newest.get() + " is damaged: " + String.join(", ", faults));
  }

  /** Returns the last backup. Its copy in an object store was made from the newest one here. */
  private Optional<Path> lastNoted() throws IOException {
    return LastBackup.of(places.data())
        .map(backup -> Path.of(backup.folder()))
        .filter(path -> path.startsWith(folder) && Files.isDirectory(path));
  }

  /**
   * Settings of the scheduled backups.
   *
   * @param folder folder of the backups; empty for none
   * @param bucket bucket for their copies; empty for none
   * @param every time between the starts of two backups
   * @param keep number of backups to keep
   */
  record BackupSettings(Optional<Path> folder, Optional<Bucket> bucket, Duration every, int keep) {
    private static final Duration MIN_PERIOD = Duration.ofHours(1);
    private static final Duration MAX_PERIOD = Duration.ofDays(31);

    /**
     * Bucket for copies of the backups.
     *
     * @param prefix start of all keys; empty or with a slash at the end
     */
    record Bucket(S3Location location, String prefix) {}

    /**
     * @param own the section {@code backup}
     */
    static BackupSettings read(Section own) {
      String prefix =
          own.text("s3Prefix", "([A-Za-z0-9._-]+/)*", "must be empty or end with a slash");
      Duration every = own.duration("every");
      Check.that(
          every.compareTo(MIN_PERIOD) >= 0 && every.compareTo(MAX_PERIOD) <= 0,
          "backup.every must be 1h to 31d");
      return new BackupSettings(
          PlainText.nonEmpty(own.text("folder")).map(Path::of),
          StoredBlobs.location(own, "").map(place -> new Bucket(place, prefix)),
          every,
          own.number("keep", 1));
    }
  }

  /** Stored result of the scheduled backups, for health and metrics. */
  static final class BackupStatus {
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
    private record Outcome(
        String id, Instant verifiedAt, String place, long bytes, String problem) {}

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
      Gauge.builder(
              "gatehouse.backup.verified",
              this,
              status -> status.verifiedAt().map(Instant::getEpochSecond).orElse(0L))
          .baseUnit("seconds")
          .description("Time of the last verified scheduled backup, since 1970; 0 before the first")
          .register(registry);
      Gauge.builder("gatehouse.backup.size", this, status -> status.lastOutcome.bytes())
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
}
