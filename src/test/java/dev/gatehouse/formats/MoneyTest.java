package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.bus.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exact amounts with the number of decimals of their currencies. */
class MoneyTest {
  @ParameterizedTest
  @CsvSource({
    "USD, 19.9, 19.90",
    "USD, 19, 19.00",
    "USD, 007, 7.00",
    "USD, 0, 0.00",
    "EUR, 0.01, 0.01",
    "JPY, 1200, 1200",
    "KRW, 1, 1",
    "KWD, 1.5, 1.500",
    "KWD, 1.234, 1.234",
    "USD, 123456789012345678901234567890.12, 123456789012345678901234567890.12"
  })
  void formatsAmountWithDecimalsOfCurrency(String currency, String text, String shown) {
    Money money = Money.of(currency, text);
    assertEquals(shown, money.text());
    assertEquals(shown + ' ' + currency, money.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "USD, 1.234", "USD, 1.000",
    "JPY, 1.0", "KWD, 1.2345",
    "USD, ''", "USD, -1",
    "USD, +1", "USD, 1e2",
    "USD, .5", "USD, 5.",
    "USD, ' 5'", "USD, '1,50'",
    "USD, \u0665", "USD, NaN",
    "usd, 1", "US, 1",
    "ZZZ, 1", "XXX, 1",
    "XAU, 1", "'', 1",
    "USD, 1234567890123456789012345678901",
  })
  void rejectsInvalidAmount(String currency, String text) {
    assertThrows(IllegalArgumentException.class, () -> Money.of(currency, text));
  }

  @Test
  void addsAmountsExactly() {
    Money sum = Money.zero("USD");
    for (int i = 0; i < 10; i++) {
      sum = sum.plus(Money.of("USD", "0.10"));
    }
    assertEquals(Money.of("USD", "1"), sum);
    assertEquals(sum, Money.of("USD", "0.1").times(10));
    assertEquals(new Money("USD", new BigDecimal("1.0000")), sum);
    assertEquals(0, Money.zero("USD").signum());
    assertTrue(sum.compareTo(Money.of("USD", "0.99")) > 0);
    assertTrue(sum.compareTo(Money.of("USD", "1.01")) < 0);
    assertEquals(0, sum.compareTo(Money.of("USD", "1")));
    assertEquals(1, sum.signum());
    assertEquals(-1, sum.times(-1).signum());
  }

  @Test
  void rejectsMixedCurrencies() {
    Money dollar = Money.of("USD", "1");
    Money euro = Money.of("EUR", "1");
    assertThrows(IllegalArgumentException.class, () -> dollar.plus(euro));
    assertThrows(IllegalArgumentException.class, () -> dollar.compareTo(euro));
  }

  @ParameterizedTest
  @ValueSource(strings = {"19.90", "123456789012345678901234567890.12", "0.00"})
  void preservesEveryDigitInJson(String text) {
    Money money = Money.of("USD", text);
    String json = "{\"currency\":\"USD\",\"amount\":\"" + text + "\"}";
    assertEquals(json, Json.encode(money).toString());
    assertEquals(money, Json.decode(json.getBytes(StandardCharsets.UTF_8), Money.class));
  }
}
