package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.media.WavRendition.SeekableZstdStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to a stored file causes an IOException, never wrong bytes. */
class DamageTest {
  @TempDir Path folder;
  private byte[] wav;
  private byte[] blob;
  private SeekTable table;

  @BeforeEach
  void store() throws Exception {
    StoredAudio store = new StoredAudio(folder);
    wav = WavFiles.stereo(150_000);
    blob = Files.readAllBytes(store.blobs.path(store.store(wav).blob().id()));
    table = SeekTable.read(new BytesChannel(blob));
    assertTrue(table.frames() > 2);
  }

  @Test
  void detectsEveryBitFlipInTableAndSeal() {
    for (int at = (int) table.storedAt(table.frames()); at < blob.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = flip(at, bit);
        assertThrows(IOException.class, () -> decode(damaged), at + "." + bit);
      }
    }
  }

  @Test
  void neverReturnsWrongBytesAfterBitFlips() throws Exception {
    Random random = new Random(1);
    int detected = 0;
    int rounds = 3000;
    for (int i = 0; i < rounds; i++) {
      int frame = random.nextInt(table.frames());
      int length = table.storedLength(frame);
      // Every third hits a frame's header or its checksum.
      int inside =
          i % 3 == 0 ? Math.floorMod(6 - random.nextInt(22), length) : random.nextInt(length);
      byte[] damaged = flip((int) table.storedAt(frame) + inside, random.nextInt(8));
      try {
        byte[] read = decodeFrame(damaged, frame);
        assertArrayEquals(
            Arrays.copyOfRange(
                wav,
                (int) table.originalAt(frame),
                (int) table.originalAt(frame) + table.originalLength(frame)),
            read);
      } catch (IOException e) {
        detected++;
      }
    }
    // A few bits of zstd's format mean nothing to a decoder.
    assertTrue(detected > rounds * 0.98, "detected: " + detected);
  }

  /** Each frame is intact and has the right length. Only the table shows the wrong position. */
  @Test
  void detectsSwappedFrames() throws Exception {
    StoredAudio store = new StoredAudio(folder);
    byte[] noise =
        WavFiles.wav(
            WavFiles.fmt(WavFiles.PCM, 1, 8000, 8),
            WavFiles.chunk("data", WavFiles.noise(1_000_000)));
    byte[] swapped = Files.readAllBytes(store.blobs.path(store.store(noise).blob().id()));
    SeekTable frames = SeekTable.read(new BytesChannel(swapped));
    int first = (int) frames.storedAt(1);
    int length = frames.storedLength(1);
    assertEquals(length, frames.storedLength(2));
    byte[] moved = Arrays.copyOfRange(swapped, first, first + length);
    System.arraycopy(swapped, first + length, swapped, first, length);
    System.arraycopy(moved, 0, swapped, first + length, length);
    assertThrows(IOException.class, () -> decodeFrame(swapped, 1));
    assertThrows(IOException.class, () -> decodeFrame(swapped, 2));
  }

  @Test
  void detectsEveryTruncation() {
    for (int length = 0; length < blob.length; length += length < 200 ? 1 : 997) {
      byte[] front = Arrays.copyOf(blob, length);
      assertThrows(IOException.class, () -> decode(front), "front " + length);
      byte[] back = Arrays.copyOfRange(blob, blob.length - length, blob.length);
      assertThrows(IOException.class, () -> decode(back), "back " + length);
    }
  }

  @Test
  void rejectsRandomAndZeroBytes() {
    for (int size : new int[] {0, 8, 9, 100, 100_000}) {
      assertThrows(IOException.class, () -> decode(WavFiles.noise(size)));
      assertThrows(IOException.class, () -> decode(new byte[size]));
    }
  }

  private byte[] flip(int at, int bit) {
    byte[] damaged = blob.clone();
    damaged[at] ^= (byte) (1 << bit);
    return damaged;
  }

  private static byte[] decode(byte[] bytes) throws IOException {
    SeekTable table = SeekTable.read(new BytesChannel(bytes));
    try (var in = new SeekableZstdStream(new BytesChannel(bytes), table, 0, table.size())) {
      return in.readAllBytes();
    }
  }

  private static byte[] decodeFrame(byte[] bytes, int frame) throws IOException {
    SeekTable table = SeekTable.read(new BytesChannel(bytes));
    long at = table.originalAt(frame);
    try (var in =
        new SeekableZstdStream(new BytesChannel(bytes), table, at, table.originalLength(frame))) {
      return in.readAllBytes();
    }
  }
}
