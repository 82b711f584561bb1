package dev.gatehouse.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.embedded.FolderLock;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backup, restore and verify by the owner's command line, beside an open store. */
class BackupTest {
  private static final String FIRST = "aa/aa0000000000000000000001";
  private static final String SECOND = "bb/bb0000000000000000000002";

  @TempDir Path folder;
  private final StringWriter output = new StringWriter();

  private Path data() {
    return folder.resolve("data");
  }

  private int run(Path data, String... words) {
    return OwnersData.run(data, output, words);
  }

  private void blob(String name) throws IOException {
    Path file = data().resolve("blobs").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "bytes of " + name);
  }

  private EmbeddedStore store() throws IOException {
    OwnersData.secret(data());
    return EmbeddedStore.open(data().resolve("documents"), false, InstantSource.system());
  }

  private static void insert(EmbeddedStore store, String id) {
    store.documents("d").insert("c", List.of(new JsonObject().put("_id", id)));
  }

  @Test
  void whatWasBackedUpBesideAnOpenStoreIsRestored() throws IOException {
    Path backup = folder.resolve("backup");
    Path restored = folder.resolve("restored");
    try (EmbeddedStore store = store()) {
      blob(FIRST);
      blob("unfinished/half");
      insert(store, "one");
      assertEquals(0, run(data(), "backup", backup.toString()), output::toString);
      insert(store, "two");
      blob(SECOND);
      Files.delete(data().resolve("blobs").resolve(FIRST));
      assertEquals(0, run(data(), "backup", backup.toString()), output::toString);
      insert(store, "three");
    }
    assertTrue(output.toString().contains("1 new blobs"), output::toString);
    assertEquals(0, run(restored, "restore", backup.toString()), output::toString);
    try (EmbeddedStore store =
        EmbeddedStore.open(restored.resolve("documents"), false, InstantSource.system())) {
      assertEquals(2, store.documents("d").count("c", new JsonObject()));
      insert(store, "four");
    }
    assertEquals(0, run(restored, "store", "verify"), output::toString);
    assertTrue(output.toString().contains("3 documents and 3 index entries"), output::toString);
    assertEquals("bytes of " + SECOND, Files.readString(restored.resolve("blobs/" + SECOND)));
    assertFalse(Files.exists(restored.resolve("blobs/" + FIRST)), "deleted before the second");
    assertFalse(Files.exists(restored.resolve("blobs/unfinished/half")));
    for (String own : List.of("secrets/key", "documents/documents.db")) {
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(restored.resolve(own))));
    }
  }

  @Test
  void nothingIsOverwrittenByEither() throws IOException {
    Path backup = folder.resolve("backup");
    try (EmbeddedStore store = store()) {
      insert(store, "one");
      assertEquals(0, run(data(), "backup", backup.toString()), output::toString);
      assertEquals(1, run(data(), "restore", backup.toString()));
      assertTrue(output.toString().contains("is not empty: nothing was restored"));
      assertEquals(1, run(data(), "backup", data().toString()));
      assertTrue(output.toString().contains("is neither empty nor a backup"));
      assertEquals(1, store.documents("d").count("c", new JsonObject()));
    }
    assertEquals(1, run(folder.resolve("new"), "restore", folder.toString()));
    assertTrue(output.toString().contains("is not a backup"));
  }

  @Test
  void aDamagedBackupIsRefusedAndVerifyNamesTheFault() throws IOException {
    Path backup = folder.resolve("backup");
    try (EmbeddedStore store = store()) {
      insert(store, "some-id-to-be-found");
      assertEquals(0, run(data(), "backup", backup.toString()), output::toString);
    }
    Path file = backup.resolve("documents/documents.db");
    byte[] bytes = Files.readAllBytes(file);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    for (int at = text.indexOf("to-be-found"); at >= 0; at = text.indexOf("to-be-found", at + 1)) {
      bytes[at] = 'T';
    }
    Files.write(file, bytes);
    assertEquals(1, run(folder.resolve("new"), "restore", backup.toString()));
    assertTrue(output.toString().contains("the backup is damaged"), output::toString);
    assertFalse(Files.exists(folder.resolve("new/documents")));
    assertEquals(
        1, run(data(), "store", "verify", "--data", backup.resolve("documents").toString()));
    assertTrue(output.toString().contains("is not as it was written"), output::toString);
  }

  @Test
  void aBackupOfAnotherStoreIsNotOverwritten() throws IOException {
    Path backup = folder.resolve("backup");
    store().close();
    identity("000000000000000000000001");
    assertEquals(0, run(data(), "backup", backup.toString()), output::toString);
    assertEquals(
        Files.readString(data().resolve("blobs/identity")),
        Files.readString(backup.resolve("blobs/identity")));
    identity("000000000000000000000002");
    assertEquals(1, run(data(), "backup", backup.toString()));
    assertTrue(output.toString().contains("is a backup of another store"), output::toString);
  }

  private void identity(String store) throws IOException {
    Files.createDirectories(data().resolve("blobs"));
    Files.writeString(data().resolve("blobs/identity"), "gatehouse-blobs 1\n" + store + "\n");
  }

  @Test
  void twoBackupsIntoOneFolderAreNotTakenAtOnce() throws IOException {
    Path backup = folder.resolve("backup");
    store().close();
    assertEquals(0, run(data(), "backup", backup.toString()), output::toString);
    try (FolderLock _ = FolderLock.ofBackup(backup)) {
      assertEquals(1, run(data(), "backup", backup.toString()));
      assertTrue(output.toString().contains("is in use"), output::toString);
    }
  }

  @Test
  void restoreKeepsAwayFromARunningNodesFolder() throws IOException {
    Path backup = folder.resolve("backup");
    store().close();
    assertEquals(0, run(data(), "backup", backup.toString()), output::toString);
    Path target = Files.createDirectories(folder.resolve("target"));
    try (FolderLock _ = FolderLock.ofData(target)) {
      assertEquals(1, run(target, "restore", backup.toString()));
      assertTrue(output.toString().contains("is in use"), output::toString);
    }
    assertEquals(0, run(target, "restore", backup.toString()), output::toString);
  }

  @Test
  void verifyWithoutAStoreSaysSo() {
    assertEquals(1, run(folder.resolve("none"), "store", "verify"));
    assertTrue(output.toString().contains("there is no document store in"), output::toString);
    assertEquals(2, run(folder.resolve("none"), "store"));
  }
}
