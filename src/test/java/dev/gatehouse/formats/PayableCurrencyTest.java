package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

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
  @CsvSource({"USD, 19.99", "USD, 19.9", "USD, 19", "HUF, 2990", "JPY, 1200"})
  void parsesAmountsOfProvider(String code, String text) {
    assertEquals(Money.of(code, text), PayableCurrency.of(code).orElseThrow().parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "HUF, 2990.5, HUF has no decimals",
    "HUF, 2990.0, HUF has no decimals",
    "USD, 1.999, 'USD has 2 decimals, 1.999 has more'",
  })
  void namesTooManyDecimals(String code, String text, String message) {
    PayableCurrency currency = PayableCurrency.of(code).orElseThrow();
    Exception refused = assertThrows(IllegalArgumentException.class, () -> currency.parse(text));
    assertEquals(message, refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "HUF, 2990.00, 2990",
    "HUF, 2991.00, 2991",
    "HUF, 2990.50, 2990.50",
    "USD, 1.00, 1.00"
  })
  void showsAmountsThatCannotBePaid(String code, BigDecimal amount, String text) {
    assertEquals(text, new Money(code, amount).text());
  }

  @ParameterizedTest
  @CsvSource({"HUF, 0", "USD, 2", "KWD, 3", "ZZZ, -1", ", -1"})
  void returnsDecimalsOfPrices(String code, int decimals) {
    assertEquals(decimals, PayableCurrency.priceDecimals(code).orElse(-1));
  }

  @Test
  void listsCodesInAlphabeticalOrder() {
    assertTrue(PayableCurrency.list().startsWith("AUD, BRL, "), PayableCurrency.list());
    assertTrue(PayableCurrency.list().contains("HKD, HUF, ILS, JPY, MXN"), PayableCurrency.list());
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
