package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.BlobWriter;
import dev.gatehouse.store.FileBlobs;
import dev.gatehouse.store.NamedBlob;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the sweep takes, and when it takes nothing. */
class SweepTest {
  @TempDir Path folder;
  private FileBlobs blobs;

  /** Documents that name these blobs. */
  private record Names(Set<String> names) implements BlobOwner {
    @Override
    public Set<String> owned(Collection<String> some) {
      return some.stream().filter(names::contains).collect(Collectors.toSet());
    }

    @Override
    public Stream<NamedBlob> named() {
      return names.stream().map(name -> new NamedBlob(name, "a document", 0, ""));
    }
  }

  @BeforeEach
  void open() throws IOException {
    blobs = FileBlobs.open(folder, 0, new SecureRandom());
  }

  private String stored() throws IOException {
    try (BlobWriter writer = blobs.create()) {
      writer.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
      return writer.commit().id();
    }
  }

  private List<String> sweep(Duration later, Set<String> named) throws IOException {
    new Sweep(blobs, List.of(new Names(named)), () -> Instant.now().plus(later)).run();
    try (var left = blobs.olderThan(Instant.now().plus(Duration.ofDays(1)))) {
      return left.toList();
    }
  }

  @Test
  void aFewOrphansGo() throws IOException {
    Set<String> named = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      named.add(stored());
    }
    stored();
    assertEquals(named, Set.copyOf(sweep(Duration.ofDays(2), named)));
  }

  @Test
  void theYoungAreSpared() throws IOException {
    Set<String> named = new HashSet<>(Set.of(stored(), stored()));
    stored();
    assertEquals(3, sweep(Duration.ofHours(1), named).size());
  }

  /** A new or another database names none of the files: they all stay. */
  @Test
  void noFileIsDeletedOnTheWordOfAnEmptyDatabase() throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(stored());
    }
    assertEquals(Set.copyOf(all), Set.copyOf(sweep(Duration.ofDays(2), Set.of())));
  }
}
