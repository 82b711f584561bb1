package dev.gatehouse.node.backup;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.S3Simulator;
import dev.gatehouse.S3Simulator.Trouble;
import dev.gatehouse.TestNode;
import dev.gatehouse.node.backup.ScheduledBackup.BackupSettings;
import dev.gatehouse.time.TrustedClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Backups that a node takes by itself. */
@Tag("slow")
class ScheduledBackupTest extends BackupsOfOneStore {
  @Test
  void takesVerifiedBackups() throws Exception {
    run();
    assertEquals(List.of("backup-000001"), names());
    Path first = named("backup-000001");
    assertEquals(List.of(), faults(first));
    add(3);
    runNextDay();
    Path second = named("backup-000002");
    assertEquals(List.of(), faults(second));
    assertTrue(
        Files.isSameFile(second.resolve(inBackup(1)), first.resolve(inBackup(1))),
        "unchanged files are links");
    assertEquals(Optional.empty(), backup.problem());
    assertTrue(Files.readString(data().resolve("last-backup")).contains("backup-000002"));
  }

  @Test
  void replacesDamagedFilesOfPreviousBackup() throws Exception {
    run();
    Files.writeString(named("backup-000001").resolve(inBackup(1)), "damaged 1 ");
    runNextDay();
    assertEquals(List.of(), faults(named("backup-000002")));
    assertEquals(
        List.of(inBackup(1) + " (a document) is damaged: its SHA-256 differs"),
        faults(named("backup-000001")));
  }

  @Test
  void removesOldAfterVerification() throws Exception {
    for (int i = 0; i < KEEP + 1; i++) {
      runNextDay();
    }
    assertEquals(List.of("backup-000002", "backup-000003", "backup-000004"), names());
    add(3);
    Files.writeString(blob(3), "bytes of 4");
    runNextDay();
    assertTrue(backup.problem().orElse("").contains("1 stored files are damaged"));
    List<String> unfinished =
        List.of("backup-000002", "backup-000003", "backup-000004", "backup-000005.partial");
    assertEquals(unfinished, names(), "without a verified backup none is removed");
    Files.writeString(blob(3), "bytes of 3");
    runNextDay();
    assertEquals(Optional.empty(), backup.problem());
    assertEquals(List.of("backup-000003", "backup-000004", "backup-000005"), names());
  }

  @Test
  void removesOnlyItsOwnFiles() throws Exception {
    run();
    Path first = named("backup-000001");
    Files.writeString(first.resolve("secrets/notes"), "of the owner");
    List<Path> others =
        List.of(
            Files.createDirectories(target().resolve("backup-000000-2020-01-01")),
            Files.createDirectories(target().resolve("photos")));
    for (Path other : others) {
      Files.writeString(other.resolve("manifest"), "mine");
    }
    Files.delete(first.resolve("gatehouse-backup"));
    for (int i = 0; i < KEEP + 1; i++) {
      runNextDay();
    }
    assertTrue(Files.exists(first.resolve(inBackup(1))), "not a backup without its mark");
    Files.writeString(first.resolve("gatehouse-backup"), "2\n");
    runNextDay();
    Path removed = named("backup-000001");
    assertTrue(removed.toString().endsWith(".removed"), removed::toString);
    try (Stream<Path> left = Files.walk(removed)) {
      assertEquals(
          List.of("notes"),
          left.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).toList());
    }
    for (Path other : others) {
      assertEquals("mine", Files.readString(other.resolve("manifest")));
    }
  }

  @Test
  void removesNothingByWrongClock() throws Exception {
    for (int i = 0; i < KEEP; i++) {
      runNextDay();
    }
    clock = new TrustedClock(time, Duration.ofHours(1));
    backup = backup(RESERVE);
    time.jump(EVERY);
    runNextDay();
    assertEquals(KEEP + 1, names().size(), "during a jump");
    time.jump(EVERY.negated());
    clock.lookUnlessShared();
    time.advance(Duration.ofHours(2));
    clock.lookUnlessShared();
    run();
    assertEquals(KEEP, names().size(), "after the clock was confirmed");
  }

  @Test
  void repeatsTakeNoSecondBackup() throws Exception {
    run();
    run();
    assertEquals(List.of("backup-000001"), names());
  }

  @Test
  void continuesInterruptedBackup() throws Exception {
    run();
    Path partial = target().resolve("backup-000001.partial");
    Files.move(named("backup-000001"), partial);
    Files.delete(partial.resolve("manifest"));
    run();
    assertEquals(List.of("backup-000001"), names());
    assertEquals(List.of(), faults(named("backup-000001")));
  }

  @Test
  void reportsFailures() throws Exception {
    backup = backup(Long.MAX_VALUE / 2);
    assertThrows(IllegalStateException.class, this::run);
    assertTrue(backup.problem().orElse("").contains("too little free space"));
    backup = backup(RESERVE);
    backup.prepare();
    assertTrue(backup.problem().isPresent(), "also after a restart");
    run();
    assertEquals(Optional.empty(), backup.problem());
    TestNode.deleteTree(target());
    Files.writeString(target(), "a file");
    time.advance(EVERY);
    assertThrows(IOException.class, this::run);
    assertTrue(backup.problem().isPresent());
  }

  @Test
  void reportsMissedBackups() throws Exception {
    assertEquals(Optional.empty(), backup.problem());
    run();
    time.advance(EVERY.multipliedBy(2).minusHours(1));
    assertEquals(Optional.empty(), backup.problem());
    time.advance(Duration.ofHours(2));
    assertTrue(backup.problem().orElse("").contains("no scheduled backup has succeeded since"));
  }

  @Test
  void rejectsFolderOfAnotherStore() throws Exception {
    run();
    store.close();
    TestNode.deleteTree(data());
    fill();
    assertThrows(IllegalStateException.class, this::run);
    assertEquals(List.of("backup-000001"), names());
    assertFalse(backup.problem().isEmpty());
  }

  /** Returns the names of the copies with a manifest, without the dates. */
  private static List<String> copies(S3Simulator objects) {
    return objects.texts().keySet().stream()
        .filter(key -> key.endsWith("/manifest"))
        .map(key -> key.replaceAll("-\\d{4}-\\d\\d-\\d\\d-[0-9a-f]{12}/manifest$", ""))
        .toList();
  }

  @Test
  void copiesToObjectStore() throws Exception {
    try (var objects = new S3Simulator()) {
      bucket = Optional.of(new BackupSettings.Bucket(objects.location(), "of/this/"));
      backup = backup(RESERVE);
      run();
      assertEquals(List.of("of/this/backup-000001"), copies(objects));
      assertEquals(0, objects.copies());
      for (int i = 0; i < KEEP; i++) {
        runNextDay();
      }
      assertTrue(objects.copies() > 0, "unchanged files are not uploaded again");
      List<String> kept =
          List.of("of/this/backup-000002", "of/this/backup-000003", "of/this/backup-000004");
      assertEquals(kept, copies(objects));
      Path last = downloaded(objects, "of/this/backup-000004");
      assertEquals(List.of(), faults(named(last.resolve("of/this"), "backup-")));
      assertTrue(objects.texts().keySet().stream().noneMatch(key -> key.contains("backup-000001")));

      objects.troubles(request ->
          request.matches("GET .*/backup-000005-.*/documents.sqlite")
              ? Trouble.ALTERED
              : Trouble.NONE);
      time.advance(EVERY);
      assertThrows(IllegalStateException.class, this::run);
      assertTrue(backup.problem().orElse("").contains("other bytes than were sent"));
      objects.troubles(request -> Trouble.NONE);
      assertEquals(kept, copies(objects), "nothing is removed before a verified copy");
      run();
      assertEquals(Optional.empty(), backup.problem());
      assertEquals("of/this/backup-000005", copies(objects).getLast());
    }
  }
}
