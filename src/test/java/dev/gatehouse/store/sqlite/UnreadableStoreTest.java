package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Store files that cannot be opened are refused with advice, and nothing is created. */
class UnreadableStoreTest {
  @TempDir Path folder;

  private EmbeddedStore open() {
    return EmbeddedStore.open(folder, false);
  }

  @Test
  void refusesTruncatedFileWithAdvice() throws IOException {
    try (EmbeddedStore store = open()) {
      for (int i = 0; i < 50; i++) {
        JsonObject document = JsonObject.of("_id", "d" + i, "text", "x".repeat(3_000));
        store.documents().insert("c", List.of(document));
      }
    }
    Path file = folder.resolve("documents.sqlite");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    String refusal = assertThrows(IllegalStateException.class, this::open).getMessage();
    assertTrue(refusal.contains("is truncated"), refusal);
    assertTrue(refusal.contains("scripts/gatehouse restore"), refusal);
    Files.write(file, whole);
    open().close();
  }

  @Test
  void refusesDocumentsOfEarlyReleases() throws IOException {
    Files.write(folder.resolve("documents.mv"), new byte[] {1});
    String refusal = assertThrows(IllegalStateException.class, this::open).getMessage();
    assertTrue(refusal.contains("documents.mv"), refusal);
    assertTrue(refusal.contains("run the release that wrote it"), refusal);
    assertFalse(Files.exists(folder.resolve("documents.sqlite")));
  }
}
