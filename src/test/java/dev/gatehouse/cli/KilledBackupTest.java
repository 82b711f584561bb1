package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.killed.Kills;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * kill -9 in each phase of a backup and of a restore. What can be put back is always whole: each
 * document names a blob, and all of them are there.
 */
@Tag("slow")
class KilledBackupTest extends OwnersFolders {
  private static final int BLOBS = 12;
  private static final int BYTES = 1 << 20;
  private static final String PADDING = "x".repeat(400_000);

  private int restores;

  /** A phase of the work, detected by the files in the written folder. */
  private record Phase(String name, Sign sign) {}

  private interface Sign {
    boolean isIn(Path target) throws IOException;
  }

  private static final List<Phase> OF_A_BACKUP =
      List.of(
          new Phase("marked", target -> Files.exists(target.resolve("gatehouse-backup"))),
          new Phase("some blobs", target -> blobs(target) >= BLOBS / 3),
          new Phase("documents begun", target -> holds(target, "documents.next")),
          new Phase("documents copied", target -> holds(target, "documents.next/documents.sqlite")),
          new Phase("secrets copied", target -> holds(target, "secrets/key")),
          new Phase("documents in place", target -> holds(target, "documents/documents.sqlite")));

  private static final List<Phase> OF_A_RESTORE =
      List.of(
          new Phase("marked", target -> holds(target, "restore-unfinished")),
          new Phase("some blobs", target -> blobs(target) >= BLOBS / 3),
          new Phase("secrets", target -> holds(target, "secrets/key")),
          new Phase("documents begun", target -> holds(target, "documents/documents.sqlite.new")),
          new Phase("documents in place", target -> holds(target, "documents/documents.sqlite")));

  @BeforeEach
  void fill() throws IOException {
    OwnersData.secret(data());
    grow(0, BLOBS);
  }

  /** Stores blobs, and documents that name them. */
  private void grow(int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      Path blob = data().resolve("blobs").resolve(name(i));
      Files.createDirectories(blob.getParent());
      Files.write(blob, bytes(i));
    }
    try (EmbeddedStore store = EmbeddedStore.open(data().resolve("documents"), false)) {
      store
          .documents()
          .insert(
              "c",
              IntStream.range(from, to)
                  .mapToObj(i -> JsonObject.of("_id", name(i), "padding", PADDING))
                  .toList());
    }
  }

  private static String name(int i) {
    return String.format(Locale.ROOT, "%02x/%02x%022x", i % 7, i % 7, i);
  }

  private static byte[] bytes(int i) {
    byte[] bytes = new byte[BYTES];
    bytes[i] = 1;
    return bytes;
  }

  /** The first backup is invalid until it is complete. */
  @Test
  void rejectsIncompleteFirstBackup() throws Exception {
    for (Phase phase : OF_A_BACKUP) {
      kill(phase, backup(), data(), "backup", backup().toString());
      Path target = target();
      boolean whole = run(target, "restore", backup().toString()) == 0;
      assertEquals(whole ? BLOBS : 0, whole ? documents(target) : 0, phase.name());
      assertEquals(whole, Files.exists(target.resolve("documents/documents.sqlite")), phase.name());
      assertEquals(0, run(data(), "backup", backup().toString()), phase.name());
      assertRestored(BLOBS, phase);
      TestNode.deleteTree(backup());
    }
  }

  /** Of a later one the earlier stays until it is whole. */
  @Test
  void keepsEarlierBackupWhenLaterIsKilled() throws Exception {
    assertEquals(0, run(data(), "backup", backup().toString()));
    int stored = BLOBS;
    for (Phase phase : OF_A_BACKUP.subList(2, OF_A_BACKUP.size() - 1)) {
      grow(stored, stored + 4);
      kill(phase, backup(), data(), "backup", backup().toString());
      Path target = target();
      assertEquals(0, run(target, "restore", backup().toString()), phase.name());
      int restored = documents(target);
      assertTrue(restored == stored || restored == stored + 4, phase.name() + ": " + restored);
      stored += 4;
      assertEquals(0, run(data(), "backup", backup().toString()), phase.name());
      assertRestored(stored, phase);
    }
  }

  private void assertRestored(int expected, Phase phase) throws IOException {
    Path target = target();
    assertEquals(0, run(target, "restore", backup().toString()), phase.name());
    assertEquals(expected, documents(target), phase.name());
    TestNode.deleteTree(target);
  }

  @Test
  void blocksStartUntilKilledRestoreCompletes() throws Exception {
    assertEquals(0, run(data(), "backup", backup().toString()));
    List<String> interrupted = new ArrayList<>();
    for (Phase phase : OF_A_RESTORE) {
      Path target = target();
      kill(phase, target, target, "restore", backup().toString());
      boolean ended = Files.notExists(target.resolve("restore-unfinished"));
      if (!ended) {
        if (interrupted.isEmpty()) {
          assertRejected(target);
        }
        interrupted.add(phase.name());
        assertEquals(0, run(target, "restore", backup().toString()), phase.name());
      }
      assertEquals(BLOBS, documents(target), phase.name());
      assertEquals(1, run(target, "restore", backup().toString()), "there is data now");
      TestNode.deleteTree(target);
    }
    assertFalse(interrupted.isEmpty(), "no restore was interrupted");
  }

  /** No node starts with a part of a backup, and no other backup is mixed with it. */
  private void assertRejected(Path target) throws IOException {
    var refused = assertThrows(IllegalStateException.class, () -> start(target));
    assertTrue(refused.getMessage().contains("was interrupted"), refused.getMessage());
    Path other = folder.resolve("other");
    assertEquals(0, run(data(), "backup", other.toString()));
    assertEquals(1, run(target, "restore", other.toString()), "that would mix two");
  }

  private static void start(Path data) throws IOException {
    TestSettings.start(data).close();
  }

  /** How many documents there are; the blob of each is there, too. */
  private static int documents(Path data) throws IOException {
    List<JsonObject> found;
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("documents"), false)) {
      found = store.documents().find("c", new JsonObject(), new JsonObject(), 0, 0);
    }
    for (JsonObject document : found) {
      assertEquals(BYTES, Files.size(data.resolve("blobs").resolve(document.getString("_id"))));
    }
    assertEquals("secret", Files.readString(data.resolve("secrets/key")));
    return found.size();
  }

  private Path target() {
    return folder.resolve("restored" + restores++);
  }

  private static void kill(Phase phase, Path target, Path data, String... words) throws Exception {
    String[] arguments =
        Stream.concat(Stream.of(data.toString()), Stream.of(words)).toArray(String[]::new);
    Process child = ChildJvm.start(BackupChild.class, arguments);
    Kills.killWhen(child, () -> phase.sign().isIn(target));
  }

  private static boolean holds(Path target, String name) {
    return Files.exists(target.resolve(name));
  }

  private static long blobs(Path target) {
    try (Stream<Path> files = Files.walk(target.resolve("blobs"), 2)) {
      return files.filter(file -> file.getFileName().toString().length() == 24).count();
    } catch (IOException | UncheckedIOException changing) {
      return 0;
    }
  }
}
