package dev.gatehouse.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.StoreWatch;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs that were replaced in their documents. */
class ReplacedBlobsTest {
  private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");

  @TempDir Path folder;
  private final AtomicInteger commits = new AtomicInteger();

  /** Writers of the document wait meanwhile. */
  @Test
  void recordsAllInOneCommit() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false, InstantSource.system())) {
      var blobs =
          new ReplacedBlobs(
              new Documents(store.documents("d"), new Random(1)), InstantSource.fixed(NOW));
      blobs.add(List.of("a"));
      store.watch(
          new StoreWatch() {
            @Override
            public void committed(long nanos) {
              commits.incrementAndGet();
            }

            @Override
            public void ran(long nanos) {}
          });
      blobs.add(List.of("b", "c", "d"));
      assertEquals(1, commits.get());
      blobs.add(List.of("e", "a", "f"));
      assertEquals(
          Set.of("a", "b", "c", "d", "e", "f"), Set.copyOf(blobs.before(NOW.plusSeconds(1))));
    }
  }
}
