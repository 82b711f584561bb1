package dev.gatehouse.areas.trading.marketdata.serving;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

/** Numbers are written so that they read back unchanged, with no more digits than Java uses. */
class NumberTextTest {
  @Test
  void writesShortestRoundTrippingDoubles() {
    Random random = new Random(7);
    for (int i = 0; i < 400_000; i++) {
      double value =
          switch (i % 5) {
            case 0 -> random.nextInt(100_000_000) / 100.0;
            case 1 -> -random.nextLong(1_000_000_000_000L) / 1e4;
            case 2 -> Double.longBitsToDouble(random.nextLong());
            case 3 -> random.nextLong(1L << 60);
            default -> random.nextDouble() * Math.pow(10, random.nextInt(20) - 8);
          };
      if (Double.isFinite(value)) {
        String text = text(value);
        assertEquals(value, Double.parseDouble(text), text);
        assertTrue(digits(text) <= digits(Double.toString(value)), text);
      }
    }
  }

  @Test
  void writesLongs() {
    byte[] to = new byte[NumberText.MAX_BYTES];
    for (long value = 1; value > 0; value *= 3) {
      for (long v : new long[] {value, -value, value - 1}) {
        assertEquals(
            Long.toString(v),
            new String(to, 0, NumberText.write(to, 0, v), StandardCharsets.US_ASCII));
      }
    }
    assertEquals(20, NumberText.write(to, 0, Long.MIN_VALUE));
  }

  private static int digits(String number) {
    return new BigDecimal(number).stripTrailingZeros().precision();
  }

  private static String text(double value) {
    byte[] to = new byte[NumberText.MAX_BYTES];
    return new String(to, 0, NumberText.write(to, 0, value), StandardCharsets.US_ASCII);
  }
}
