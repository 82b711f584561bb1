package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.node.health.LastBackup;
import dev.gatehouse.node.health.NativeLibraries;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.sqlite.EmbeddedReader;

/** Checks of the data folder, the stores in it, the disk, and the backups. */
final class DataChecks {
  private static final String FOLDERS = "folders";
  private static final String DISK = "disk";
  private static final String BACKUP = "backup";
  private static final String STORE = "store";
  private static final Duration SLOW_SYNC = Duration.ofMillis(50);
  private static final Duration OLD_BACKUP = Duration.ofDays(7);
  private static final int SYNCS = 5;
  private static final int BLOCK = 4_096;
  private static final long MB = 1 << 20;

  private final Settings settings;
  private final Path data;
  private final InstantSource clock;

  DataChecks(Settings settings, InstantSource clock) {
    this.settings = settings;
    this.data = settings.data().dir();
    this.clock = clock;
  }

  List<Finding> folders() {
    List<Finding> findings = new ArrayList<>();
    findings.add(folder("data.dir", data));
    if (!settings.section("blobs").text("dir").isEmpty()) {
      Path blobs = settings.blobsDir();
      if (Files.isDirectory(blobs)) {
        findings.add(folder("blobs.dir", blobs));
      } else {
        findings.add(
            Finding.problem(
                FOLDERS,
                "blobs.dir " + blobs + " is not a folder",
                "Mount the disk of the files, or create the folder for a new node."));
      }
    }
    return findings;
  }

  private static Finding folder(String key, Path folder) {
    Path existing = existing(folder);
    String name = key + ' ' + folder;
    if (!Files.isDirectory(existing)) {
      return Finding.problem(
          FOLDERS, existing + " is a file", "Move it away, or set another " + key + '.');
    }
    if (!Files.isWritable(existing) || !Files.isReadable(existing)) {
      return Finding.problem(
          FOLDERS,
          existing + " cannot be read or written by " + System.getProperty("user.name"),
          "Give the folder to the user who runs the node.");
    }
    boolean created = existing.equals(folder.toAbsolutePath());
    return Finding.ok(FOLDERS, name + (created ? " can be used" : " will be created"));
  }

  /** Returns the folder, or its nearest parent that exists. */
  private static Path existing(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  List<Finding> nativeLibraries() {
    return List.of(
        NativeLibraries.problem()
            .map(problem ->
                Finding.problem("native", problem, "Set JAVA_OPTS, and restart the node."))
            .orElseGet(() -> Finding.ok("native", "the library of zstd can be loaded")));
  }

  List<Finding> disk() throws IOException {
    Path existing = existing(data);
    long free = Files.getFileStore(existing).getUsableSpace();
    long reserve = settings.store().reserve().bytes();
    String space = free / MB + " MB are free, store.reserve is " + reserve / MB + " MB";
    List<Finding> findings = new ArrayList<>();
    if (free < reserve) {
      findings.add(
          Finding.problem(
              DISK, space, "Free disk space; until then the node accepts no uploads (507)."));
    } else {
      findings.add(
          Finding.warningIf(free - reserve < reserve, DISK, space, "Plan more disk space."));
    }
    if (Files.isDirectory(existing) && Files.isWritable(existing)) {
      findings.add(syncs(existing));
    }
    return findings;
  }

  /** Measures how long a small write takes to reach the disk. */
  private Finding syncs(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, ".doctor", ".tmp");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      Instant start = clock.instant();
      for (int i = 0; i < SYNCS; i++) {
        channel.write(ByteBuffer.allocate(BLOCK));
        channel.force(true);
      }
      Duration each = Duration.between(start, clock.instant()).dividedBy(SYNCS);
      String speed = "a write reaches the disk in " + each.toMillis() + " ms";
      return Finding.warningIf(
          each.compareTo(SLOW_SYNC) > 0,
          DISK,
          speed,
          "Put data.dir on a local SSD, since each write waits.");
    } finally {
      Files.delete(file);
    }
  }

  /** Opens the embedded store and the files. Requires that no node runs. */
  List<Finding> stores() {
    Path folder = StoredDocuments.folder(settings);
    if (!settings.mongo().url().isEmpty()) {
      return List.of();
    }
    if (!StoredDocuments.exist(settings)) {
      return List.of(Finding.ok(STORE, "there is no store yet; the first start creates it"));
    }
    try (EmbeddedReader reader = new EmbeddedReader(folder)) {
      reader.documents();
    } catch (RuntimeException e) {
      return List.of(
          Finding.problem(
              STORE,
              folder + " cannot be opened: " + e.getMessage(),
              "Restore a backup (gatehouse restore), or correct data.dir."));
    }
    Path blobs = settings.blobsDir();
    boolean missing = settings.section("blobs").text("s3Url").isEmpty() && !Files.isReadable(blobs);
    if (missing) {
      return List.of(
          Finding.problem(
              STORE, blobs + " cannot be read", "Mount the disk of the files, or restore them."));
    }
    return List.of(Finding.ok(STORE, "documents and files can be opened"));
  }

  List<Finding> backup() throws IOException {
    List<Finding> findings = new ArrayList<>();
    String folder = settings.section(BACKUP).text("folder");
    if (!folder.isEmpty() && !Files.isWritable(Path.of(folder))) {
      findings.add(
          Finding.problem(
              BACKUP,
              "backup.folder " + folder + " cannot be written",
              "Mount its disk, or give the folder to the user who runs the node."));
    }
    boolean scheduled = !folder.isEmpty() || !settings.section(BACKUP).text("s3Url").isEmpty();
    Duration every = settings.section(BACKUP).duration("every");
    findings.add(age(scheduled ? every.multipliedBy(2) : OLD_BACKUP));
    return findings;
  }

  private Finding age(Duration old) throws IOException {
    if (!settings.mongo().url().isEmpty() || !StoredDocuments.exist(settings)) {
      return Finding.ok(BACKUP, "there is no embedded store to back up");
    }
    Optional<LastBackup> last = LastBackup.of(data);
    if (last.isEmpty()) {
      return Finding.warning(
          BACKUP, "no backup was made", "Run gatehouse backup, or set backup.folder.");
    }
    Duration age = Duration.between(last.get().at(), clock.instant());
    String words = "the last backup is " + age.toHours() + " hours old";
    return Finding.problemIf(
        age.compareTo(old) > 0,
        BACKUP,
        words,
        "Run gatehouse backup, and read in the log why no backup was made.");
  }
}
