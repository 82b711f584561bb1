package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.node.health.LastBackup;
import dev.gatehouse.store.files.LowPriority;

/** Reads the newest backup in the folder again, because disks lose data that nothing reads. */
record BackupVerification(Path folder, DataPlaces places) {
  private static final Duration EVERY = Duration.ofDays(7);

  Job job() {
    return new Job("store.verifyBackup", new Schedule.Every(EVERY), false, this::run);
  }

  void run(Job.Progress progress) throws Exception {
    progress.report(LowPriority.call("backup verification", this::verify));
  }

  /** Returns the result in words. */
  private String verify() throws IOException, JobPostponedException {
    Optional<Path> newest = newest();
    if (newest.isEmpty()) {
      return "no backup yet";
    }
    List<String> faults = faults(newest.get());
    if (faults.isEmpty()) {
      return "no faults in " + newest.get();
    }
    if (!Files.exists(newest.get())) {
      throw new JobPostponedException("a newer backup has replaced " + newest.get());
    }
    throw new IllegalStateException(newest.get() + " is damaged: " + String.join(", ", faults));
  }

  /** Returns the last backup. Its copy in an object store was made from the newest one here. */
  private Optional<Path> newest() throws IOException {
    Optional<Path> last =
        LastBackup.of(places.data())
            .map(backup -> Path.of(backup.folder()))
            .filter(path -> path.startsWith(folder) && Files.isDirectory(path));
    List<Path> complete = new BackupSeries(folder, places.blobs().store().orElse("")).complete();
    return last.or(() -> complete.reversed().stream().findFirst());
  }

  private List<String> faults(Path backup) {
    try {
      return new RestoredBackup(backup, BackupProgress.NONE, places.owners()).verify().faults();
    } catch (IOException | IllegalStateException e) {
      return List.of(e.toString());
    }
  }
}
