package dev.gatehouse.node.storage;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.media.AudioFile;
import dev.gatehouse.areas.media.MediaModule;
import dev.gatehouse.node.ListedBlobs;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.FileBlobs;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The weekly comparison of all stored files with the digests in their documents. */
class ScrubTest {
  private static final int FILES = 12;

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  private final List<Blob> stored = new ArrayList<>();
  @AutoClose private EmbeddedStore store;
  private Documents documents;
  private FileBlobs blobs;

  /** Documents that state the digests at the time of the upload. */
  private final BlobOwner owner =
      new ListedBlobs(() ->
          stored.stream()
              .map(blob ->
                  NamedBlob.of(
                      blob.id(), "audio " + stored.indexOf(blob), blob.size(), blob.sha256())));

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

  private Scrub scrub() {
    return scrub(List.of(owner));
  }

  private Scrub scrub(List<BlobOwner> owners) {
    Scrub scrub = scrub(owners, 1L << 40);
    scrub.prepare();
    clock.advance(Scrub.QUIET);
    return scrub;
  }

  private Scrub scrub(List<BlobOwner> owners, long rate) {
    return new Scrub(
        documents, blobs, new BlobFolder(folder.resolve("blobs")), owners, rate, clock);
  }

  private void damage(Blob blob) throws IOException {
    byte[] bytes = Files.readAllBytes(blobs.path(blob.id()));
    bytes[70_000] ^= 4;
    Files.write(blobs.path(blob.id()), bytes);
  }

  @Test
  void findsDamagedFiles() throws IOException {
    String flipped = stored.get(3).id();
    String cut = stored.get(8).id();
    damage(stored.get(3));
    Files.write(blobs.path(cut), new byte[50_000]);
    scrub().run(text -> {});
    assertEquals(Set.of(flipped, cut), Set.copyOf(blobs.damaged().ids()));
    // Another node, or this one after a start, reports them again.
    blobs = FileBlobs.open(folder.resolve("blobs"), 0, new SecureRandom());
    scrub();
    assertEquals(2, blobs.damaged().count());
    stored.remove(8);
    blobs.delete(cut);
    String problem = blobs.damaged().problem().orElseThrow();
    assertTrue(problem.contains("such as audio 3 (" + flipped + ")"), problem);
    damage(stored.get(3));
    clock.advance(Scrub.PERIOD);
    scrub().run(text -> {});
    assertEquals(Optional.empty(), blobs.damaged().problem(), "repaired");
  }

  @Test
  void reportsPassOfAnotherNode() throws IOException {
    Scrub scrub = scrub();
    blobs = FileBlobs.open(folder.resolve("blobs"), 0, new SecureRandom());
    Scrub other = scrub();
    damage(stored.get(3));
    scrub.run(text -> {});
    assertEquals(Optional.empty(), other.problem());
    assertEquals(List.of(stored.get(3).id()), blobs.damaged().ids());
    damage(stored.get(3));
    clock.advance(Scrub.PERIOD);
    scrub.run(text -> {});
    assertEquals(Optional.empty(), other.problem());
    assertEquals(0, blobs.damaged().count(), "repaired");
  }

  @Test
  void completesDocumentsOfEarlierReleases() throws IOException {
    Blob song = stored.get(5);
    var files = documents.collection("audio", AudioFile.class);
    var former = new AudioFile.Stored(song.id(), 0, null);
    files.insert(
        new AudioFile(
            "a.wav",
            "a.wav",
            1,
            clock.instant(),
            former,
            "f".repeat(64),
            null,
            null,
            false,
            "",
            null));
    Path checksums = folder.resolve("blobs/checksums/ab/" + song.id());
    Files.createDirectories(checksums.getParent());
    Files.write(checksums, new byte[44]);
    List<BlobOwner> owners = MediaModule.blobs(documents);
    scrub(owners).run(text -> {});
    var complete = new AudioFile.Stored(song.id(), song.size(), song.sha256());
    assertEquals(complete, files.find("a.wav").orElseThrow().stored());
    assertFalse(Files.exists(folder.resolve("blobs/checksums")));
    damage(song);
    clock.advance(Scrub.PERIOD);
    scrub(owners).run(text -> {});
    String problem = blobs.damaged().problem().orElseThrow();
    assertTrue(problem.contains("audio a.wav"), problem);
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
    Scrub slow = scrub(List.of(owner), 100_000);
    clock.advance(Scrub.QUIET);
    Thread thread =
        Thread.ofPlatform()
            .start(() ->
                Unchecked.get(() -> {
                  slow.run(text -> {});
                  return null;
                }));
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
  void reportsOverdueScrub() throws IOException {
    Scrub scrub = scrub();
    assertTrue(scrub.problem().isEmpty());
    clock.advance(Scrub.PERIOD.multipliedBy(3));
    assertTrue(scrub.problem().isPresent());
    scrub.run(text -> {});
    assertTrue(scrub.problem().isEmpty());
  }
}
