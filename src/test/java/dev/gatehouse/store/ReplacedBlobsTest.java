package dev.gatehouse.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Intercepted;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs that were replaced in their documents. */
class ReplacedBlobsTest {
  private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");

  @TempDir Path folder;
  private final List<String> writes = new ArrayList<>();

  /** Writers of the document wait meanwhile. */
  @Test
  void recordsAllInOneCommand() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      var documents = new Documents(recorded(store.documents()), new Random(1));
      var blobs = new ReplacedBlobs(documents, InstantSource.fixed(NOW));
      blobs.add(List.of("a"));
      blobs.add(List.of("b", "c", "d"));
      assertEquals(List.of("insert", "insert"), writes);
      blobs.add(List.of("e", "a", "f"));
      assertEquals(
          Set.of("a", "b", "c", "d", "e", "f"), Set.copyOf(blobs.before(NOW.plusSeconds(1))));
    }
  }

  private DocumentCommands recorded(DocumentCommands commands) {
    return Intercepted.of(
        DocumentCommands.class,
        commands,
        (method, real) -> {
          if (Set.of("insert", "replace").contains(method)) {
            writes.add(method);
          }
          return real.call();
        });
  }
}
