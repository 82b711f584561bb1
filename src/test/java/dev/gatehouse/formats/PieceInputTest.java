package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

/** Tests {@link PieceInput} and {@link Sha256}. */
class PieceInputTest {
  /** Stream of given pieces. */
  private static final class Pieces extends PieceInput {
    private final Deque<byte[]> left;

    Pieces(byte[]... pieces) {
      left = new ArrayDeque<>(List.of(pieces));
    }

    @Override
    protected ByteBuffer next() {
      return ByteBuffer.wrap(left.isEmpty() ? new byte[0] : left.pollFirst());
    }
  }

  @Test
  void readsBytesAcrossPieces() throws IOException {
    try (var in = new Pieces(new byte[] {1, -1}, new byte[] {3})) {
      assertEquals(1, in.read());
      assertEquals(255, in.read());
      assertEquals(3, in.read());
      assertEquals(-1, in.read());
    }
  }

  @Test
  void readsOnePieceAtATime() throws IOException {
    try (var in = new Pieces(new byte[] {1, 2, 3}, new byte[] {4})) {
      byte[] into = new byte[5];
      assertEquals(0, in.read(into, 5, 0));
      assertEquals(2, in.read(into, 1, 2));
      assertEquals(1, in.read(into, 3, 2));
      assertEquals(1, in.read(into, 4, 1));
      assertArrayEquals(new byte[] {0, 1, 2, 3, 4}, into);
      assertEquals(-1, in.read(into, 0, 5));
      assertEquals(0, in.read(into, 0, 0));
      assertThrows(IndexOutOfBoundsException.class, () -> in.read(into, 4, 2));
    }
  }

  @Test
  void hashesTextsBytesAndStreams() throws IOException {
    String abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assertEquals(abc, Sha256.hex("abc".getBytes(StandardCharsets.UTF_8)));
    assertEquals("ba7816bf", Sha256.hex("abc", 4));
    byte[] much = new byte[200_001];
    new Random(1).nextBytes(much);
    assertEquals(Sha256.hex(much), Sha256.hex(new ByteArrayInputStream(much)));
    assertEquals(
        abc, Sha256.hex(new Pieces(new byte[] {'a'}, new byte[] {'b', 'c'})), "short reads");
  }
}
