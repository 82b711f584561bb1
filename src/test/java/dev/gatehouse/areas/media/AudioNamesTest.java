package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.Intercepted;
import dev.gatehouse.areas.media.AudioFiles.FileName;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Free names are found without trying those that are taken, and lists end nowhere. */
class AudioNamesTest {
  private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");
  private static final FileName SONG = FileName.of("song.wav", ".wav", "audio");

  @TempDir Path folder;
  @AutoClose private EmbeddedStore store;
  private AudioFiles files;
  private final AtomicInteger commands = new AtomicInteger();

  @BeforeEach
  void open() {
    store = EmbeddedStore.open(folder, false);
    DocumentCommands counted =
        Intercepted.of(
            DocumentCommands.class,
            store.documents(),
            (method, real) -> {
              commands.incrementAndGet();
              return real.call();
            });
    var documents = new Documents(counted, new Random(1));
    files = new AudioFiles(documents, new Random(2));
    documents.createIndexes();
  }

  private static AudioFile file(String name) {
    var stored = new AudioFile.Stored("b" + name, 1, "s");
    return new AudioFile(name, name, 1, NOW, stored, "s", null, null, false, "", null);
  }

  private String add(FileName name) {
    return files.add(name, AudioNamesTest::file).id();
  }

  @Test
  void replacesLettersByThoseThatResembleThem() {
    FileName name = FileName.of("Große Brücke Ærø.wav", ".wav", "audio");
    assertEquals(new FileName("Grosse-Brucke-AEro", ".wav"), name);
  }

  @Test
  void findsFreeNameInThreeCommands() {
    for (int i = 0; i < 1_000; i++) {
      int before = commands.get();
      add(SONG);
      assertTrue(commands.get() - before <= 3, "at " + i + ": " + (commands.get() - before));
    }
    assertEquals("song-1001.wav", add(SONG));
  }

  @Test
  void numbersDuplicateNames() {
    for (String name : List.of("song.wav", "song-2.wav", "song-3.wav", "song-4.wav")) {
      assertEquals(name, add(SONG));
    }
    assertEquals("song-live.wav", add(FileName.of("song-live.wav", ".wav", "audio")));
    assertEquals("songs.wav", add(FileName.of("songs.wav", ".wav", "audio")));
  }

  @Test
  void findsFreeNameQuicklyAfterDeletions() {
    for (int i = 0; i < 300; i++) {
      add(SONG);
    }
    for (int i = 2; i < 100; i++) {
      files.take("song-" + i + ".wav", Optional.empty());
    }
    int worst = 0;
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      int before = commands.get();
      assertTrue(names.add(add(SONG)));
      worst = Math.max(worst, commands.get() - before);
    }
    assertTrue(worst <= 12, "commands: " + worst);
  }

  @Test
  void givesConcurrentUploadsUniqueNames() throws Exception {
    add(SONG);
    assertEquals(30, Set.copyOf(Concurrently.times(30, i -> add(SONG))).size());
  }

  @Test
  void pagesThroughAllFiles() {
    for (int i = 0; i < 230; i++) {
      add(FileName.of("file" + i + ".wav", ".wav", "audio"));
    }
    Set<String> all = new HashSet<>();
    for (int skip = 0; skip < files.select(false).count(); skip += 100) {
      files.select(false).page(skip, 100).forEach(file -> assertTrue(all.add(file.id())));
    }
    assertEquals(230, all.size());
    assertEquals(List.of(), files.select(false).page(230, 100));
  }
}
