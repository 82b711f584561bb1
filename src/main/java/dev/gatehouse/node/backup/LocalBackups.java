package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.time.TrustedClock;

/**
 * Takes the backups of a series, and verifies each by reading it completely.
 *
 * @param every time between two backups
 * @param reserve bytes of the disk to leave free
 */
record LocalBackups(
    BackupSeries series, DataPlaces places, Duration every, long reserve, TrustedClock clock) {
  record Verified(Path folder, Manifest manifest) {
    private static Verified of(Path folder) {
      try {
        return new Verified(folder, new BackupFiles(folder).manifest().orElseThrow());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String name() {
      return folder.getFileName().toString();
    }

    long bytes() {
      return manifest.files().values().stream().mapToLong(Manifest.Entry::size).sum();
    }
  }

  /**
   * Result of a run.
   *
   * @param backup empty if damaged files are missing in the backup
   * @param problem why there is no backup; empty if there is one
   */
  record Taken(Optional<Verified> backup, String problem) {}

  /**
   * Takes a backup, or returns the one of this run's time if an earlier attempt has taken it.
   *
   * @param highest returns the highest number of a backup elsewhere
   * @param noted returns whether a backup is known as verified
   */
  Taken take(IntSupplier highest, Predicate<Verified> noted, Job.Progress progress)
      throws IOException {
    Optional<Verified> previous =
        series.complete().reversed().stream().findFirst().map(Verified::of);
    Optional<Verified> recent = previous.filter(this::isRecent);
    if (recent.isPresent()) {
      progress.report("verifying");
      return new Taken(
          Optional.of(noted.test(recent.get()) ? recent.get() : verified(recent.get().folder())),
          "");
    }
    progress.report("copying");
    Path partial = series.next(highest.getAsInt());
    mustHaveSpace(previous);
    var backup = new BackupFolder(partial, BackupProgress.NONE, clock);
    List<String> damaged =
        previous.map(each -> backup.after(each.folder())).orElse(backup).take(places).damaged();
    if (!damaged.isEmpty()) {
      return new Taken(
          Optional.empty(),
          "%s stored files are damaged and not in the backup %s: see %s store verify"
              .formatted(damaged.size(), partial, CommandName.get()));
    }
    progress.report("verifying");
    Manifest manifest = verified(partial).manifest();
    return new Taken(Optional.of(new Verified(series.complete(partial, manifest), manifest)), "");
  }

  /** Returns whether a repeated run may use this backup, so that repeats remove no older one. */
  private boolean isRecent(Verified backup) {
    Instant created = backup.manifest().created();
    Instant now = clock.guarded().instant();
    return created.isAfter(now.minus(every.dividedBy(2))) && !created.isAfter(now);
  }

  /** The backups must not fill the disk, which may be the disk of the data. */
  private void mustHaveSpace(Optional<Verified> previous) throws IOException {
    Set<String> linked =
        previous.map(backup -> backup.manifest().files().keySet()).orElse(Collections.emptySet());
    var files = new BackupFiles(series.folder());
    long needed = EmbeddedStore.bytes(places.documents());
    for (Map.Entry<String, Long> blob : places.blobs().sizes().entrySet()) {
      String name = files.name(files.blobs().path(blob.getKey()));
      if (!linked.contains(name)) {
        needed += blob.getValue();
      }
    }
    if (Files.getFileStore(series.folder()).getUsableSpace() - needed < reserve) {
      throw new IllegalStateException(
          ("the disk of %s has too little free space for a backup of %s bytes: free space, or"
                  + " reduce backup.keep")
              .formatted(series.folder(), needed));
    }
  }

  private Verified verified(Path backup) throws IOException {
    List<String> faults =
        new RestoredBackup(backup, BackupProgress.NONE, places.owners()).verify().faults();
    if (!faults.isEmpty()) {
      throw new IllegalStateException(
          "the backup " + backup + " was written incorrectly: " + faults.getFirst());
    }
    return Verified.of(backup);
  }
}
