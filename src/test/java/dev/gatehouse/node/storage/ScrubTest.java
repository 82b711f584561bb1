package dev.gatehouse.node.storage;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.Waiting;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.DamagedFileException;
import dev.gatehouse.store.blobs.FileBlobs;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The weekly comparison of all stored files with their checksums and digests. */
class ScrubTest {
  private static final int FILES = 12;

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  private final List<Blob> stored = new ArrayList<>();
  private EmbeddedStore store;
  private Documents documents;
  private FileBlobs blobs;

  /** Documents that state the digests at the time of the upload. */
  private final BlobOwner owner =
      new BlobOwner() {
        @Override
        public Set<String> owned(Collection<String> ids) {
          Set<String> owned = new HashSet<>(ids);
          owned.removeIf(id -> stored.stream().noneMatch(blob -> blob.id().equals(id)));
          return owned;
        }

        @Override
        public List<NamedBlob> find(Collection<String> ids) {
          return named().filter(blob -> ids.contains(blob.id())).toList();
        }

        @Override
        public Stream<NamedBlob> named() {
          return stored.stream()
              .map(blob -> NamedBlob.of(blob.id(), "a document", blob.size(), blob.sha256()));
        }
      };

  @BeforeEach
  void fill() throws IOException {
    store = EmbeddedStore.open(folder.resolve("documents"), false);
    documents = new Documents(store.documents(), new SecureRandom());
    blobs = FileBlobs.open(folder.resolve("blobs"), 0, new SecureRandom());
    for (int i = 0; i < FILES; i++) {
      try (BlobWriter writer = blobs.create()) {
        writer.write(ByteBuffer.wrap(new byte[100_000 + i]));
        stored.add(writer.commit());
      }
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Scrub scrub() {
    var scrub = new Scrub(documents, blobs, List.of(owner), 1L << 40, clock);
    scrub.prepare();
    clock.advance(Scrub.QUIET);
    return scrub;
  }

  private Path sums(Blob blob) {
    return folder.resolve("blobs/checksums").resolve(blob.id().substring(0, 2)).resolve(blob.id());
  }

  private void damage(Blob blob) throws IOException {
    byte[] bytes = Files.readAllBytes(blobs.path(blob.id()));
    bytes[70_000] ^= 4;
    Files.write(blobs.path(blob.id()), bytes);
  }

  @Test
  void findsDamagedFiles() throws IOException {
    damage(stored.get(3));
    Scrub scrub = scrub();
    scrub.run(text -> {});
    assertEquals(Set.of(stored.get(3).id()), blobs.damaged().all().keySet());
    // Another node, or this one after a start, reports it again.
    blobs = FileBlobs.open(folder.resolve("blobs"), 0, new SecureRandom());
    scrub();
    assertEquals(1, blobs.damaged().count());
    damage(stored.get(3));
    clock.advance(Scrub.PERIOD);
    scrub().run(text -> {});
    assertEquals(0, blobs.damaged().count(), "repaired");
  }

  @Test
  void addsChecksumsToFilesOfEarlierReleases() throws IOException {
    for (Blob blob : stored) {
      Files.delete(sums(blob));
    }
    blobs = FileBlobs.open(folder.resolve("blobs"), 0, new SecureRandom());
    damage(stored.get(5));
    assertTrue(blobs.file(stored.get(5).id(), 0, 10).isPresent(), "nothing to compare with yet");
    scrub().run(text -> {});
    for (Blob blob : stored) {
      assertEquals(!blob.equals(stored.get(5)), Files.exists(sums(blob)), blob.id());
    }
    assertThrows(DamagedFileException.class, () -> blobs.file(stored.get(5).id(), 0, 10));
    assertThrows(DamagedFileException.class, () -> blobs.open(stored.get(5).id()));
    damage(stored.get(0));
    assertThrows(DamagedFileException.class, () -> blobs.file(stored.get(0).id(), 0, 100_000));
  }

  @Test
  void readsOncePerWeek() throws IOException {
    Scrub scrub = scrub();
    scrub.run(text -> {});
    damage(stored.get(1));
    clock.advance(Duration.ofDays(6));
    scrub.run(text -> {});
    assertEquals(0, blobs.damaged().count());
    clock.advance(Duration.ofDays(1));
    scrub.run(text -> {});
    assertEquals(1, blobs.damaged().count());
  }

  @Test
  void resumesWhereItStopped() throws Exception {
    List<String> order = stored.stream().map(Blob::id).sorted().toList();
    var slow = new Scrub(documents, blobs, List.of(owner), 100_000, clock);
    clock.advance(Scrub.QUIET);
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                slow.run(text -> {});
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    Waiting.until(() -> slow.filesRead() >= 2);
    thread.interrupt();
    thread.join();
    Scrub.Pass stopped =
        documents.collection("scrubs", Scrub.Pass.class).find("files").orElseThrow();
    assertFalse(stopped.hasEnded());
    assertTrue(stopped.files() >= 2 && stopped.files() < FILES, stopped.toString());
    assertEquals(order.get((int) stopped.files() - 1), stopped.after());
    Scrub next = scrub();
    next.run(text -> {});
    assertEquals(FILES - stopped.files(), next.filesRead());
  }

  @Test
  void deletesChecksumsWithoutFiles() throws IOException {
    Files.delete(blobs.path(stored.get(2).id()));
    Files.delete(blobs.path(stored.get(4).id()));
    Files.setLastModifiedTime(sums(stored.get(2)), FileTime.from(Instant.EPOCH));
    scrub().run(text -> {});
    assertFalse(Files.exists(sums(stored.get(2))));
    assertTrue(Files.exists(sums(stored.get(4))), "its file may be about to appear");
    assertTrue(Files.exists(sums(stored.get(3))));
  }

  @Test
  void reportsOverdueScrub() throws IOException {
    Scrub scrub = scrub();
    assertTrue(scrub.problem().isEmpty());
    clock.advance(Scrub.PERIOD.multipliedBy(3));
    assertTrue(scrub.problem().isPresent());
    scrub.run(text -> {});
    assertTrue(scrub.problem().isEmpty());
  }
}
