package dev.gatehouse.areas.storefront.charges;

import static dev.gatehouse.areas.storefront.charges.PricingTest.RATES;
import static dev.gatehouse.areas.storefront.charges.PricingTest.pricing;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.storefront.charges.Pricing.Quote;
import dev.gatehouse.areas.storefront.charges.Pricing.Quote.Delivery;
import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shipping, taxes and their rates: which are read, which a cart gets, and what they add. */
class PricingTest {
  static final String RATES =
      "Standard: DE AT = 4.90, Express: DE = 9.90, World: * = 14.90, Free: NL = 0";

  static Pricing pricing(String currency, String... set) {
    Map<String, String> values =
        Stream.of(set)
            .map(each -> each.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    return Pricing.read(TestSettings.of("STOREFRONT_", values).section("storefront"), currency);
  }

  private static Pricing taxing(String currency, String percent, boolean included) {
    return pricing(currency, "TAX_RATES=* = " + percent, "PRICES_INCLUDE_TAX=" + included);
  }

  private static Charges taxed(Pricing pricing, Money amount) {
    return pricing.quote(Pricing.Items.of(amount), Delivery.DEFAULT).charges();
  }

  private static Charges taxed(String currency, String amount, String percent, boolean included) {
    return taxed(taxing(currency, percent, included), Money.of(currency, amount));
  }

  @ParameterizedTest
  @CsvSource({
    "USD, 10.00, 19, 1.90, 1.60",
    "USD, 0.01, 19, 0.00, 0.00",
    "USD, 0.03, 19, 0.01, 0.00",
    "USD, 0.05, 10, 0.01, 0.00",
    "USD, 0.15, 10, 0.02, 0.01",
    "USD, 99.99, 8.875, 8.87, 8.15",
    "USD, 0.01, 99.9999, 0.01, 0.00",
    "USD, 1.00, 0.0001, 0.00, 0.00",
    "JPY, 1000, 10, 100, 91",
    "JPY, 5, 10, 1, 0",
    "HUF, 2990, 27, 807, 636",
    "HUF, 1, 50, 1, 0",
    "USD, 9007199254740991.99, 19, 1711367858400788.48, 1438124250756965.11",
  })
  void computesTax(String currency, String amount, String percent, String added, String included) {
    Charges net = taxed(currency, amount, percent, false);
    assertEquals(added, net.tax().amount().text());
    assertEquals(Money.of(currency, amount).plus(net.tax().amount()), net.sum());
    assertEquals(net.tax().amount(), net.added());
    Charges gross = taxed(currency, amount, percent, true);
    assertEquals(included, gross.tax().amount().text());
    assertEquals(Money.of(currency, amount), gross.sum());
    assertNull(gross.added());
    assertEquals(percent, gross.tax().percent());
  }

  @Test
  void roundsLikeDecimalArithmetic() {
    Random random = new Random(34);
    for (int i = 0; i < 100; i++) {
      BigDecimal percent = BigDecimal.valueOf(random.nextInt(1, 1_000_000), 4);
      BigDecimal rate = percent.movePointLeft(2);
      Pricing net = taxing("EUR", percent.toPlainString(), false);
      Pricing gross = taxing("EUR", percent.toPlainString(), true);
      for (int j = 0; j < 20; j++) {
        BigDecimal amount = BigDecimal.valueOf(random.nextLong(1L << 40), 2);
        Money money = new Money("EUR", amount);
        assertEquals(
            amount.multiply(rate).setScale(2, RoundingMode.HALF_UP),
            taxed(net, money).tax().amount().amount());
        assertEquals(
            amount.multiply(rate).divide(BigDecimal.ONE.add(rate), 2, RoundingMode.HALF_UP),
            taxed(gross, money).tax().amount().amount());
      }
    }
  }

  @Test
  void taxesItemsWithTheirShipping() {
    Pricing pricing =
        pricing(
            "EUR",
            "SHIPPING_RATES=" + RATES,
            "TAX_RATES=DE = 19, AT = 20, NL = 0",
            "PRICES_INCLUDE_TAX=false");
    Quote quote = taxedQuote(pricing, "DE");
    assertEquals("2.83", quote.charges().tax().amount().text());
    assertEquals("17.73", quote.charges().sum().text());
    assertNull(taxedQuote(pricing, "NL").charges().tax());
    assertNull(taxedQuote(pricing, "FR").charges().tax());
  }

  @ParameterizedTest
  @CsvSource({
    // Shipping of 4.90 is divided 1:3, 1.225 is rounded to 1.23.
    "true, DE, 40.00, 10.00, 5.38, 0.73, 44.90",
    "false, DE, 40.00, 10.00, 6.40, 0.79, 52.09",
    "true, DE, 10.00, 10.00, , 0.97, 14.90",
    "true, DE, 10.00, 0.00, 2.38, , 14.90",
    // Austria has no reduced rate, and books have no tax in Ireland.
    "true, AT, 40.00, 10.00, 7.48, , 44.90",
    "true, IE, 40.00, 10.00, 6.30, , 44.90",
  })
  void dividesShippingBetweenTaxRates(
      boolean included,
      String country,
      String all,
      String reduced,
      String tax,
      String reducedTax,
      String total) {
    Pricing pricing =
        pricing(
            "EUR",
            "SHIPPING_RATES=Standard: * = 4.90",
            "TAX_RATES=DE = 19, AT = 20, IE = 23",
            "REDUCED_TAX_RATES=DE = 7, IE = 0",
            "PRICES_INCLUDE_TAX=" + included);
    var items = new Pricing.Items(Money.of("EUR", all), Money.of("EUR", reduced));
    Charges charges = pricing.quote(items, new Delivery(country, "")).charges();
    assertEquals(tax, charges.tax() == null ? null : charges.tax().amount().text());
    assertEquals(
        reducedTax, charges.reducedTax() == null ? null : charges.reducedTax().amount().text());
    assertEquals(total, charges.sum().text());
  }

  @Test
  void reducesTaxOfCategories() {
    Pricing pricing = pricing("EUR", "REDUCED_TAX_CATEGORIES=books, food");
    Money price = Money.of("EUR", "3");
    assertEquals(price, pricing.line(price, "food", true).reduced());
    assertEquals(0, pricing.line(price, "prints", true).reduced().signum());
    assertEquals(0, pricing.line(price, null, true).reduced().signum());
  }

  static Quote taxedQuote(Pricing pricing, String country) {
    return taxedQuoteIn("EUR", pricing, country);
  }

  private static Quote taxedQuoteIn(String currency, Pricing pricing, String country) {
    return pricing.quote(Pricing.Items.of(Money.of(currency, "10")), new Delivery(country, ""));
  }

  @Test
  void startsWithCountryOfShop() {
    String rates = "A: DE = 1, B: AT = 2";
    Pricing served = pricing("EUR", "SHIPPING_RATES=" + rates, "COUNTRY=AT");
    assertEquals("AT", taxedQuote(served, "").delivery().country());
    assertEquals("DE", taxedQuote(served, "DE").delivery().country());
    Pricing other = pricing("EUR", "SHIPPING_RATES=" + rates, "COUNTRY=US");
    assertEquals("DE", taxedQuote(other, "").delivery().country());
    SettingsException refused =
        assertThrows(SettingsException.class, () -> pricing("EUR", "COUNTRY=XX"));
    assertTrue(refused.getMessage().startsWith("storefront.country must be"));
  }

  @Test
  void sumsItemsWithoutShipping() {
    Pricing pricing =
        pricing(
            "EUR",
            "SHIPPING_RATES=A: DE = 4.90, B: AT = 9.90",
            "TAX_RATES=DE = 10, AT = 20",
            "COUNTRY=DE",
            "PRICES_INCLUDE_TAX=false");
    var items = Pricing.Items.of(Money.of("EUR", "10.00"));
    assertEquals("12.00", pricing.items(items, "AT").sum().text());
    assertEquals("11.00", pricing.items(items, "FR").sum().text(), "the default country");
    assertNull(pricing.items(items, "AT").shipping());
    var more = items.plus(new Pricing.Items(Money.of("EUR", "2"), Money.of("EUR", "1")));
    assertEquals(Money.of("EUR", "12.00"), more.all());
    assertEquals("1.00", more.reduced().text());
    var download = new Pricing.Items(Money.of("EUR", "2"), Money.zero("EUR"), false);
    assertFalse(download.plus(download).shipped());
    assertTrue(download.plus(items).shipped() && items.plus(download).shipped());
  }

  @Test
  void knowsWhetherPricesHaveTaxes() {
    assertFalse(pricing("EUR").hasTaxes());
    assertTrue(pricing("EUR", "TAX_RATES=DE = 19").hasTaxes());
    assertTrue(pricing("EUR", "REDUCED_TAX_RATES=DE = 7").hasTaxes());
    assertTrue(pricing("EUR", "PRICES_INCLUDE_TAX=true").includesTax());
    assertFalse(pricing("EUR", "PRICES_INCLUDE_TAX=false").includesTax());
  }

  @Test
  void sumsTaxesOfBothRates() {
    Money one = Money.of("EUR", "1.00");
    var net = new Charges.Tax("19", false, one);
    var gross = new Charges.Tax("19", true, one);
    var shipping = new Charges.Shipping("A", "DE", one);
    assertEquals("4.00", new Charges(one, shipping, net, net).sum().text());
    assertEquals("2.00", new Charges(one, shipping, net, net).taxed().text());
    assertEquals("2.00", new Charges(one, shipping, gross, null).sum().text());
    assertNull(Charges.none(one).taxed());
    assertEquals(one, Charges.none(one).untaxed());
    assertEquals(List.of(net), new Charges(one, null, null, net).taxes());
  }

  @Test
  void knowsFormOfAddresses() {
    assertTrue(Countries.hasPostcode("DE") && !Countries.hasPostcode("HK"));
    assertTrue(Countries.hasPostcodeLast("GB") && !Countries.hasPostcodeLast("DE"));
    assertEquals("Deutschland", Countries.name("DE", Locale.GERMAN));
  }

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
  void readsRatesInCurrencyOfThreeDigits() {
    Pricing pricing = pricing("KWD", "SHIPPING_RATES=A: KW = 1.250");
    assertEquals("1.250", taxedQuoteIn("KWD", pricing, "KW").rates().getFirst().price().text());
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
        "Standard",
        "Standard: DE",
        "Standard: DE = ",
        "Standard: DE = 1.234",
        "Standard: DE = -1",
        "Standard: DE = 1e9",
        "Standard: de = 1",
        "Standard: XX = 1",
        "Standard: DE * = 1",
        "Standard: = 1",
        ": DE = 1",
        "\tA\u0007: DE = 1",
        " : DE = 1",
        "A: DE = 1, A: DE = 2",
        "A: * = 1, A: * = 2",
        "A: DE = 1 free from x",
        "A: DE = 1 free"
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
