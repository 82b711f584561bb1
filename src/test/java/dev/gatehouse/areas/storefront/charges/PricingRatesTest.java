package dev.gatehouse.areas.storefront.charges;

import static dev.gatehouse.areas.storefront.charges.PricingTest.RATES;
import static dev.gatehouse.areas.storefront.charges.PricingTest.pricing;
import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.areas.storefront.charges.Pricing.Quote;
import dev.gatehouse.areas.storefront.charges.Pricing.Quote.Delivery;
import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.SettingsException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of shipping and taxes: which are read, and which a cart gets. */
class PricingRatesTest {

  @ParameterizedTest
  @CsvSource({
    "DE, '', Standard, 4.90, DE",
    "DE, Express, Express, 9.90, DE",
    "DE, World, Standard, 4.90, DE",
    "AT, Express, Standard, 4.90, AT",
    "NL, '', Free, 0.00, NL",
    "FR, '', World, 14.90, FR",
    "'', '', World, 14.90, US",
    "XX, '', World, 14.90, US",
  })
  void choosesShippingRate(
      String country, String method, String chosen, String price, String delivered) {
    Quote quote =
        pricing("EUR", "SHIPPING_RATES=" + RATES)
            .quote(Pricing.Items.of(Money.of("EUR", "10")), new Delivery(country, method));
    assertEquals(chosen, quote.charges().shipping().name());
    assertEquals(price, quote.charges().shipping().amount().text());
    assertEquals(new Delivery(delivered, chosen), quote.delivery());
    assertEquals(
        country.isEmpty() || country.equals(delivered), quote.isFor(new Delivery(country, method)));
  }

  @ParameterizedTest
  @CsvSource({"DE, 49.99, 4.90", "DE, 50, 0.00", "DE, 1000000, 0.00", "AT, 50, 9.90"})
  void shipsLargerOrdersFree(String country, String items, String price) {
    Quote quote =
        pricing("EUR", "SHIPPING_RATES=A: DE = 4.90 free from 50.00, B: AT = 9.90")
            .quote(Pricing.Items.of(Money.of("EUR", items)), new Delivery(country, ""));
    assertEquals(price, quote.charges().shipping().amount().text());
    assertEquals(price, quote.rates().getFirst().price().text());
  }

  @Test
  void servesOnlyCountriesWithRates() {
    Pricing pricing = pricing("EUR", "SHIPPING_RATES=A: DE = 1, B: AT = 2");
    assertEquals(2, pricing.countries().size());
    Quote quote = pricing.quote(Pricing.Items.of(Money.of("EUR", "10")), new Delivery("FR", "A"));
    assertFalse(quote.isFor(new Delivery("FR", "A")));
    assertEquals("DE", quote.delivery().country());
    assertEquals(
        List.of("Austria", "Germany"),
        quote.countries("en").stream().map(Countries.Country::name).toList());
  }

  @Test
  void shipsEverywhereFreeOfChargeWithoutRates() {
    Quote quote =
        pricing("EUR").quote(Pricing.Items.of(Money.of("EUR", "10")), new Delivery("FR", "A"));
    assertNull(quote.charges().shipping());
    assertEquals(new Delivery("FR", ""), quote.delivery());
    assertTrue(quote.countries().size() > 200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Standard", "Standard: DE", "Standard: DE = ", "Standard: DE = 1.234",
        "Standard: DE = -1", "Standard: DE = 1e9", "Standard: de = 1", "Standard: XX = 1",
        "Standard: DE * = 1", "Standard: = 1", ": DE = 1", "A: DE = 1, A: DE = 2",
        "A: * = 1, A: * = 2", "A: DE = 1 free from x", "A: DE = 1 free"
      })
  void rejectsInvalidShippingRates(String rates) {
    SettingsException refused =
        assertThrows(SettingsException.class, () -> pricing("EUR", "SHIPPING_RATES=" + rates));
    assertTrue(refused.getMessage().contains("storefront.shippingRates"), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"DE", "DE = 100", "DE = -1", "DE = 1.00001", "XX = 1", "DE = 1, DE = 2"})
  void rejectsInvalidTaxRates(String rates) {
    SettingsException refused =
        assertThrows(SettingsException.class, () -> pricing("EUR", "TAX_RATES=" + rates));
    assertTrue(refused.getMessage().contains("storefront.taxRates"), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "'A: DE = 1', false",
    "'A: DE = 1, B: DE = 2', true",
    "'A: DE AT = 1', true",
  })
  void offersChoiceOfCountryOrRate(String rates, boolean choice) {
    Pricing pricing = pricing("EUR", "SHIPPING_RATES=" + rates, "COUNTRY=DE");
    assertEquals(choice, PricingTest.taxedQuote(pricing, "DE").isChoice());
    assertEquals(rates.split(",").length, pricing.rates().size());
  }
}
