package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.sqlite.EmbeddedStore.StoreReport;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Converts a file of an earlier release, with 40 documents in two forms. */
class ConversionTest {
  private static final JsonObject ANY = new JsonObject();

  @TempDir Path folder;
  private byte[] former;

  @BeforeEach
  void unpack() throws IOException {
    try (InputStream in = ConversionTest.class.getResourceAsStream("/store/format-2.db")) {
      former = in.readAllBytes();
    }
    Files.write(former(), former);
  }

  private Path former() {
    return folder.resolve(FormerStore.NAME);
  }

  private void assertConverted() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      DocumentCommands documents = store.documents();
      assertEquals(40, documents.count("things", ANY));
      JsonObject thing = documents.findOne("things", JsonObject.of("_id", "id7")).orElseThrow();
      assertEquals("näme 7", thing.getString("name"));
      assertEquals(1.75, thing.getJsonObject("nested").getValue("x"));
      assertEquals("2026-01-01T00:00:17.000Z", thing.getJsonObject("at").getString("$date"));
      assertEquals(20, documents.count("things", JsonObject.of("kind", "even")));
    }
    assertEquals(List.of(), EmbeddedStore.verify(folder).faults());
  }

  @Test
  void convertsOnceAndKeepsFormerFile() throws IOException {
    assertTrue(EmbeddedStore.isIn(folder));
    assertEquals(Optional.empty(), EmbeddedStore.converted(folder));
    assertEquals(new StoreReport(40, List.of()), EmbeddedStore.verify(folder));
    assertConverted();
    assertEquals(Optional.of(former()), EmbeddedStore.converted(folder));
    assertArrayEquals(former, Files.readAllBytes(former()));
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      assertEquals(40, store.documents().removeAll("things", ANY));
    }
    Files.delete(former());
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      assertEquals(0, store.documents().count("things", ANY));
    }
  }

  @Test
  void startsAgainAfterInterruption() throws IOException {
    Path unfinished = Files.createDirectories(folder.resolve("converting"));
    Files.writeString(unfinished.resolve(StoreFile.NAME), "half");
    assertConverted();
    assertFalse(Files.exists(unfinished));
  }

  @Test
  void refusesFileThatAnEarlierReleaseHasChangedSince() throws IOException {
    assertConverted();
    Files.setLastModifiedTime(former(), FileTime.fromMillis(0));
    String refusal =
        assertThrows(IllegalStateException.class, () -> EmbeddedStore.open(folder, false))
            .getMessage();
    assertTrue(refusal.contains("an earlier release has used it"), refusal);
    assertTrue(refusal.contains("move documents.sqlite away"), refusal);
  }

  @Test
  void refusesDamagedFileAndLeavesItAlone() throws IOException {
    try (Sql sql = new Sql(former())) {
      sql.run(
          "UPDATE documents SET sum = sum + 1 WHERE position = (SELECT max(position) FROM documents)");
    }
    String refusal =
        assertThrows(RuntimeException.class, () -> EmbeddedStore.open(folder, false)).getMessage();
    assertTrue(refusal.contains("is damaged: row"), refusal);
    assertEquals(1, EmbeddedStore.verify(folder).faults().size());
    assertFalse(Files.exists(folder.resolve(StoreFile.NAME)));
  }

  @Test
  void copiesUnconvertedFileAsItIs() throws IOException {
    Path copy = folder.resolve("copy");
    EmbeddedStore.copy(folder, copy);
    assertEquals(new StoreReport(40, List.of()), EmbeddedStore.verify(copy));
    try (EmbeddedReader reader = new EmbeddedReader(copy)) {
      assertEquals(40, reader.documents().count("things", ANY));
    }
    assertFalse(Files.exists(copy.resolve(StoreFile.NAME)));
    try (EmbeddedStore store = EmbeddedStore.open(copy, false)) {
      assertEquals(40, store.documents().count("things", ANY));
    }
  }
}
