package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.sqlite.EmbeddedStore.StoreReport;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verification of a store's file during writes, of files with each kind of fault, and copies. */
class VerifyTest {
  @TempDir Path folder;

  private static List<JsonObject> documents(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> JsonObject.of("_id", "id" + i, "n", i)).toList();
  }

  @Test
  void verifiesOpenStoreDuringWrites() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      DocumentCommands commands = store.documents();
      commands.insert("c", documents(0, 300));
      Thread writing =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 300; i < 600; i++) {
                  commands.insert("c", documents(i, i + 1));
                }
              });
      do {
        StoreReport report = EmbeddedStore.verify(folder);
        assertEquals(List.of(), report.faults());
        assertTrue(report.documents() >= 300);
      } while (writing.isAlive());
    }
    assertEquals(new StoreReport(600, List.of()), EmbeddedStore.verify(folder));
  }

  private void fill(int count) {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      store.documents().insert("c", documents(0, count));
    }
  }

  /** Changes the file by SQL, as a flipped bit would. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE c SET sum = sum + 1 WHERE id = 'id3' | document id3 of c differs",
        "UPDATE c SET doc = jsonb('{\"n\":4}') WHERE id = 'id3' | document id3 of c differs",
        "UPDATE c SET id = 'id99' WHERE id = 'id3' | document id99 of c differs",
        "UPDATE c SET doc = x'ff00' WHERE id = 'id3' | malformed JSON",
      })
  void namesDamagedDocuments(String sql, String fault) {
    fill(20);
    try (StoreFile file = StoreFile.open(folder, false);
        Sql writer = file.writer()) {
      writer.run(sql);
    }
    List<String> faults = EmbeddedStore.verify(folder).faults();
    assertEquals(1, faults.size(), faults::toString);
    assertTrue(faults.getFirst().contains(fault), faults::toString);
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      DocumentCommands commands = store.documents();
      assertThrows(
          DocumentStoreException.class,
          () -> commands.find("c", new JsonObject(), new JsonObject(), 0, 0));
      assertEquals(
          5, commands.findOne("c", JsonObject.of("_id", "id5")).orElseThrow().getValue("n"));
    }
  }

  @Test
  void findsIndexThatDiffersFromDocuments() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      store.documents().index("c", JsonObject.of("n", 1), new IndexOptions());
      store.documents().insert("c", documents(0, 20));
    }
    try (StoreFile file = StoreFile.open(folder, false);
        Sql writer = file.writer()) {
      writer.pragma("writable_schema=ON");
      writer.run("UPDATE sqlite_schema SET sql = replace(sql, '$.\"n\"', '$.\"m\"')");
    }
    List<String> faults = EmbeddedStore.verify(folder).faults();
    assertTrue(faults.getFirst().contains("missing from index"), faults::toString);
  }

  @Test
  void rejectsMissingStoreWithoutCreatingIt() {
    Path none = folder.resolve("none");
    assertThrows(IllegalStateException.class, () -> EmbeddedStore.verify(none));
    assertTrue(Files.notExists(none));
  }

  @Test
  void stopsOnInterruptWithoutFaults() {
    fill(3_000);
    List<String> faults = new ArrayList<>();
    var looked =
        new LongAdder() {
          @Override
          public void increment() {
            super.increment();
            if (sum() == 1_000) {
              Thread.currentThread().interrupt();
            }
          }
        };
    try {
      assertThrows(
          CancellationException.class, () -> EmbeddedStore.verify(folder, looked, faults::add));
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertEquals(List.of(), faults);
    assertEquals(new StoreReport(3_000, List.of()), EmbeddedStore.verify(folder));
  }

  /** SQLite's check is one statement and may take minutes. */
  @Test
  void interruptsSqliteIntegrityCheck() {
    fill(3_000);
    Thread.currentThread().interrupt();
    try {
      assertThrows(CancellationException.class, () -> EmbeddedStore.verify(folder));
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  /** Otherwise a node that stops would wait until the whole store is copied. */
  @Test
  void stopsCopyIfThreadIsInterrupted() throws Exception {
    fill(3_000);
    Path to = folder.resolve("to");
    try (EmbeddedStore _ = EmbeddedStore.open(folder, false)) {
      Thread.currentThread().interrupt();
      try {
        assertThrows(IllegalStateException.class, () -> EmbeddedStore.copy(folder, to));
      } finally {
        Thread.interrupted();
      }
      assertFalse(EmbeddedStore.isIn(to));
      EmbeddedStore.copy(folder, to);
    }
    assertEquals(new StoreReport(3_000, List.of()), EmbeddedStore.verify(to));
  }
}
