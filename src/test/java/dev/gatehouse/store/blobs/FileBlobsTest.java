package dev.gatehouse.store.blobs;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blobs in files are either complete or absent. */
class FileBlobsTest {
  @TempDir Path root;
  private FileBlobs blobs;

  @BeforeEach
  void open() throws IOException {
    blobs = FileBlobs.open(root, 0, new SecureRandom());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, 3_000_000})
  void returnsStoredBytes(int size) throws Exception {
    byte[] bytes = bytes(size);
    Blob blob = put(bytes);
    assertTrue(blob.id().matches("[0-9a-f]{24}"), blob.id());
    assertEquals(size, blob.size());
    assertEquals(sha256(bytes), blob.sha256());
    assertArrayEquals(bytes, Files.readAllBytes(blobs.path(blob.id())));
    assertArrayEquals(bytes, Files.readAllBytes(blobs.file(blob.id()).orElseThrow()));
    assertEquals(size, blobs.stat(blob.id()).orElseThrow().size());
    try (SeekableByteChannel file = blobs.open(blob.id())) {
      assertEquals(size, file.size());
    }
    assertEquals(List.of(root.resolve(blob.id().substring(0, 2)).resolve(blob.id())), files());
  }

  @Test
  void deletesFileOnAbort() throws IOException {
    try (BlobWriter writer = blobs.create()) {
      writer.write(ByteBuffer.wrap(bytes(100_000)));
      assertEquals(1, files().size());
    }
    assertEquals(List.of(), files());
  }

  @Test
  void hidesBlobUntilCommit() throws IOException {
    try (BlobWriter writer = blobs.create()) {
      writer.write(ByteBuffer.wrap(bytes(10)));
      try (Stream<String> ids = blobs.olderThan(Instant.MAX)) {
        assertEquals(0, ids.count());
      }
    }
  }

  @Test
  void rejectsWritesAfterCommit() throws IOException {
    BlobWriter writer = blobs.create();
    Blob blob = writer.commit();
    writer.close();
    assertTrue(blobs.stat(blob.id()).isPresent());
    assertThrows(IllegalStateException.class, () -> writer.write(ByteBuffer.allocate(1)));
    assertThrows(IllegalStateException.class, writer::commit);
  }

  @Test
  void leavesNoFileAfterFailedCommit() throws IOException {
    BlobWriter writer = blobs.create();
    writer.write(ByteBuffer.wrap(bytes(10)));
    Files.delete(files().getFirst());
    assertThrows(IOException.class, writer::commit);
    assertEquals(List.of(), files());
  }

  @Test
  void rejectsBytesThatWereNotWritten() throws IOException {
    BlobWriter writer = blobs.create();
    writer.write(ByteBuffer.wrap(bytes(10)));
    Files.write(files().getFirst(), new byte[10]);
    var refused = assertThrows(IOException.class, writer::commit);
    assertTrue(refused.getMessage().contains("other bytes than were written"));
    assertEquals(List.of(), files());
  }

  @Test
  void keepsDeletedBlobReadableWhileOpen() throws IOException {
    Blob blob = put(bytes(1000));
    try (SeekableByteChannel open = blobs.open(blob.id())) {
      assertTrue(blobs.delete(blob.id()));
      assertEquals(1000, open.read(ByteBuffer.allocate(2000)));
    }
    assertFalse(blobs.delete(blob.id()));
    assertTrue(blobs.stat(blob.id()).isEmpty());
    assertThrows(NoSuchFileException.class, () -> blobs.open(blob.id()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "..", "../../../../../../etc/passwd", "0123456789ABCDEF01234567", "00/1"})
  void strangeIdsReachNoFile(String id) {
    assertThrows(IllegalArgumentException.class, () -> blobs.open(id));
    assertThrows(IllegalArgumentException.class, () -> blobs.delete(id));
    assertThrows(IllegalArgumentException.class, () -> blobs.stat(id));
  }

  @Test
  void listsOnlyBlobsOlderThanGivenTime() throws IOException {
    Instant now = Instant.parse("2030-01-01T00:00:00Z");
    String old = put(bytes(1)).id();
    String young = put(bytes(1)).id();
    Files.setLastModifiedTime(blobs.path(old), FileTime.from(now.minusSeconds(60)));
    Files.setLastModifiedTime(blobs.path(young), FileTime.from(now));
    try (Stream<String> ids = blobs.olderThan(now)) {
      assertEquals(List.of(old), ids.toList());
    }
  }

  @Test
  void listsOnlyAbandonedUnfinishedFiles() throws IOException {
    Instant now = Instant.parse("2030-01-01T00:00:00Z");
    Path dead = Files.writeString(root.resolve("unfinished").resolve("ab.part"), "half");
    Files.setLastModifiedTime(dead, FileTime.from(now.minusSeconds(60)));
    Blob kept = put(bytes(5));
    try (BlobWriter living = blobs.create()) {
      living.write(ByteBuffer.wrap(bytes(5)));
      for (Path file : files()) {
        if (!file.equals(dead)) {
          Files.setLastModifiedTime(file, FileTime.from(now));
        }
      }
      FileBlobs again = FileBlobs.open(root, 0, new SecureRandom());
      assertEquals(Set.of("ab.part"), again.unfinished(now));
      Blob second = living.commit();
      assertEquals(5, again.stat(second.id()).orElseThrow().size());
      assertEquals(5, again.stat(kept.id()).orElseThrow().size());
    }
  }

  @Test
  void storesConcurrentWrites() throws Exception {
    for (Blob blob : Concurrently.times(64, i -> Unchecked.get(() -> put(bytes(1000 + i))))) {
      byte[] bytes = Files.readAllBytes(blobs.path(blob.id()));
      assertEquals(blob.size(), bytes.length);
      assertEquals(blob.sha256(), sha256(bytes));
    }
    assertEquals(64, files().size());
  }

  private Blob put(byte[] bytes) throws IOException {
    try (BlobWriter writer = blobs.create()) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        ByteBuffer part = left.slice(left.position(), Math.min(65_536, left.remaining()));
        left.position(left.position() + part.remaining());
        writer.write(part);
      }
      return writer.commit();
    }
  }

  private List<Path> files() throws IOException {
    return TestNode.blobs(root);
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
