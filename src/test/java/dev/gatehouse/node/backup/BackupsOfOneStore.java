package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.S3Simulator;
import dev.gatehouse.TestClock;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.node.ListedBlobs;
import dev.gatehouse.node.backup.BackupFolder.BackupProgress;
import dev.gatehouse.node.backup.DataPlaces.SettingsCopy;
import dev.gatehouse.node.backup.ScheduledBackup.BackupSettings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.time.TrustedClock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store with two files, of which a test takes backups. */
abstract class BackupsOfOneStore {
  static final Duration EVERY = Duration.ofDays(1);
  static final int KEEP = 3;
  static final long RESERVE = 1;

  @TempDir Path folder;
  final TestClock time = new TestClock();
  final List<NamedBlob> stored = new ArrayList<>();
  TrustedClock clock = time.trusted();
  @AutoClose EmbeddedStore store;
  Documents documents;
  ScheduledBackup backup;
  Optional<BackupSettings.Bucket> bucket = Optional.empty();

  /** Documents that state the digests of all files. */
  final BlobOwner owner = new ListedBlobs(stored::stream);

  @BeforeEach
  void fill() throws IOException {
    Files.createDirectories(data().resolve("secrets"));
    Files.writeString(data().resolve("secrets/key"), "secret");
    store = EmbeddedStore.open(data().resolve("documents"), false);
    documents = new Documents(store.documents(), new SecureRandom());
    new StoreId(documents, "here", blobs(), List.of()).check();
    add(1);
    add(2);
    backup = backup(RESERVE);
  }

  Path data() {
    return folder.resolve("data");
  }

  Path target() {
    return folder.resolve("target");
  }

  BlobFolder blobs() {
    return new BlobFolder(data().resolve("blobs"));
  }

  ScheduledBackup backup(long reserve) {
    return backup("target", KEEP, reserve);
  }

  ScheduledBackup backup(String target, int keep, long reserve) {
    var places =
        new DataPlaces(
            data(),
            data().resolve("documents"),
            blobs(),
            data().resolve("secrets"),
            new SettingsCopy("", new TreeMap<>()),
            read -> List.of(owner));
    var settings = new BackupSettings(Optional.of(folder.resolve(target)), bucket, EVERY, keep);
    return new ScheduledBackup(settings, places, documents, reserve, clock);
  }

  Path blob(int i) {
    return blobs().path(String.format(Locale.ROOT, "%024x", i));
  }

  void add(int i) throws IOException {
    byte[] bytes = ("bytes of " + i).getBytes(StandardCharsets.UTF_8);
    Files.createDirectories(blob(i).getParent());
    Files.write(blob(i), bytes);
    String id = blob(i).getFileName().toString();
    stored.add(NamedBlob.of(id, "a document", bytes.length, Sha256.hex(bytes)));
  }

  void run() throws Exception {
    backup.run(text -> {});
  }

  void runNextDay() throws Exception {
    time.advance(EVERY);
    run();
  }

  /** Returns the names without the dates. */
  List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(target())) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> name.startsWith("backup-"))
          .map(name -> name.replaceAll("-\\d{4}-\\d\\d-\\d\\d$", ""))
          .sorted()
          .toList();
    }
  }

  Path named(String start) throws IOException {
    return named(target(), start);
  }

  static Path named(Path folder, String start) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> each.getFileName().toString().startsWith(start))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Copies the objects whose keys begin with a text to a folder, and returns the folder. */
  Path downloaded(S3Simulator objects, String start) throws IOException {
    return downloaded(folder, objects, start);
  }

  static Path downloaded(Path folder, S3Simulator objects, String start) throws IOException {
    Path to = folder.resolve("downloaded");
    for (String key : objects.texts().keySet()) {
      if (key.startsWith(start)) {
        Path file = to.resolve(key);
        Files.createDirectories(file.getParent());
        Files.write(file, objects.bytes(key));
      }
    }
    return to;
  }

  List<String> faults(Path backup) throws IOException {
    return new RestoredBackup(backup, BackupProgress.NONE, read -> List.of(owner))
        .verify()
        .faults();
  }

  String inBackup(int i) {
    return "blobs/" + blobs().root().relativize(blob(i));
  }
}
