package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.store.blobs.AsStored;
import dev.gatehouse.store.blobs.Blob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When audio is served from frames, and when from the cache; and blobs that need neither. */
class WavRenditionTest {
  private static final String ABSENT = "0123456789abcdef01234567";

  @TempDir Path folder;
  private StoredAudio store;
  private WavRendition rendition;
  private final byte[] wav = WavFiles.stereo(200_000);

  @BeforeEach
  void open() throws IOException {
    store = new StoredAudio(folder.resolve("blobs"));
    DecodedFiles cache = DecodedFiles.open(folder.resolve("cache"), 10 << 20, 0, Runnable::run);
    rendition = new WavRendition(store.blobs, cache);
  }

  @Test
  void cachesFileOnSecondRequest() throws Exception {
    String blob = store.store(wav).blob().id();
    assertTrue(rendition.file(blob).isEmpty());
    assertTrue(rendition.file(blob).isEmpty());
    assertArrayEquals(wav, Files.readAllBytes(rendition.file(blob).orElseThrow()));
  }

  @Test
  void cachesNothingOnFirstRequest() throws Exception {
    for (int i = 0; i < 20; i++) {
      String blob = store.store(WavFiles.stereo(i)).blob().id();
      assertTrue(rendition.file(blob).isEmpty());
    }
    assertEquals(List.of(), FileTree.of(folder.resolve("cache")));
  }

  @Test
  void forgetsDroppedFiles() throws Exception {
    String blob = store.store(wav).blob().id();
    rendition.file(blob);
    rendition.file(blob);
    Path cached = rendition.file(blob).orElseThrow();
    rendition.open(blob, 0, 10).close();
    store.blobs.delete(blob);
    rendition.drop(blob);
    assertTrue(Files.notExists(cached));
    assertTrue(rendition.file(blob).isEmpty());
    assertThrows(NoSuchFileException.class, () -> rendition.open(blob, 0, 10));
  }

  @Test
  void neverCachesADamagedBlob() throws Exception {
    String blob = store.store(wav).blob().id();
    Path stored = store.blobs.path(blob);
    byte[] bytes = Files.readAllBytes(stored);
    bytes[bytes.length / 2] ^= 1;
    Files.write(stored, bytes);
    for (int i = 0; i < 4; i++) {
      assertTrue(rendition.file(blob).isEmpty());
    }
    try (InputStream in = rendition.open(blob, 0, wav.length)) {
      assertThrows(IOException.class, in::readAllBytes);
    }
  }

  @Test
  void reportsMissingBlobs() throws Exception {
    assertTrue(rendition.file(ABSENT).isEmpty());
    assertTrue(rendition.file(ABSENT).isEmpty());
    assertThrows(NoSuchFileException.class, () -> rendition.open(ABSENT, 0, 0));
    AsStored plain = new AsStored(store.blobs);
    assertThrows(NoSuchFileException.class, () -> plain.open(ABSENT, 0, 0));
  }

  @Test
  void servesStoredFileAndItsRanges() throws Exception {
    AsStored plain = new AsStored(store.blobs);
    Blob blob = WavFiles.put(store.blobs, wav);
    assertArrayEquals(wav, Files.readAllBytes(plain.file(blob.id()).orElseThrow()));
    int[][] ranges = {{0, wav.length}, {5, 0}, {wav.length, 0}, {1000, 65_536}};
    for (int[] range : ranges) {
      try (InputStream in = plain.open(blob.id(), range[0], range[1])) {
        assertArrayEquals(
            Arrays.copyOfRange(wav, range[0], range[0] + range[1]), in.readAllBytes());
      }
    }
    var tooShort = assertThrows(IOException.class, () -> plain.open(blob.id(), 1, wav.length));
    assertEquals("the stored file " + blob.id() + " is too short", tooShort.getMessage());
  }
}
