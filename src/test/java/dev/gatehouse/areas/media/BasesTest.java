package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BasesTest {
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
