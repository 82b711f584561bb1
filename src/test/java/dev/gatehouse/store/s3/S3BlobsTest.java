package dev.gatehouse.store.s3;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FrozenProxy;
import dev.gatehouse.S3Server;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.BlobsAwayException;
import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.blobs.Trash;
import dev.gatehouse.store.files.NoSpaceException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;

/**
 * Blobs in a real object store: complete, in ranges and in parts, and with the store unavailable,
 * silent or altered.
 */
@Tag("slow")
class S3BlobsTest {
  private static final int MB = 1 << 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LITTLE = Duration.ofSeconds(2);

  @RegisterExtension static final S3Server SERVER = new S3Server();

  @TempDir Path folder;
  private final Random random = new Random(7);
  private S3Objects objects;
  @AutoClose private S3Blobs blobs;

  @BeforeEach
  void open() throws IOException {
    objects = objects(SERVER.url());
    blobs = blobs(objects, 64 * MB);
  }

  private static S3Objects objects(String url) {
    return objects(url, TIMEOUT);
  }

  private static S3Objects objects(String url, Duration timeout) {
    return S3Objects.of(S3Server.location(url, Optional.empty(), SERVER.bucket(), timeout));
  }

  private S3Blobs blobs(S3Objects from, long cache) throws IOException {
    Path own = Files.createTempDirectory(folder, "node");
    return S3Blobs.open(from, own, cache, 0, random);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  static Blob write(S3Blobs into, byte[] bytes) throws IOException {
    try (BlobWriter out = into.create()) {
      for (int from = 0; from < bytes.length; from += MB) {
        out.write(ByteBuffer.wrap(bytes, from, Math.min(MB, bytes.length - from)));
      }
      return out.commit();
    }
  }

  static byte[] read(S3Blobs from, String id) throws IOException {
    try (SeekableByteChannel in = from.open(id)) {
      ByteBuffer all = ByteBuffer.allocate((int) in.size());
      while (all.hasRemaining() && in.read(all) >= 0) {}
      return all.array();
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void readsBlobsWrittenByAnotherNode() throws Exception {
    S3Blobs other = blobs(objects(SERVER.url()), 64 * MB);
    for (int length : new int[] {0, 1, 16 * MB, 16 * MB + 1}) {
      byte[] bytes = bytes(length);
      Blob blob = write(blobs, bytes);
      assertEquals(length, blob.size());
      assertEquals(Sha256.hex(bytes), blob.sha256());
      assertEquals(length, other.stat(blob.id()).orElseThrow().size());
      assertArrayEquals(bytes, read(other, blob.id()));
      try (LocalBlob local = other.local(blob.id())) {
        assertArrayEquals(bytes, Files.readAllBytes(local.path()));
      }
      assertTrue(blobs.delete(blob.id()));
      assertFalse(blobs.delete(blob.id()));
      assertThrows(NoSuchFileException.class, () -> blobs.open(blob.id()));
      assertThrows(NoSuchFileException.class, () -> blobs.local(blob.id()));
      assertTrue(blobs.stat(blob.id()).isEmpty());
    }
    other.close();
  }

  @Test
  void readsAnyRangeWithoutCachingBlob() throws Exception {
    S3Blobs other = blobs(objects(SERVER.url()), 0);
    byte[] bytes = bytes(3 * MB);
    String id = write(blobs, bytes).id();
    try (SeekableByteChannel in = other.open(id)) {
      for (int i = 0; i < 20; i++) {
        int from = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - from, 1 + random.nextInt(400_000));
        ByteBuffer range = ByteBuffer.allocate(length);
        in.position(from);
        while (range.hasRemaining() && in.read(range) >= 0) {}
        assertArrayEquals(Arrays.copyOfRange(bytes, from, from + length), range.array());
      }
      in.position(bytes.length);
      assertEquals(-1, in.read(ByteBuffer.allocate(1)));
    }
    assertTrue(other.file(id).isEmpty());
    other.close();
  }

  @Test
  void cachesReadBlobsWithinLimit() throws Exception {
    S3Blobs other = blobs(objects(SERVER.url()), 10 * MB);
    List<String> ids =
        Stream.generate(() -> bytes(3 * MB))
            .limit(5)
            .map(bytes -> Unchecked.get(() -> write(blobs, bytes).id()))
            .toList();
    try (LocalBlob pinned = other.local(ids.getFirst())) {
      for (String id : ids) {
        read(other, id);
        Waiting.until(() -> other.file(id).isPresent());
        assertTrue(other.cachedBytes() <= 10 * MB);
      }
      assertTrue(Files.exists(pinned.path()), "a pinned one stays");
    }
    assertTrue(other.file(ids.get(1)).isEmpty(), "the longest unused went");
    other.close();
  }

  @Test
  void rejectsAlteredObject() throws Exception {
    S3Blobs other = blobs(objects(SERVER.url()), 64 * MB);
    byte[] bytes = bytes(100_000);
    Blob blob = write(blobs, bytes);
    bytes[50_000] ^= 1;
    objects.put(
        S3Objects.blob(blob.id()),
        RequestBody.fromBytes(bytes),
        "",
        Map.of(S3Objects.SHA256, blob.sha256()));
    IOException refused = assertThrows(IOException.class, () -> other.local(blob.id()));
    assertTrue(refused.getMessage().contains("SHA-256"), refused::getMessage);
    assertTrue(other.file(blob.id()).isEmpty());
    assertEquals(List.of(blob.id()), other.damaged().ids());
    other.close();
    var half = new S3StoreIdentity(objects);
    String right = half.sha256(blob.id()).orElseThrow();
    NamedBlob named = NamedBlob.of(blob.id(), "audio a.wav", blob.size(), right);
    assertEquals(
        Optional.of("is damaged: its SHA-256 differs"),
        named.fault(half.read(blob.id(), read -> {})));
  }

  @Test
  void reports400ForBodyWithWrongDigest() {
    IOException refused =
        assertThrows(
            IOException.class,
            () ->
                objects.put(
                    S3Objects.blob("0123456789abcdef01234567"),
                    RequestBody.fromString("one thing"),
                    "1B2M2Y8AsgTpgAmY7PhCfg==",
                    Map.of()));
    assertTrue(refused.getMessage().contains("returned 400"), refused::getMessage);
  }

  @Test
  void leavesNothingWithoutCommit() throws Exception {
    long before = blobs.count();
    try (BlobWriter out = blobs.create()) {
      out.write(ByteBuffer.wrap(bytes(100_000)));
    }
    assertEquals(before, blobs.count());
    assertEquals(List.of(), files());
    S3Blobs full = S3Blobs.open(objects, folder.resolve("full"), 0, Long.MAX_VALUE / 2, random);
    assertThrows(NoSpaceException.class, full::create);
  }

  @Test
  void movesBlobToTrashAndRestoresIt() throws Exception {
    byte[] bytes = bytes(1_000);
    String id = write(blobs, bytes).id();
    Trash trash = blobs.trash();
    assertEquals(1, trash.take(Set.of(id, "ffffffffffffffffffffffff"), Instant.now()));
    assertTrue(blobs.stat(id).isEmpty());
    Trash.Item item =
        trash.items().stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
    assertEquals(1_000, item.size());
    trash.countHour();
    assertEquals(1, trash.giveBack(List.of(item)));
    assertArrayEquals(bytes, read(blobs(objects, 0), id));
    assertTrue(trash.items().stream().noneMatch(one -> one.id().equals(id)));
  }

  @Test
  void storesIdentityAndListsUnfinishedUploads() throws Exception {
    var half = new S3StoreIdentity(objects);
    assertTrue(half.store().isEmpty());
    half.belongTo("0123456789abcdef01234567");
    assertEquals("0123456789abcdef01234567", half.store().orElseThrow());
    objects.delete(S3Objects.IDENTITY);
    String id = write(blobs, bytes(10)).id();
    assertTrue(half.holdsBlobs() && half.sizes().containsKey(id));
    try (InputStream in = half.read(id)) {
      assertEquals(10, in.readAllBytes().length);
    }
    assertTrue(blobs.olderThan(Instant.now().plus(Duration.ofHours(1))).anyMatch(id::equals));
    assertTrue(blobs.olderThan(Instant.EPOCH).findAny().isEmpty());

    String key = S3Objects.blob("abcdefabcdefabcdefabcdef");
    objects.client().createMultipartUpload(ask -> ask.bucket(SERVER.bucket()).key(key));
    assertTrue(blobs.unfinished(Instant.EPOCH).isEmpty());
    Set<String> begun = blobs.unfinished(Instant.now().plus(Duration.ofHours(1)));
    assertEquals(1, begun.size());
    blobs.dropUnfinished(begun);
    blobs.dropUnfinished(begun);
    assertTrue(blobs.unfinished(Instant.now().plus(Duration.ofHours(1))).isEmpty());
  }

  @Test
  void reportsMissingBucket() {
    var nowhere = S3Server.location(SERVER.url(), Optional.empty(), "no-such", TIMEOUT);
    try (var elsewhere = S3Objects.of(nowhere)) {
      IOException refused =
          assertThrows(IOException.class, () -> new S3StoreIdentity(elsewhere).store());
      assertTrue(refused.getMessage().contains("bucket"), refused::getMessage);
    }
  }

  @Test
  void failsFastAndServesCacheWhileStoreIsDown() throws Exception {
    byte[] bytes = bytes(MB);
    String here = write(blobs, bytes).id();
    S3Blobs other = blobs(objects, 0);
    SERVER.kill();
    try {
      assertThrows(BlobsAwayException.class, () -> other.open(here));
      Waiting.until(objects::isAway);
      long begun = System.nanoTime();
      assertThrows(BlobsAwayException.class, () -> other.open(here));
      assertThrows(BlobsAwayException.class, () -> write(other, bytes));
      assertThrows(BlobsAwayException.class, () -> blobs.stat(here));
      assertTrue(System.nanoTime() - begun < 2 * TIMEOUT.toNanos(), "a call waits");
      assertArrayEquals(bytes, read(blobs, here));
    } finally {
      SERVER.start();
    }
    Waiting.until(() -> !objects.isAway());
    assertArrayEquals(bytes, read(other, here));
    write(other, bytes);
  }

  @Test
  void timesOutOnHangingServerAndRecovers() throws Exception {
    byte[] bytes = bytes(20 * MB);
    String id = write(blobs, bytes).id();
    try (var proxy = new FrozenProxy(SERVER.port())) {
      S3Objects through = objects("http://127.0.0.1:" + proxy.port(), LITTLE);
      S3Blobs far = blobs(through, 0);
      try (SeekableByteChannel in = far.open(id)) {
        in.read(ByteBuffer.allocate(1_000));
        proxy.freeze();
        long begun = System.nanoTime();
        assertThrows(
            IOException.class,
            () -> {
              in.position(10 * MB);
              in.read(ByteBuffer.allocate(1_000));
            });
        assertThrows(BlobsAwayException.class, () -> write(far, bytes));
        long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
        assertTrue(seconds < 60, "took " + seconds + " s");
      }
      assertTrue(through.isAway());
      proxy.thaw();
      Waiting.until(() -> !through.isAway());
      assertArrayEquals(bytes, read(far, id));
      far.close();
    }
  }

  @Test
  void readsFromSlowServer() throws Exception {
    byte[] bytes = bytes(2 * MB);
    String id = write(blobs, bytes).id();
    try (var proxy = new FrozenProxy(SERVER.port())) {
      proxy.delay(Duration.ofMillis(10));
      S3Blobs far = blobs(objects("http://127.0.0.1:" + proxy.port()), 0);
      assertArrayEquals(bytes, read(far, id));
      far.close();
    }
  }
}
