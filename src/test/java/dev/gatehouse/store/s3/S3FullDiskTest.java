package dev.gatehouse.store.s3;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.S3Server;
import dev.gatehouse.S3Simulator;
import dev.gatehouse.store.blobs.BlobWriter;
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
  private S3Simulator store;
  private S3Blobs blobs;

  @BeforeEach
  void mount() throws Exception {
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder.toString()));
    store = new S3Simulator();
    var certificate = Optional.of(Path.of(store.certificate()));
    var place = S3Server.location(store.url(), certificate, S3Server.BUCKET, Duration.ofSeconds(5));
    blobs = S3Blobs.open(S3Objects.of(place), folder, 64 * MB, MB, random);
  }

  @AfterEach
  void unmount() throws Exception {
    if (blobs != null) {
      blobs.close();
      store.close();
      run("umount", folder.toString());
    }
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).inheritIO().start().waitFor() == 0;
  }

  private String write(byte[] bytes) throws IOException {
    try (BlobWriter out = blobs.create()) {
      for (int from = 0; from < bytes.length; from += MB / 4) {
        out.write(ByteBuffer.wrap(bytes, from, Math.min(MB / 4, bytes.length - from)));
      }
      return out.commit().id();
    }
  }

  private byte[] read(String id) throws IOException {
    try (SeekableByteChannel in = blobs.open(id)) {
      ByteBuffer all = ByteBuffer.allocate((int) in.size());
      while (all.hasRemaining() && in.read(all) >= 0) {}
      return all.array();
    }
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
      assertArrayEquals(written.get(i), read(ids.get(i)));
      try (LocalBlob copy = blobs.local(ids.get(i))) {
        assertArrayEquals(written.get(i), Files.readAllBytes(copy.path()));
      }
    }

    // Another program's file uses the remaining space, including the space of evicted copies.
    try (LocalBlob pinned = blobs.local(ids.getFirst())) {
      fill();
      assertThrows(NoSpaceException.class, () -> write(new byte[5 * MB]));
      assertTrue(blobs.cachedBytes() <= 2 * MB, "all copies but the one in use are gone");
      assertArrayEquals(written.getFirst(), Files.readAllBytes(pinned.path()));
      fill();
      assertThrows(NoSpaceException.class, () -> write(new byte[1]));
      assertThrows(NoSpaceException.class, () -> blobs.local(ids.get(1)));
      assertArrayEquals(written.get(1), read(ids.get(1)), "from ranges");
    }
  }

  /** Writes until the disk is full. */
  private void fill() {
    byte[] junk = new byte[MB / 4];
    assertThrows(
        IOException.class,
        () -> {
          for (int i = 0; i < 64; i++) {
            Files.write(folder.resolve("junk"), junk, CREATE, APPEND);
          }
        });
  }
}
