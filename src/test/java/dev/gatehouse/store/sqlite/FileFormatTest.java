package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads a committed file of this format, and rejects another format. To rewrite the committed file
 * for a new format, run {@link #main} with its path.
 */
class FileFormatTest {
  private static final String COMMITTED = "/store/format-3.sqlite";
  private static final int FORMAT_AT = 60;
  private static final int APPLICATION_AT = 68;

  @TempDir Path folder;

  public static void main(String[] arguments) throws IOException {
    Path made = Files.createTempDirectory("format");
    try (EmbeddedStore store = EmbeddedStore.open(made, true)) {
      DocumentCommands documents = store.documents();
      documents.index("things", JsonObject.of("kind", 1, "at", -1), new IndexOptions());
      documents.index("things", JsonObject.of("name", 1), new IndexOptions().unique(true));
      documents.insert("things", things());
    }
    Files.copy(made.resolve(StoreFile.NAME), Path.of(arguments[0]));
  }

  private static List<JsonObject> things() {
    return IntStream.range(0, 40).mapToObj(FileFormatTest::thing).toList();
  }

  private static JsonObject thing(int i) {
    return JsonObject.of("_id", "id" + i, "name", "näme " + i)
        .put("kind", i % 2 == 0 ? new JsonArray().add("even").add(i) : "odd")
        .put("at", JsonObject.of("$date", "2026-01-01T00:00:" + (10 + i) + ".000Z"))
        .put("nested", JsonObject.of("x", i / 4.0, "none", null));
  }

  @BeforeEach
  void unpack() throws IOException {
    try (InputStream in = FileFormatTest.class.getResourceAsStream(COMMITTED)) {
      Files.copy(in, path());
    }
  }

  @Test
  void readsCommittedFileAndWritesToIt() {
    assertEquals(List.of(), EmbeddedStore.verify(folder).faults());
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      DocumentCommands documents = store.documents();
      assertEquals(things(), documents.find("things", new JsonObject(), new JsonObject(), 0, 0));
      for (int i = 0; i < 40; i++) {
        JsonObject byName = JsonObject.of("name", "näme " + i);
        assertEquals(thing(i), documents.findOne("things", byName).orElseThrow());
      }
      JsonObject latest = JsonObject.of("at", -1);
      JsonObject odd = JsonObject.of("kind", "odd");
      assertEquals(thing(39), documents.find("things", odd, latest, 0, 1).getFirst());
      assertEquals(20, documents.count("things", JsonObject.of("kind", "even")));
      documents.insert("things", List.of(thing(40)));
    }
    assertEquals(List.of(), EmbeddedStore.verify(folder).faults());
  }

  private void patch(int at, int value) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
      file.seek(at);
      file.writeInt(value);
    }
  }

  private Path path() {
    return folder.resolve(StoreFile.NAME);
  }

  private String refusal() {
    return assertThrows(
            IllegalStateException.class, () -> EmbeddedStore.open(folder, false).close())
        .getMessage();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 4})
  void rejectsOtherFormatAndKeepsFile(int format) throws IOException {
    patch(FORMAT_AT, format);
    byte[] before = Files.readAllBytes(path());
    String refusal = refusal();
    assertTrue(
        refusal.contains("has format " + format + ", and this release supports format 3"), refusal);
    assertTrue(refusal.contains("scripts/gatehouse restore"), refusal);
    assertArrayEquals(before, Files.readAllBytes(path()));
    patch(FORMAT_AT, 3);
    EmbeddedStore.open(folder, false).close();
  }

  @Test
  void rejectsFileOfOtherApplication() throws IOException {
    patch(APPLICATION_AT, 7);
    assertTrue(refusal().contains("is not a document store of Gatehouse"), refusal());
  }

  @Test
  void rejectsEmptyFile() throws IOException {
    Files.write(path(), new byte[0]);
    assertTrue(refusal().contains("or it is truncated"), refusal());
    assertEquals(0, Files.size(path()));
  }

  @Test
  void refusesTruncatedFileWithAdvice() throws IOException {
    byte[] whole = Files.readAllBytes(path());
    Files.write(path(), Arrays.copyOf(whole, whole.length / 2));
    String refusal = refusal();
    assertTrue(refusal.contains("is truncated"), refusal);
    assertTrue(refusal.contains("scripts/gatehouse restore"), refusal);
    Files.write(path(), whole);
    EmbeddedStore.open(folder, false).close();
  }

  @Test
  void refusesDocumentsOfEarlyReleases() throws IOException {
    Files.move(path(), folder.resolve("documents.mv"));
    String refusal = refusal();
    assertTrue(refusal.contains("documents.mv"), refusal);
    assertTrue(refusal.contains("run the release that wrote it"), refusal);
    assertFalse(Files.exists(path()));
  }

  @Test
  void deletesWriteAheadLogOnClose() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, true)) {
      store.documents().insert("things", List.of(thing(41)));
      assertTrue(Files.exists(folder.resolve(StoreFile.NAME + "-wal")));
    }
    assertFalse(Files.exists(folder.resolve(StoreFile.NAME + "-wal")));
  }
}
