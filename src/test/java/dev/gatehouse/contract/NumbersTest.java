package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.contract.Validation.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link Numbers} and {@link Parameter}. */
class NumbersTest {
  private static final String MANY = "1.234567890123456789012345678901234";

  @Test
  void keepsNumbersAsTheyAre() {
    assertEquals(7, Numbers.finite(7));
    assertEquals(7L, Numbers.finite(7L));
    assertEquals(1.5, Numbers.finite(1.5));
    assertNull(Numbers.finite("7"));
    assertNull(Numbers.finite(null));
    BigDecimal longest = new BigDecimal(MANY);
    assertEquals(longest, Numbers.finite(longest));
    assertEquals(longest, Numbers.finite(new BigDecimal(MANY + "0")), "zeros are no digits");
    assertEquals(BigDecimal.TEN.pow(19), Numbers.finite(BigInteger.TEN.pow(19)));
    assertEquals(new BigDecimal("0.00"), Numbers.finite(new BigDecimal("0.00")));
    assertEquals(new BigDecimal("0e308"), Numbers.finite(new BigDecimal("0e308")));
    assertEquals(new BigDecimal("0e-308"), Numbers.finite(new BigDecimal("0e-308")));
    assertEquals(BigDecimal.ZERO, Numbers.finite(new BigDecimal("0e309")));
    assertEquals(BigDecimal.ZERO, Numbers.finite(new BigDecimal("0e-309")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e308", "-1.7e308", "1e-324", "9e-324"})
  void acceptsRangeOfDouble(String text) {
    assertEquals(new BigDecimal(text), Numbers.finite(new BigDecimal(text)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e309", "-1e309", "1.8e308", "9e-325", "1e999999999", "1e-999999999"})
  void rejectsNumbersOutOfRange(String text) {
    BigDecimal number = new BigDecimal(text);
    assertThrows(Fault.class, () -> Numbers.finite(number));
    assertThrows(Fault.class, () -> Numbers.whole(number));
  }

  @Test
  void rejectsInfinityAndManyDigits() {
    for (Number odd :
        List.of(Double.NaN, Double.POSITIVE_INFINITY, 1f, new BigDecimal(MANY + "5"))) {
      assertThrows(Fault.class, () -> Numbers.finite(odd));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2.0, 2", "1e3, 1000",
    "-0.0, 0", "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808", "1.5, ",
    "0.1, ",
  })
  void convertsWholeNumbersToLong(BigDecimal number, Long whole) {
    assertEquals(whole, Numbers.whole(number));
  }

  @Test
  void convertsLargerNumbersToBigInteger() {
    BigInteger large = BigInteger.TWO.pow(63);
    assertEquals(large, Numbers.whole(new BigDecimal(large)));
    assertEquals(large, Numbers.whole(large));
    assertEquals(7, Numbers.whole(7));
    assertNull(Numbers.whole(1.0), "a double may be rounded");
    assertNull(Numbers.whole("1"));
    assertEquals(1, Numbers.side(large, 0, Long.MAX_VALUE));
    assertEquals(-1, Numbers.side(large.negate(), Long.MIN_VALUE, 0));
  }

  @ParameterizedTest
  @CsvSource({"0, -1", "1, 0", "5, 0", "9, 0", "10, 1"})
  void comparesWithBounds(long number, int side) {
    assertEquals(side, Numbers.side(number, 1, 9));
  }

  @Test
  void comparesExactValues() {
    assertEquals(new BigDecimal("0.1"), Numbers.exact(0.1));
    assertEquals(new BigDecimal("0.10"), Numbers.exact(new BigDecimal("0.10")));
    assertEquals(new BigDecimal("7"), Numbers.exact(7));
    var price = new Schema.Decimal(new BigDecimal("0.5"), new BigDecimal("2"));
    assertEquals(new BigDecimal("0.50"), price.check(new BigDecimal("0.50")));
    assertEquals(2, price.check(2));
    assertEquals("must be at least 0.5", sentence(price, 0.4));
    assertEquals("must be at most 2", sentence(price, new BigDecimal("2.01")));
  }

  private static String sentence(Schema schema, Object value) {
    return assertThrows(Fault.class, () -> schema.check(value)).of("").getMessage().strip();
  }

  private static Parameter parameter(Schema schema, boolean required, Object fallback) {
    return new Parameter("p", Parameter.In.QUERY, required, schema, fallback);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "7, 7, -",
        "+7, 7, -",
        "007, 7, -",
        "-1, -, p must be at least 0",
        "10, -, p must be at most 9",
        "1e1, -, p must be of type integer",
        "1.0, -, p must be of type integer",
        "x, -, p must be of type integer",
        "'', -, p must be of type integer",
        "00000000000000000000000000000000000000007, -, p must be of type integer",
      })
  void readsWholeNumbersFromText(String text, Long number, String message) {
    Parameter parameter = parameter(new Schema.Whole(0, 9, List.of()), false, null);
    if (message == null) {
      assertEquals(number, parameter.value(text));
    } else {
      assertEquals(
          message,
          assertThrows(ValidationException.class, () -> parameter.value(text)).getMessage());
    }
  }

  @Test
  void readsOtherTypesFromText() {
    Parameter decimal = parameter(new Schema.Decimal(null, null), false, null);
    assertEquals(new BigDecimal("-1.5e2"), decimal.value("-1.5e2"));
    assertThrows(ValidationException.class, () -> decimal.value("1,5"));
    assertThrows(ValidationException.class, () -> decimal.value("true"));
    Parameter flag = parameter(new Schema.Flag(), false, null);
    assertEquals(true, flag.value("true"));
    assertEquals(false, flag.value("false"));
    assertThrows(ValidationException.class, () -> flag.value("TRUE"));
  }

  @Test
  void returnsDefaultOfAbsentParameter() {
    assertEquals(3, parameter(new Schema.Flag(), false, 3).value(null));
    assertNull(parameter(new Schema.Flag(), false, null).value(null));
    ValidationException missing =
        assertThrows(
            ValidationException.class, () -> parameter(new Schema.Flag(), true, null).value(null));
    assertEquals("p is required", missing.getMessage());
    assertEquals(ErrorCode.PARAMETER_MISSING, missing.code());
    assertEquals("p", missing.param());
  }
}
