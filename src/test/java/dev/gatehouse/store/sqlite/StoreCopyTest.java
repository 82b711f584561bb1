package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a store that is in use. */
class StoreCopyTest {
  private static final int DOCUMENTS = 3_000;

  @TempDir Path folder;

  /** Otherwise a node that stops would wait until the whole store is copied. */
  @Test
  void stopsCopyIfThreadIsInterrupted() throws Exception {
    Path from = folder.resolve("from");
    Path to = folder.resolve("to");
    try (EmbeddedStore store = EmbeddedStore.open(from, false)) {
      store
          .documents()
          .insert(
              "c",
              IntStream.range(0, DOCUMENTS)
                  .mapToObj(i -> JsonObject.of("_id", "id" + i, "text", "x".repeat(300)))
                  .toList());
      Thread.currentThread().interrupt();
      try {
        assertThrows(IllegalStateException.class, () -> EmbeddedStore.copy(from, to));
      } finally {
        Thread.interrupted();
      }
      assertFalse(EmbeddedStore.isIn(to));
      EmbeddedStore.copy(from, to);
    }
    try (EmbeddedStore copy = EmbeddedStore.open(to, false)) {
      assertEquals(DOCUMENTS, copy.documents().count("c", new JsonObject()));
    }
  }
}
