package dev.gatehouse.store.blobs;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.SmallDisk;
import dev.gatehouse.TestNode;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.NoSpaceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blob writes on a full disk fail with a typed exception and leave no data behind. */
class FullDiskTest {
  private static final int MB = 1 << 20;

  @TempDir Path root;
  private final AtomicLong free = new AtomicLong();

  private FileBlobs blobs() throws IOException {
    return FileBlobs.open(root, new DiskSpaceGuard(100 * MB, free::get), new SecureRandom());
  }

  @Test
  void rejectsNewBlobBelowReserve() throws IOException {
    free.set(100 * MB - 1);
    assertThrows(NoSpaceException.class, () -> blobs().create());
    free.set(100 * MB);
    blobs().create().commit();
    assertEquals(1, files(root));
  }

  @Test
  void checksFreeSpaceOfActualDisk() throws IOException {
    FileBlobs blobs = FileBlobs.open(root, Long.MAX_VALUE / 2, new SecureRandom());
    assertThrows(NoSpaceException.class, blobs::create);
  }

  @Test
  void stopsWritingAtReserve() throws IOException {
    free.set(200 * MB);
    BlobWriter writer = blobs().create();
    writer.write(ByteBuffer.allocate(3 * MB));
    free.set(99 * MB);
    assertThrows(NoSpaceException.class, () -> write(writer, 3));
    assertEquals(0, files(root));
    assertThrows(IllegalStateException.class, writer::commit);
    free.set(200 * MB);
    blobs().create().commit();
    assertEquals(1, files(root));
  }

  @Test
  void throwsNoSpaceAndDeletesFileOnFullDisk() throws Exception {
    try (SmallDisk disk = SmallDisk.at(root.resolve("disk"), 3)) {
      // The reserve sees free space, as it may between two checks. The system's own error must be
      // handled.
      var blind = new DiskSpaceGuard(0, () -> Long.MAX_VALUE);
      FileBlobs blobs = FileBlobs.open(disk.folder(), blind, new SecureRandom());
      BlobWriter writer = blobs.create();
      assertThrows(NoSpaceException.class, () -> write(writer, 8));
      assertEquals(0, files(disk.folder()));
      BlobWriter small = blobs.create();
      small.write(ByteBuffer.allocate(MB));
      assertTrue(blobs.stat(small.commit().id()).isPresent());
    }
  }

  private static void write(BlobWriter writer, int megabytes) throws IOException {
    for (int i = 0; i < megabytes; i++) {
      writer.write(ByteBuffer.allocate(MB));
    }
  }

  private static long files(Path root) throws IOException {
    return TestNode.blobs(root).size();
  }
}
