package dev.gatehouse.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.FolderLock;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Backup, restore and verify by the owner's command line, beside an open store. */
@Tag("slow")
class BackupTest extends OwnersFolders {
  private static final String FIRST = "aa/aa0000000000000000000001";
  private static final String SECOND = "bb/bb0000000000000000000002";

  @Test
  void restoresBackupOfOpenStore() throws IOException {
    Path restored = folder.resolve("restored");
    try (EmbeddedStore store = OwnersData.store(data())) {
      OwnersData.blob(data(), FIRST);
      OwnersData.blob(data(), "unfinished/half");
      OwnersData.insert(store, "one");
      Files.writeString(data().resolve("secrets/initial-api-key"), "plain text");
      assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
      OwnersData.insert(store, "two");
      OwnersData.blob(data(), SECOND);
      Files.delete(data().resolve("blobs").resolve(FIRST));
      assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
      OwnersData.insert(store, "three");
    }
    assertTrue(output.toString().contains("1 new blobs"), output::toString);
    assertEquals(0, run(restored, "restore", backup().toString()), output::toString);
    try (EmbeddedStore store = EmbeddedStore.open(restored.resolve("documents"), false)) {
      assertEquals(2, store.documents().count("c", new JsonObject()));
      OwnersData.insert(store, "four");
    }
    assertEquals(0, run(restored, "store", "verify"), output::toString);
    assertTrue(output.toString().contains("3 documents in"), output::toString);
    assertEquals("bytes of " + SECOND, Files.readString(restored.resolve("blobs/" + SECOND)));
    assertFalse(Files.exists(restored.resolve("blobs/" + FIRST)), "deleted before the second");
    assertFalse(Files.exists(restored.resolve("blobs/unfinished/half")));
    assertFalse(Files.exists(backup().resolve("secrets/initial-api-key")));
    for (String own : List.of("secrets/key", "documents/documents.sqlite")) {
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(restored.resolve(own))));
    }
  }

  @Test
  void overwritesNoExistingData() throws IOException {
    try (EmbeddedStore store = OwnersData.store(data())) {
      OwnersData.insert(store, "one");
      assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
      assertEquals(1, run(data(), "restore", backup().toString()));
      assertTrue(output.toString().contains("is not empty: nothing was restored"));
      assertEquals(1, run(data(), "backup", data().toString()));
      assertTrue(output.toString().contains("is neither empty nor a backup"));
      assertEquals(1, store.documents().count("c", new JsonObject()));
    }
    assertEquals(1, run(folder.resolve("new"), "restore", folder.toString()));
    assertTrue(output.toString().contains("is not a backup"));
  }

  @Test
  void containsSettingsWithoutSecrets() throws IOException {
    Path legal = Files.createDirectory(folder.resolve("legal"));
    Files.writeString(legal.resolve("imprint.md"), "# Imprint");
    Map<String, String> set = new HashMap<>();
    set.put("GATEHOUSE_THEME_NAME", "Zoë \"No\": 1");
    set.put("GATEHOUSE_THEME_LEGAL", legal.toString());
    set.put("GATEHOUSE_SMTP_URL", "smtp://ada:Xq7pw@mail.example.org");
    set.put("GATEHOUSE_ACCESS_PERMANENT_CODE", "Xq7permanent");
    try (EmbeddedStore store = OwnersData.store(data())) {
      OwnersData.insert(store, "one");
      assertEquals(0, OwnersData.run(data(), set, output, "backup", backup().toString()));
      Path copy = backup().resolve("settings/gatehouse.yaml");
      String text = Files.readString(copy);
      assertFalse(text.contains("Xq7"), text);
      assertTrue(
          text.contains("# permanentCode: (a secret, from GATEHOUSE_ACCESS_PERMANENT_CODE)"), text);
      Settings read = new SettingsReader(Map.of()).read(copy);
      assertEquals("Zoë \"No\": 1", read.section("theme").text("name"));
      assertEquals(
          "# Imprint", Files.readString(backup().resolve("settings/theme/legal/imprint.md")));
      set.remove("GATEHOUSE_THEME_LEGAL");
      assertEquals(0, OwnersData.run(data(), set, output, "backup", backup().toString()));
    }
    assertFalse(Files.exists(backup().resolve("settings/theme/legal/imprint.md")));
    assertFalse(Files.exists(backup().resolve("settings.next")));
    assertEquals(0, run(data(), "backup", "verify", backup().toString()), output::toString);
    assertEquals(0, run(folder.resolve("new"), "restore", backup().toString()), output::toString);
    assertTrue(output.toString().contains("are in " + backup().resolve("settings")));
  }

  /** Makes one store of the halves of a data folder. */
  private static void join(EmbeddedStore store, Path data) throws IOException {
    var documents = new Documents(store.documents(), new SecureRandom());
    new StoreId(documents, "here", new BlobFolder(data.resolve("blobs")), List.of()).check();
  }

  /** All files of a backup, and what they say. */
  private static Map<String, String> content(Path root) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        content.put(root.relativize(file).toString(), new String(bytes, ISO_8859_1));
      }
    }
    return content;
  }

  private static EmbeddedStore store(Path data) {
    return EmbeddedStore.open(data.resolve("documents"), false);
  }

  @Test
  void keepsBackupOfAnotherStore() throws IOException {
    try (EmbeddedStore store = OwnersData.store(data())) {
      join(store, data());
      OwnersData.blob(data(), FIRST);
      OwnersData.insert(store, "one");
    }
    assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
    assertEquals(
        Files.readString(data().resolve("blobs/identity")),
        Files.readString(backup().resolve("blobs/identity")));
    Map<String, String> before = content(backup());
    Path other = folder.resolve("other");
    try (EmbeddedStore store = store(other)) {
      assertEquals(1, run(other, "backup", backup().toString()), "of no store");
      join(store, other);
    }
    assertEquals(1, run(other, "backup", backup().toString()));
    assertTrue(output.toString().contains("is a backup of another store"), output::toString);
    assertEquals(before, content(backup()));
  }

  /** A backup at night, when no node starts on what is there: the good one of the day before. */
  @Test
  void keepsBackupWhenDocumentsDoNotMatchFiles() throws IOException {
    try (EmbeddedStore store = OwnersData.store(data())) {
      join(store, data());
      OwnersData.insert(store, "one");
    }
    assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
    Map<String, String> before = content(backup());
    Files.move(data().resolve("documents"), folder.resolve("away"));
    assertEquals(1, run(data(), "backup", backup().toString()), "none at all");
    OwnersData.store(data()).close();
    assertEquals(1, run(data(), "backup", backup().toString()), "empty ones");
    assertTrue(output.toString().contains("do not belong to one store"), output::toString);
    assertEquals(before, content(backup()));
  }

  /** A disk that is not there must not empty the backup, nor a file that the node has lost. */
  @Test
  void keepsBackedUpFilesTheNodeLost() throws IOException {
    try (EmbeddedStore store = OwnersData.store(data())) {
      join(store, data());
      OwnersData.blob(data(), FIRST);
      OwnersData.blob(data(), SECOND);
      OwnersData.name(store, FIRST, 0, null);
      assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
      Files.delete(data().resolve("blobs").resolve(FIRST));
      Files.delete(data().resolve("blobs").resolve(SECOND));
      assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
      assertTrue(Files.exists(backup().resolve("blobs").resolve(FIRST)), "a document names it");
      assertFalse(Files.exists(backup().resolve("blobs").resolve(SECOND)));
      Files.move(data().resolve("blobs"), folder.resolve("away"));
      assertEquals(1, run(data(), "backup", backup().toString()));
      assertTrue(Files.exists(backup().resolve("blobs").resolve(FIRST)));
    }
  }

  @Test
  void startsNodeOnRestoredData() throws IOException {
    Path restored = folder.resolve("restored");
    try (EmbeddedStore store = OwnersData.store(data())) {
      join(store, data());
      OwnersData.blob(data(), FIRST);
      OwnersData.insert(store, "one");
    }
    assertEquals(0, run(data(), "backup", folder + "/backup"), output::toString);
    assertEquals(0, run(restored, "restore", folder + "/backup"), output::toString);
    TestSettings.start(restored).close();
    assertEquals("bytes of " + FIRST, Files.readString(restored.resolve("blobs/" + FIRST)));
  }

  @Test
  void rejectsFoldersInUse() throws IOException {
    OwnersData.store(data()).close();
    assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
    try (FolderLock _ = FolderLock.ofBackup(backup())) {
      assertEquals(1, run(data(), "backup", backup().toString()));
      assertTrue(output.toString().contains("is in use"), output::toString);
    }
    Path target = Files.createDirectories(folder.resolve("target"));
    output.getBuffer().setLength(0);
    try (FolderLock _ = FolderLock.ofData(target)) {
      assertEquals(1, run(target, "restore", backup().toString()));
      assertTrue(output.toString().contains("is in use"), output::toString);
    }
    assertEquals(0, run(target, "restore", backup().toString()), output::toString);
  }
}
