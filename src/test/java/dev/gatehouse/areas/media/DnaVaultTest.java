package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.FileBlobs;
import dev.gatehouse.store.blobs.UnfitException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored sequences: packed, encrypted, and read in parts. */
class DnaVaultTest {
  private static final String KEY = "ab".repeat(32);
  private static final String OTHER = "cd".repeat(32);
  private static final int BATCH = 256 * 1024;

  @TempDir static Path folder;
  private static FileBlobs blobs;
  private static DnaVault vault;

  @BeforeAll
  static void open() throws IOException {
    blobs = FileBlobs.open(folder, 1, new SecureRandom());
    vault = vault(KEY);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 3, 4, 5, 7, 8, 31, 32, 33, 63, 64, 65, 1000, BATCH, BATCH + 7, BATCH + 8})
  void givesBackWhatItTook(int length) throws IOException {
    byte[] letters = letters(new Random(length), length);
    Blob blob = vault.store(letters);
    assertEquals(length, vault.label(blob.id()).bases());
    assertArrayEquals(letters, read(vault, blob, 0, length));
  }

  @Test
  void readsAnyRange() throws IOException {
    byte[] letters = letters(new Random(1), 200_001);
    Blob blob = vault.store(letters);
    Random random = new Random(2);
    for (int i = 0; i < 200; i++) {
      int from = random.nextInt(letters.length);
      int to = from + random.nextInt(letters.length - from + 1);
      assertArrayEquals(
          Arrays.copyOfRange(letters, from, to),
          read(vault, blob, from, to - from),
          from + "-" + to);
    }
    String reference = DnaVault.reference(blob.id(), vault.label(blob.id()).id());
    assertThrows(IndexOutOfBoundsException.class, () -> vault.open(reference, 200_000, 2));
  }

  /** However the client's bytes are cut into chunks. */
  @Test
  void ignoresOneTrailingLineBreak() throws IOException {
    byte[] letters = letters(new Random(3), BATCH + 5);
    for (String end : List.of("", "\n", "\r\n", "\r")) {
      for (int chunk : List.of(1 << 20, BATCH, 4096, 7777)) {
        assertArrayEquals(letters, read(vault, upload(join(letters, end), chunk), 0, -1));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', sequence is empty",
    "'\n', sequence is empty",
    "ACGN, position 4",
    "acgt, position 1",
    "AC GT, position 3",
    "'ACGT\n\n', position 5",
    "'AC\nGT', position 3",
    "'ACGT\n\r', position 5",
    ">chr1, position 1",
    "ACGTACGTACGTACGTACGTACG-, position 24",
    "ÀCGT, position 1"
  })
  void rejectsInvalidSequences(String text, String message) throws IOException {
    long before = filesOf(folder);
    var refused = assertThrows(UnfitException.class, () -> upload(bytes(text), 4096));
    assertEquals(ErrorCode.CONTENT_INVALID, refused.code());
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
    assertEquals(before, filesOf(folder), "nothing is left behind");
  }

  @Test
  void reportsPositionOfInvalidLetter() throws IOException {
    byte[] letters = letters(new Random(4), 3 * BATCH);
    letters[2 * BATCH + 17] = 'U';
    var refused = assertThrows(UnfitException.class, () -> upload(letters, 65_536));
    assertTrue(refused.getMessage().endsWith("position " + (2 * BATCH + 18)));
  }

  /** A bit of every byte of a small envelope, and every length. */
  @Test
  void rejectsDamagedFiles() throws IOException {
    Blob blob = vault.store(letters(new Random(5), 100));
    String reference = DnaVault.reference(blob.id(), vault.label(blob.id()).id());
    byte[] whole = Files.readAllBytes(blobs.path(blob.id()));
    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      refuses(reference, blob, flipped, "byte " + at);
    }
    for (int length = 0; length < whole.length; length++) {
      refuses(reference, blob, Arrays.copyOf(whole, length), "cut to " + length);
    }
    refuses(reference, blob, Arrays.copyOf(whole, whole.length + 16), "longer");
    Files.write(blobs.path(blob.id()), whole);
    vault.open(reference, 0, 100).close();
  }

  @Test
  void rejectsSwappedFile() throws IOException {
    byte[] letters = letters(new Random(6), 1000);
    Blob one = vault.store(letters);
    Blob two = vault.store(letters);
    String reference = DnaVault.reference(one.id(), vault.label(one.id()).id());
    refuses(reference, one, Files.readAllBytes(blobs.path(two.id())), "swapped");
    blobs.delete(one.id());
    assertThrows(IOException.class, () -> vault.open(reference, 0, 1));
  }

  @Test
  void encryptsEqualTextsDifferently() throws IOException {
    byte[] letters = "GATTACA".repeat(1000).getBytes(StandardCharsets.US_ASCII);
    byte[] one = Files.readAllBytes(blobs.path(vault.store(letters).id()));
    byte[] two = Files.readAllBytes(blobs.path(vault.store(letters).id()));
    assertTrue(one.length < letters.length / 3, "packed");
    for (int at = DnaEnvelope.HEADER; at + 16 <= one.length; at += 16) {
      assertFalse(Arrays.equals(one, at, at + 16, two, at, at + 16), "block at " + at);
    }
  }

  @Test
  void decryptsWithOldKeysAndRejectsUnknownKeys() throws IOException {
    byte[] letters = letters(new Random(9), 500);
    Blob old = vault.store(letters);
    DnaVault rotated = vault(OTHER, KEY);
    assertArrayEquals(letters, read(rotated, old, 0, 500));
    Blob fresh = rotated.store(letters);
    assertNotEquals(fresh.id(), old.id());
    assertArrayEquals(letters, read(vault(OTHER), fresh, 0, 500));
    assertThrows(IOException.class, () -> read(vault(OTHER), old, 0, 500));
  }

  private void refuses(String reference, Blob blob, byte[] content, String how) throws IOException {
    Files.write(blobs.path(blob.id()), content);
    assertThrows(IOException.class, () -> vault.open(reference, 0, 1).close(), how);
  }

  private static DnaVault vault(String... keys) {
    return new DnaVault(blobs, new DnaKeys(List.of(keys)), new SecureRandom(), 1 << 30);
  }

  private static byte[] read(DnaVault from, Blob blob, long offset, long length)
      throws IOException {
    DnaVault.Label label = from.label(blob.id());
    String reference = DnaVault.reference(blob.id(), label.id());
    try (InputStream in = from.open(reference, offset, length < 0 ? label.bases() : length)) {
      return in.readAllBytes();
    }
  }

  private static Blob upload(byte[] text, int chunk) throws IOException {
    try (BlobWriter writer = vault.into(blobs.create())) {
      for (int at = 0; at < text.length; at += chunk) {
        writer.write(ByteBuffer.wrap(text, at, Math.min(chunk, text.length - at)));
      }
      return writer.commit();
    }
  }

  private static byte[] join(byte[] letters, String end) {
    byte[] text = Arrays.copyOf(letters, letters.length + end.length());
    System.arraycopy(bytes(end), 0, text, letters.length, end.length());
    return text;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static long filesOf(Path folder) throws IOException {
    return FileTree.of(folder).size();
  }

  @Test
  void packsAndUnpacksSequences() {
    Random random = new Random(7);
    for (int length = 0; length < 70; length++) {
      byte[] letters = letters(random, length);
      byte[] packed = new byte[length / 4 + 1];
      assertEquals(-1, Bases.pack(letters, length, packed));
      byte[] unpacked = new byte[4 * packed.length];
      Bases.unpack(packed, 0, packed.length, unpacked);
      assertEquals(text(letters, length), text(unpacked, length));
    }
  }

  /** Every byte value at every place of a word and of the rest after it. */
  @Test
  void locatesInvalidBytes() {
    Random random = new Random(8);
    for (int place = 0; place < 21; place++) {
      for (int value = 0; value < 256; value++) {
        byte[] letters = letters(random, 21);
        letters[place] = (byte) value;
        int expected = "ACGT".indexOf(value) >= 0 ? -1 : place;
        assertEquals(expected, Bases.pack(letters, 21, new byte[8]), value + " at " + place);
      }
    }
  }

  static byte[] letters(Random random, int length) {
    byte[] letters = new byte[length];
    for (int i = 0; i < length; i++) {
      letters[i] = (byte) "ACGT".charAt(random.nextInt(4));
    }
    return letters;
  }

  private static String text(byte[] letters, int length) {
    return new String(letters, 0, length, StandardCharsets.US_ASCII);
  }
}
