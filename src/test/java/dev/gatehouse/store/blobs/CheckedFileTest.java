package dev.gatehouse.store.blobs;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Block checksums of stored files, while they are read and before the kernel sends them. */
class CheckedFileTest {
  private static final int SIZE = 5 * BlockSums.BLOCK + 1_234;

  @TempDir Path root;
  private final byte[] bytes = new byte[SIZE];
  private FileBlobs blobs;
  private String id;

  @BeforeEach
  void store() throws IOException {
    new Random(1).nextBytes(bytes);
    blobs = FileBlobs.open(root, 0, new SecureRandom());
    id = write(bytes);
  }

  private String write(byte[] content) throws IOException {
    try (BlobWriter writer = blobs.create()) {
      // In pieces that do not end with a block.
      for (int at = 0; at < content.length; at += 10_007) {
        int length = Math.min(10_007, content.length - at);
        writer.write(ByteBuffer.wrap(content, at, length));
      }
      return writer.commit().id();
    }
  }

  private void flip(long at) throws IOException {
    try (FileChannel file =
        FileChannel.open(blobs.path(id), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, at);
      file.write(one.put(0, (byte) (one.get(0) ^ 1)).rewind(), at);
    }
  }

  private byte[] read(long offset, long length) throws IOException {
    try (InputStream in = new AsStored(blobs).open(id, offset, length)) {
      return in.readAllBytes();
    }
  }

  @Test
  void readsEveryRange() throws IOException {
    Random random = new Random(2);
    for (int i = 0; i < 200; i++) {
      int from = random.nextInt(SIZE);
      int to = from + random.nextInt(SIZE - from + 1);
      assertArrayEquals(Arrays.copyOfRange(bytes, from, to), read(from, to - from));
    }
  }

  @Test
  void refusesOnlyRangesWithDamage() throws IOException {
    flip(2L * BlockSums.BLOCK + 5);
    assertThrows(DamagedFileException.class, () -> read(0, SIZE));
    assertThrows(DamagedFileException.class, () -> blobs.file(id, 0, SIZE));
    long after = 3L * BlockSums.BLOCK;
    assertArrayEquals(Arrays.copyOfRange(bytes, (int) after, SIZE), read(after, SIZE - after));
    assertTrue(blobs.file(id, after, SIZE - after).isPresent());
    assertEquals(1, blobs.damaged().count());
    assertTrue(blobs.damaged().problem().orElseThrow().contains(id));
    assertTrue(blobs.delete(id));
    assertEquals(Optional.empty(), blobs.damaged().problem());
  }

  @Test
  void noticesChangesSinceLastComparison() throws IOException {
    assertTrue(blobs.file(id, 0, SIZE).isPresent());
    assertTrue(blobs.file(id, 0, SIZE).isPresent());
    flip(7);
    assertThrows(DamagedFileException.class, () -> blobs.file(id, 0, 10));
    flip(7);
    assertTrue(blobs.file(id, 0, 10).isPresent());
  }

  @Test
  void refusesFilesOfAnotherLength() throws IOException {
    Files.write(blobs.path(id), new byte[] {1}, StandardOpenOption.APPEND);
    assertThrows(DamagedFileException.class, () -> read(0, SIZE));
    Files.write(blobs.path(id), Arrays.copyOf(bytes, SIZE - 1));
    assertThrows(DamagedFileException.class, () -> blobs.file(id, 0, 10));
  }

  @Test
  void streamsLongRangesBeforeTrustingThem() throws IOException {
    byte[] large = new byte[65 << 20];
    id = write(large);
    assertFalse(blobs.file(id, 0, large.length).isPresent(), "too long to compare at once");
    assertEquals(large.length, read(0, large.length).length);
    assertTrue(blobs.file(id, 0, large.length).isPresent(), "compared and in the page cache");
  }

  @Test
  void comparesAgainAfterTenMinutes() throws IOException {
    long[] now = {0};
    var sums = new BlockSums.Builder();
    sums.update(ByteBuffer.wrap(new byte[65 << 20]));
    Path file = Files.write(root.resolve("large"), new byte[65 << 20]);
    var checked = new CheckedFile(file, "large", sums.end(), new DamagedFiles(), () -> now[0]);
    try (var channel = checked.open()) {
      ByteBuffer chunk = ByteBuffer.allocate(1 << 20);
      while (channel.read(chunk.clear()) >= 0) {
        // Only the comparison matters.
      }
    }
    assertTrue(checked.isReady(0, 65 << 20));
    now[0] = 599_000_000_000L;
    assertTrue(checked.isReady(0, 65 << 20));
    now[0] = 601_000_000_000L;
    assertFalse(checked.isReady(0, 65 << 20));
  }

  @Test
  void skipsWorkersOnlyForASecond() throws IOException {
    long[] now = {0};
    var sums = new BlockSums.Builder();
    sums.update(ByteBuffer.wrap(bytes));
    Path file = Files.write(root.resolve("file"), bytes);
    var checked = new CheckedFile(file, "file", sums.end(), new DamagedFiles(), () -> now[0]);
    assertFalse(checked.wasJustReady(0, 10), "never compared");
    assertTrue(checked.isReady(0, 10));
    assertTrue(checked.wasJustReady(20, 10), "the same block");
    assertFalse(checked.wasJustReady(0, SIZE), "other blocks were not compared");
    now[0] = 1_001_000_000L;
    assertFalse(checked.wasJustReady(0, 10));
    assertTrue(checked.isReady(0, 10), "still in the page cache");
    assertTrue(checked.wasJustReady(0, 10));
    Files.delete(file);
    assertFalse(checked.wasJustReady(0, 10));
  }

  @Test
  void noticesChangesWithinTheSecond() throws IOException {
    assertTrue(blobs.justChecked(id, 0, 10).isEmpty());
    assertTrue(blobs.file(id, 0, SIZE).isPresent());
    assertEquals(Optional.of(blobs.path(id)), blobs.justChecked(id, 0, SIZE));
    flip(7);
    assertTrue(blobs.justChecked(id, 0, 10).isEmpty());
  }

  @Test
  void servesFilesWithoutUsableChecksums() throws IOException {
    Path sums = root.resolve("checksums").resolve(id.substring(0, 2)).resolve(id);
    byte[] intact = Files.readAllBytes(sums);
    for (int at = 0; at < intact.length; at++) {
      byte[] damaged = intact.clone();
      damaged[at] ^= 1;
      assertTrue(BlockSums.decode(id, damaged).isEmpty(), "byte " + at);
    }
    assertTrue(BlockSums.decode("0".repeat(24), intact).isEmpty(), "of another blob");
    Files.delete(sums);
    blobs = FileBlobs.open(root, 0, new SecureRandom());
    assertArrayEquals(bytes, read(0, SIZE));
    assertTrue(blobs.file(id, 0, SIZE).isPresent());
  }

  @Test
  void deletesChecksumsWithTheirBlob() throws IOException {
    Path sums = root.resolve("checksums").resolve(id.substring(0, 2)).resolve(id);
    assertTrue(Files.exists(sums));
    blobs.delete(id);
    assertFalse(Files.exists(sums));
  }
}
