package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Decimals are accepted as doubles only if no digit changes. */
class ExactNumberTest {
  @ParameterizedTest
  @Words(
      """
      0 0e-400 0.1 187.15 187.150000000000000000 123456789012345 1e22 9007199254740992 1152921504606846976
      18446744073709551616 1e300 4.9E-324 1.7976931348623157E308 0.10000000000000001 0.10000000000000000555
      """)
  void acceptsWhatDoubleHolds(String text) {
    assertEquals(Double.parseDouble(text), ExactNumber.of(new BigDecimal(text)));
  }

  @ParameterizedTest
  @Words(
      """
      9007199254740993 1152921504606846977 0.12345678901234567 1e-400 1e400 2e-324
      0.1000000000000000055511151231257828
      """)
  void refusesWhatDoubleWouldChange(String text) {
    assertThrows(IllegalArgumentException.class, () -> ExactNumber.of(new BigDecimal(text)));
  }

  /** As every language writes doubles: shortest, or with 15, 17 or 25 digits. */
  @Test
  void acceptsEveryWayToWriteDouble() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        BigDecimal exact = new BigDecimal(value);
        assertEquals(value, ExactNumber.of(new BigDecimal(Double.toString(value))));
        assertEquals(value, ExactNumber.of(exact.round(new MathContext(17))));
        assertEquals(value, ExactNumber.of(exact.round(new MathContext(25))));
        assertEquals(value, ExactNumber.of(exact));
      }
    }
  }
}
