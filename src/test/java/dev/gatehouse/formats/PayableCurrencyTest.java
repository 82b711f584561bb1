package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Currency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link PayableCurrency}. */
class PayableCurrencyTest {
  @ParameterizedTest
  @CsvSource({"USD, 19.9, 19.90", "HUF, 2990.00, 2990", "JPY, 1200, 1200", "TWD, 5, 5"})
  void formatsAmountsForProvider(String code, BigDecimal amount, String text) {
    assertEquals(text, PayableCurrency.of(code).orElseThrow().text(new Money(code, amount)));
  }

  @ParameterizedTest
  @CsvSource({"HUF, 2990.50", "TWD, 0.01"})
  void rejectsAmountsThatWouldBeRounded(String code, BigDecimal amount) {
    PayableCurrency currency = PayableCurrency.of(code).orElseThrow();
    assertThrows(IllegalArgumentException.class, () -> currency.text(new Money(code, amount)));
    assertThrows(IllegalArgumentException.class, () -> currency.parse(amount.toPlainString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"KWD", "BHD", "XXX", "XAU", "usd", "", "US"})
  void knowsOnlyAcceptedCurrencies(String code) {
    assertTrue(PayableCurrency.of(code).isEmpty());
  }

  @Test
  void hasNoMoreDecimalsThanIso4217() {
    for (String code : PayableCurrency.list().split(", ")) {
      int decimals = PayableCurrency.of(code).orElseThrow().decimals();
      assertTrue(decimals <= Currency.getInstance(code).getDefaultFractionDigits(), code);
    }
  }
}
