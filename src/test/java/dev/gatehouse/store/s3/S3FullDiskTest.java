package dev.gatehouse.store.s3;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.S3Server;
import dev.gatehouse.S3Simulator;
import dev.gatehouse.SmallDisk;
import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.store.files.NoSpaceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cache of an object store on a disk of eight megabytes. */
@Tag("slow")
class S3FullDiskTest {
  private static final int MB = 1 << 20;

  @TempDir Path folder;
  private final Random random = new Random(7);
  private SmallDisk disk;
  private S3Simulator store;
  private S3Blobs blobs;

  @BeforeEach
  void mount() throws Exception {
    disk = SmallDisk.at(folder.resolve("disk"), 8);
    store = new S3Simulator();
    var certificate = Optional.of(Path.of(store.certificate()));
    var place = S3Server.location(store.url(), certificate, S3Server.BUCKET, Duration.ofMinutes(1));
    blobs = S3Blobs.open(S3Objects.of(place), disk.folder(), 64 * MB, MB, random);
  }

  @AfterEach
  void unmount() throws Exception {
    if (blobs != null) {
      blobs.close();
      store.close();
      disk.close();
    }
  }

  private String write(byte[] bytes) throws IOException {
    return S3BlobsTest.write(blobs, bytes).id();
  }

  @Test
  void evictsCopiesForUploadsAndKeepsReading() throws Exception {
    List<byte[]> written = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      byte[] bytes = new byte[2 * MB];
      random.nextBytes(bytes);
      written.add(bytes);
      ids.add(write(bytes));
    }
    assertTrue(blobs.cachedBytes() <= 7 * MB, "they do not fit");
    for (int i = 0; i < ids.size(); i++) {
      assertArrayEquals(written.get(i), S3BlobsTest.read(blobs, ids.get(i)));
      try (LocalBlob copy = blobs.local(ids.get(i))) {
        assertArrayEquals(written.get(i), Files.readAllBytes(copy.path()));
      }
    }

    // Another program's file uses the remaining space, including the space of evicted copies.
    try (LocalBlob pinned = blobs.local(ids.getFirst())) {
      disk.fill();
      assertThrows(NoSpaceException.class, () -> write(new byte[5 * MB]));
      assertTrue(blobs.cachedBytes() <= 2 * MB, "all copies but the one in use are gone");
      assertArrayEquals(written.getFirst(), Files.readAllBytes(pinned.path()));
      disk.fill();
      assertThrows(NoSpaceException.class, () -> write(new byte[1]));
      assertThrows(NoSpaceException.class, () -> blobs.local(ids.get(1)));
      assertArrayEquals(written.get(1), S3BlobsTest.read(blobs, ids.get(1)), "from ranges");
    }
  }
}
