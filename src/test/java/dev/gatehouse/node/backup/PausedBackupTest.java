package dev.gatehouse.node.backup;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.S3Simulator;
import dev.gatehouse.area.Job;
import dev.gatehouse.node.backup.ScheduledBackup.BackupSettings;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheduled backup that is paused in the middle while another one of the store runs. */
@Tag("slow")
class PausedBackupTest extends BackupsOfOneStore {
  private static final int KEEP_TWO = 2;

  @AutoClose("shutdownNow")
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

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

  private ScheduledBackup backup(String target) {
    return backup(target, KEEP_TWO, RESERVE);
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

  private List<Path> backups(String target) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve(target))) {
      return all.filter(each -> each.getFileName().toString().startsWith("backup-")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"copying", "verifying", "removing"})
  void excludesOthersUntilItEnds(String step) throws Exception {
    backup("target").run(text -> {});
    time.advance(EVERY);
    var pause = new Pause(step);
    Future<?> running = paused(backup("target"), pause);
    time.advance(EVERY);
    ScheduledBackup other = backup("target");
    String refusal =
        assertThrows(IllegalStateException.class, () -> other.run(text -> {})).getMessage();
    assertTrue(refusal.contains("is in use"), refusal);
    pause.released.countDown();
    running.get(20, TimeUnit.SECONDS);
    other.run(text -> {});
    for (Path each : backups("target")) {
      assertEquals(List.of(), faults(each));
    }
    assertEquals(KEEP_TWO, backups("target").size());
  }

  @Test
  void keepsCopiesOfAnotherNodeIntact() throws Exception {
    try (var objects = new S3Simulator()) {
      bucket = Optional.of(new BackupSettings.Bucket(objects.location(), ""));
      var pause = new Pause("uploading");
      Future<?> running = paused(backup("target"), pause);
      documents.collection("others", Other.class).insert(new Other("another"));
      backup("other").run(text -> {});
      Set<String> verified = manifests(objects);
      assertEquals(1, verified.size());
      pause.released.countDown();
      running.get(20, TimeUnit.SECONDS);
      assertEquals(2, manifests(objects).size());
      assertTrue(manifests(objects).containsAll(verified));
      for (String manifest : manifests(objects)) {
        Path copies = downloaded(objects, manifest.replace("/manifest", ""));
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
}
