package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backups with flipped, missing, truncated, foreign and mixed files: none is restored silently. */
@Tag("slow")
class DamagedBackupTest extends OwnersFolders {
  private static final int EACH = 20;
  private static final Set<String> UNCHECKED =
      Set.of("gatehouse-backup", "gatehouse.lock", "gatehouse.pid");

  private int restores;

  /** A kind of damage. */
  enum Damage {
    FLIPPED,
    MISSING,
    TRUNCATED,
    EXTRA,
    MIXED
  }

  @BeforeEach
  void fill() throws IOException {
    try (EmbeddedStore store = OwnersData.store(data())) {
      var documents = new Documents(store.documents(), new SecureRandom());
      new StoreId(documents, "here", new BlobFolder(data().resolve("blobs")), List.of()).check();
      for (int i = 0; i < 6; i++) {
        add(store, i);
      }
    }
    assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
  }

  private static String name(int i) {
    return String.format(Locale.ROOT, "%02x/%02x%022x", i, i, i);
  }

  private void add(EmbeddedStore store, int i) throws IOException {
    OwnersData.blob(data(), name(i));
    byte[] bytes = ("bytes of " + name(i)).getBytes(StandardCharsets.UTF_8);
    OwnersData.name(store, name(i), bytes.length, Sha256.hex(bytes));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(
            file,
            to.resolve(from.relativize(file).toString()),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static List<Path> files(Path backup) throws IOException {
    try (Stream<Path> files = Files.walk(backup)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !UNCHECKED.contains(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  private static void damage(Path backup, Path later, Damage how, Random random)
      throws IOException {
    List<Path> files = files(backup);
    Path file = files.get(random.nextInt(files.size()));
    byte[] bytes = Files.readAllBytes(file);
    switch (how) {
      case FLIPPED -> {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bytes);
      }
      case MISSING -> Files.delete(file);
      case TRUNCATED -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      case EXTRA -> {
        String[] names = {
          "blobs/aa/aa" + "0".repeat(22), "secrets/other-key", "documents/other.db", "notes"
        };
        Path extra = backup.resolve(names[random.nextInt(names.length)]);
        Files.createDirectories(extra.getParent());
        Files.write(extra, new byte[] {1});
      }
      case MIXED -> {
        List<Path> others =
            files(later).stream().filter(other -> differs(backup, later, other)).toList();
        Path other = others.get(random.nextInt(others.size()));
        Path to = backup.resolve(later.relativize(other).toString());
        Files.createDirectories(to.getParent());
        Files.copy(other, to, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean differs(Path backup, Path later, Path other) {
    Path here = backup.resolve(later.relativize(other).toString());
    return Files.notExists(here) || Unchecked.get(() -> Files.mismatch(here, other)) >= 0;
  }

  @ParameterizedTest
  @EnumSource(Damage.class)
  void restoresNoDamagedBackup(Damage how) throws IOException {
    Path later = folder.resolve("later");
    copy(backup(), later);
    try (EmbeddedStore store = store()) {
      add(store, 7);
    }
    Files.writeString(data().resolve("secrets/key"), "another secret");
    assertEquals(0, run(data(), "backup", later.toString()), output::toString);
    Random random = new Random(how.ordinal());
    for (int i = 0; i < EACH; i++) {
      Path damaged = folder.resolve("damaged" + i);
      copy(backup(), damaged);
      damage(damaged, later, how, random);
      Path target = folder.resolve("target" + i);
      int before = output.toString().length();
      assertEquals(1, run(target, "restore", damaged.toString()), how + " " + i);
      String said = output.toString().substring(before);
      assertTrue(said.contains("backup"), said);
      assertFalse(Files.exists(target), "the target was touched");
      assertEquals(1, run(target, "backup", "verify", damaged.toString()), how + " " + i);
      TestNode.deleteTree(damaged);
    }
  }

  private EmbeddedStore store() {
    return EmbeddedStore.open(data().resolve("documents"), false);
  }

  @Test
  void verifiesIntactBackup() {
    assertEquals(0, run(data(), "backup", "verify", backup().toString()), output::toString);
    assertTrue(output.toString().contains("10 files of "), output::toString);
    assertEquals(2, run(data(), "backup"), "needs a folder");
  }

  @Test
  void replacesDamagedBlobsOfEarlierBackup() throws IOException {
    Path blob = backup().resolve("blobs").resolve(name(3));
    byte[] bytes = Files.readAllBytes(blob);
    bytes[4] ^= 1;
    Files.write(blob, bytes);
    assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
    assertTrue(output.toString().contains("1 new blobs"), output::toString);
    assertEquals("bytes of " + name(3), Files.readString(blob));
    assertEquals(0, run(data(), "backup", "verify", backup().toString()), output::toString);
  }

  /** The node's copy is damaged, and the earlier backup holds the right bytes. */
  @Test
  void keepsRightBlobWhenNodeHasDamagedOne() throws IOException {
    Files.writeString(data().resolve("blobs").resolve(name(2)), "bytes of " + name(9));
    assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
    assertEquals("bytes of " + name(2), Files.readString(backup().resolve("blobs/" + name(2))));
    Path fresh = folder.resolve("fresh");
    assertEquals(1, run(data(), "backup", fresh.toString()));
    assertTrue(output.toString().contains(name(2).substring(3) + " is damaged"));
    assertFalse(Files.exists(fresh.resolve("blobs").resolve(name(2))));
  }

  @Test
  void completesSwitchOfInterruptedBackup() throws IOException {
    String manifest = Files.readString(backup().resolve("manifest"));
    try (EmbeddedStore store = store()) {
      add(store, 7);
    }
    assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
    Files.move(backup().resolve("manifest"), backup().resolve("manifest.next"));
    Files.writeString(backup().resolve("manifest"), manifest);
    Files.writeString(backup().resolve("unfinished"), "1\n");
    assertNotEquals(manifest, Files.readString(backup().resolve("manifest.next")));
    assertEquals(0, restore(), output::toString);
    assertEquals(0, run(data(), "backup", backup().toString()), output::toString);
    assertFalse(Files.exists(backup().resolve("manifest.next")));
    assertEquals(0, run(data(), "backup", "verify", backup().toString()), output::toString);
  }

  private int restore() {
    return run(folder.resolve("restored" + restores++), "restore", backup().toString());
  }
}
