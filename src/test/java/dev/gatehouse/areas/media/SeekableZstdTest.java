package dev.gatehouse.areas.media;

import static dev.gatehouse.areas.media.WavFiles.chunk;
import static dev.gatehouse.areas.media.WavFiles.wav;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import module java.base;

import com.github.luben.zstd.Zstd;
import dev.gatehouse.Concurrently;
import dev.gatehouse.FileTree;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.areas.media.AudioAtRest.SeekableZstdWriter;
import dev.gatehouse.areas.media.Wav.NotWavException;
import dev.gatehouse.areas.media.WavRendition.SeekableZstdStream;
import dev.gatehouse.store.blobs.Blob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The stored form gives back every byte of every WAV, whole and by ranges. */
@Tag("slow")
class SeekableZstdTest {
  private static final int FRAME = SeekableZstdWriter.FRAME;

  @TempDir Path folder;
  private StoredAudio store;
  private WavRendition rendition;

  @BeforeEach
  void open() throws IOException {
    store = new StoredAudio(folder.resolve("blobs"));
    rendition = store.cold(folder.resolve("cache"));
  }

  static Stream<Arguments> files() throws IOException {
    byte[] fmt24 = WavFiles.fmt(1, 2, 96_000, 24);
    List<Arguments> rows = new ArrayList<>();
    for (Path real : WavFiles.real()) {
      rows.add(arguments(real.getFileName().toString(), Files.readAllBytes(real)));
    }
    rows.add(arguments("no samples", WavFiles.stereo(0)));
    rows.add(arguments("one sample", WavFiles.stereo(1)));
    rows.add(arguments("one frame exactly", WavFiles.stereo((FRAME - 44) / 4)));
    rows.add(arguments("one frame and a sample", WavFiles.stereo((FRAME - 44) / 4 + 1)));
    rows.add(arguments("several frames", WavFiles.stereo(400_000)));
    byte[] list = chunk("LIST", new byte[31]);
    byte[] after = chunk("LIST", WavFiles.noise(FRAME + 9));
    byte[] data24 = chunk("data", WavFiles.tone(150_000, 2, 24));
    rows.add(arguments("24 bit with a list after", wav(list, fmt24, data24, after)));
    byte[] junk = chunk("JUNK", WavFiles.noise(2 * FRAME + 77));
    byte[] short24 = chunk("data", WavFiles.tone(50_000, 2, 24));
    rows.add(arguments("much before the data", wav(junk, fmt24, short24)));
    byte[] noise = chunk("data", WavFiles.noise(1_000_001));
    rows.add(arguments("incompressible", wav(WavFiles.fmt(1, 1, 8000, 8), noise)));
    byte[] silence = chunk("data", new byte[3_000_000]);
    rows.add(arguments("silence", wav(WavFiles.fmt(1, 2, 44_100, 16), silence)));
    return rows.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void returnsExactBytesForAnyRange(String name, byte[] wav) throws Exception {
    AudioAtRest.Stored stored = store.store(wav);
    assertEquals(wav.length, stored.originalSize(), name);
    assertEquals(sha256(wav), stored.sha256());
    assertArrayEquals(wav, range(stored, 0, wav.length));
    Random random = new Random(wav.length);
    for (int i = 0; i < 40; i++) {
      int from = random.nextInt(wav.length + 1);
      int length = random.nextInt(1 + Math.min(wav.length - from, i % 2 == 0 ? 100 : FRAME * 2));
      byte[] expected = Arrays.copyOfRange(wav, from, from + length);
      assertArrayEquals(expected, range(stored, from, length), name + " at " + from);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void writesFilesThatZstdReads(String name, byte[] wav) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/zstd")), "zstd is not installed");
    Path blob = store.blobs.path(store.store(wav).blob().id());
    Path out = folder.resolve("out.wav");
    Process zstd =
        new ProcessBuilder("zstd", "-dqf", blob.toString(), "-o", out.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(zstd.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, zstd.waitFor(), name + ": " + said);
    assertArrayEquals(wav, Files.readAllBytes(out), name);
  }

  /** Reads the table by the format's description only. */
  @Test
  void writesTheSpecifiedSeekTable() throws Exception {
    byte[] wav = WavFiles.stereo(400_000);
    AudioAtRest.Stored stored = store.store(wav);
    ByteBuffer blob =
        ByteBuffer.wrap(Files.readAllBytes(store.blobs.path(stored.blob().id())))
            .order(ByteOrder.LITTLE_ENDIAN);
    int end = blob.capacity();
    assertEquals(0x8F92EAB1, blob.getInt(end - 4));
    assertEquals((byte) 0x80, blob.get(end - 5));
    int frames = blob.getInt(end - 9);
    int table = end - 9 - 12 * frames;
    assertEquals(0x184D2A5E, blob.getInt(table - 8));
    assertEquals(12 * frames + 9, blob.getInt(table - 4));
    int at = 0;
    int original = 0;
    for (int i = 0; i < frames; i++) {
      int length = blob.getInt(table + 12 * i);
      int originalLength = blob.getInt(table + 12 * i + 4);
      if (originalLength > 0) {
        byte[] frame = Arrays.copyOfRange(blob.array(), at, at + length);
        byte[] part = Zstd.decompress(frame, originalLength);
        assertArrayEquals(Arrays.copyOfRange(wav, original, original + originalLength), part);
        assertEquals(blob.getInt(at + length - 4), blob.getInt(table + 12 * i + 8));
        assertEquals(0, i == 0 ? 0 : (original - 44) % 4, "cut between samples");
      }
      at += length;
      original += originalLength;
    }
    assertEquals(table - 8, at);
    assertEquals(wav.length, original);
    assertTrue(frames > 5, "frames: " + frames);
  }

  @Test
  void endsFramesBetweenBlocks() {
    Wav wav = new Wav(58, 10_000_000, 6, 2, 96_000, 1, 24);
    long size = 10_000_100;
    long at = AudioAtRest.cutAfter(0, wav, size);
    while (at < size) {
      assertEquals(0, (at - 58) % 6);
      long next = AudioAtRest.cutAfter(at, wav, size);
      assertTrue(next > at && next - at <= FRAME);
      assertTrue(next == size || next - at > FRAME - 6);
      at = next;
    }
  }

  @Test
  void rejectsRangesOutsideTheFile() throws Exception {
    String blob = store.store(WavFiles.stereo(10)).blob().id();
    assertThrows(IndexOutOfBoundsException.class, () -> rendition.open(blob, 0, 85));
    assertThrows(IndexOutOfBoundsException.class, () -> rendition.open(blob, -1, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> rendition.open(blob, 1, Long.MAX_VALUE));
  }

  @Test
  void readsOnlyTheFramesOfARange() throws Exception {
    AudioAtRest.Stored stored = store.store(WavFiles.stereo(1_000_000));
    try (SeekableByteChannel file = store.blobs.open(stored.blob().id())) {
      SeekTable table = SeekTable.read(file);
      BytesChannel counted =
          new BytesChannel(Files.readAllBytes(store.blobs.path(stored.blob().id())));
      try (InputStream in = new SeekableZstdStream(counted, table, 2_000_000, 65_536)) {
        in.readAllBytes();
      }
      assertTrue(counted.reads() <= 2, "reads: " + counted.reads());
      assertFalse(counted.isOpen());
    }
  }

  @Test
  void supportsConcurrentReads() throws Exception {
    byte[] wav = WavFiles.stereo(300_000);
    AudioAtRest.Stored stored = store.store(wav);
    List<byte[]> parts =
        Concurrently.times(200, i -> Unchecked.get(() -> range(stored, i * 5000, 100_000)));
    for (int i = 0; i < 200; i++) {
      assertArrayEquals(Arrays.copyOfRange(wav, i * 5000, i * 5000 + 100_000), parts.get(i));
    }
  }

  @Test
  void storesNothingForNonWav() throws IOException {
    assertThrows(NotWavException.class, () -> store.store(WavFiles.noise(500_000)));
    assertEquals(List.of(), FileTree.of(folder));
  }

  @Test
  void keepsTheRawBlob() throws Exception {
    Blob raw = WavFiles.put(store.blobs, WavFiles.stereo(5));
    AudioAtRest.Stored stored = store.audio.store(raw);
    assertTrue(store.blobs.stat(raw.id()).isPresent());
    assertNotEquals(raw.id(), stored.blob().id());
  }

  @Test
  void rejectsRawBlobThatHasChanged() throws Exception {
    byte[] wav = WavFiles.stereo(5);
    Blob raw = WavFiles.put(store.blobs, wav);
    wav[wav.length - 1] ^= 1;
    Files.write(store.blobs.path(raw.id()), wav);
    assertThrows(IOException.class, () -> store.audio.store(raw));
    assertEquals(1, TestNode.blobs(folder).size(), "only the raw blob");
  }

  private byte[] range(AudioAtRest.Stored stored, long from, long length) throws IOException {
    try (InputStream in = rendition.open(stored.blob().id(), from, length)) {
      return in.readAllBytes();
    }
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
