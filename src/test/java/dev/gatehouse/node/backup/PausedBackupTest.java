package dev.gatehouse.node.backup;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.S3Simulator;
import dev.gatehouse.TestClock;
import dev.gatehouse.area.Job;
import dev.gatehouse.node.backup.BackupFolder.BackupProgress;
import dev.gatehouse.node.backup.DataPlaces.SettingsCopy;
import dev.gatehouse.node.backup.ScheduledBackup.BackupSettings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheduled backup that is paused in the middle while another one of the store runs. */
@Tag("slow")
class PausedBackupTest {
  private static final Duration EVERY = Duration.ofDays(1);
  private static final int KEEP = 2;

  @TempDir Path folder;
  private final TestClock time = new TestClock();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private EmbeddedStore store;
  private Documents documents;

  /** Progress that pauses at a step until it is released. */
  private static final class Pause implements Job.Progress {
    private final String step;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    Pause(String step) {
      this.step = step;
    }

    @Override
    public void report(String text) {
      if (text.equals(step)) {
        reached.countDown();
        try {
          assertTrue(released.await(20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  @BeforeEach
  void open() throws IOException {
    Files.createDirectories(data().resolve("secrets"));
    store = EmbeddedStore.open(data().resolve("documents"), false);
    documents = new Documents(store.documents(), new SecureRandom());
    new StoreId(documents, "here", blobs(), List.of()).check();
  }

  @AfterEach
  void close() {
    thread.shutdownNow();
    store.close();
  }

  private Path data() {
    return folder.resolve("data");
  }

  private BlobFolder blobs() {
    return new BlobFolder(data().resolve("blobs"));
  }

  private ScheduledBackup backup(String target, Optional<BackupSettings.Bucket> bucket) {
    var places =
        new DataPlaces(
            data(),
            data().resolve("documents"),
            blobs(),
            data().resolve("secrets"),
            new SettingsCopy("", new TreeMap<>()),
            read -> List.of());
    var settings = new BackupSettings(Optional.of(folder.resolve(target)), bucket, EVERY, KEEP);
    return new ScheduledBackup(settings, places, documents, 1, time.trusted());
  }

  private Future<?> paused(ScheduledBackup backup, Pause pause) throws InterruptedException {
    Future<?> running =
        thread.submit(() -> {
          backup.run(pause);
          return null;
        });
    assertTrue(pause.reached.await(20, TimeUnit.SECONDS));
    return running;
  }

  private static List<String> faults(Path backup) throws IOException {
    return new RestoredBackup(backup, BackupProgress.NONE, read -> List.of()).verify().faults();
  }

  private List<Path> backups(String target) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve(target))) {
      return all.filter(each -> each.getFileName().toString().startsWith("backup-")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"copying", "verifying", "removing"})
  void excludesOthersUntilItEnds(String step) throws Exception {
    backup("target", Optional.empty()).run(text -> {});
    time.advance(EVERY);
    var pause = new Pause(step);
    Future<?> running = paused(backup("target", Optional.empty()), pause);
    time.advance(EVERY);
    ScheduledBackup other = backup("target", Optional.empty());
    String refusal =
        assertThrows(IllegalStateException.class, () -> other.run(text -> {})).getMessage();
    assertTrue(refusal.contains("is in use"), refusal);
    pause.released.countDown();
    running.get(20, TimeUnit.SECONDS);
    other.run(text -> {});
    for (Path each : backups("target")) {
      assertEquals(List.of(), faults(each));
    }
    assertEquals(KEEP, backups("target").size());
  }

  @Test
  void keepsCopiesOfAnotherNodeIntact() throws Exception {
    try (var objects = new S3Simulator()) {
      var pause = new Pause("uploading");
      Future<?> running = paused(backup("target", bucket(objects)), pause);
      documents.collection("others", Other.class).insert(new Other("another"));
      backup("other", bucket(objects)).run(text -> {});
      Set<String> verified = manifests(objects);
      assertEquals(1, verified.size());
      pause.released.countDown();
      running.get(20, TimeUnit.SECONDS);
      assertEquals(2, manifests(objects).size());
      assertTrue(manifests(objects).containsAll(verified));
      for (String manifest : manifests(objects)) {
        Path copies =
            BackupsOfOneStore.downloaded(folder, objects, manifest.replace("/manifest", ""));
        assertEquals(List.of(), faults(copies.resolve(manifest).getParent()));
      }
    }
  }

  private record Other(String id) {}

  private static Set<String> manifests(S3Simulator objects) {
    return objects.texts().keySet().stream()
        .filter(key -> key.endsWith("/manifest"))
        .collect(Collectors.toSet());
  }

  private static Optional<BackupSettings.Bucket> bucket(S3Simulator objects) {
    return Optional.of(new BackupSettings.Bucket(objects.location(), ""));
  }
}
