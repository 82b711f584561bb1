package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.AmountBreakdown;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderItem;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PlainAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PurchaseUnit;
import dev.gatehouse.areas.payments.CreateOperation.OrderAmounts;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.Money;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link OrderAmounts}. */
class OrderAmountsTest {
  private static final String AMOUNT = "purchase_units[0].amount";

  private static PlainAmount usd(String value) {
    return value == null ? null : new PlainAmount("USD", value);
  }

  private static PurchaseUnit unit(String reference, String currency, String value) {
    return new PurchaseUnit(
        reference, null, null, null, new OrderAmount(currency, value, null), null);
  }

  /** Returns a unit of USD with one item, and its breakdown. */
  private static PurchaseUnit items(String value, AmountBreakdown parts, PlainAmount... prices) {
    List<OrderItem> items =
        Arrays.stream(prices).map(price -> new OrderItem("A shirt", null, "2", price)).toList();
    return new PurchaseUnit(null, null, null, null, new OrderAmount("USD", value, parts), items);
  }

  private static AmountBreakdown parts(String items, String shipping, String handling, String tax) {
    return new AmountBreakdown(usd(items), usd(shipping), usd(handling), usd(tax));
  }

  private static Money total(PurchaseUnit... units) {
    return OrderAmounts.total(new CreateOrderRequest("CAPTURE", List.of(units)));
  }

  private static String fault(PurchaseUnit... units) {
    ApiError failure = assertThrows(ApiException.class, () -> total(units)).failure();
    assertEquals(400, failure.status());
    return failure.message();
  }

  @Test
  void addsUnitsOfOneCurrency() {
    assertEquals(
        Money.of("EUR", "4.10"), total(unit(null, "EUR", "1.50"), unit("b", "EUR", "2.60")));
    assertEquals(
        "purchase_units[1].amount.currency_code must be the currency of the whole order," + " EUR",
        fault(unit(null, "EUR", "1.50"), unit("b", "USD", "2.60")));
  }

  @Test
  void requiresDistinctReferences() {
    String fault = "purchase_units[1].reference_id must be unique: another unit has it";
    assertEquals(fault, fault(unit("a", "EUR", "1"), unit("a", "EUR", "1")));
    assertEquals(fault, fault(unit(null, "EUR", "1"), unit(null, "EUR", "1")));
    assertEquals(fault, fault(unit(null, "EUR", "1"), unit("default", "EUR", "1")));
  }

  @ParameterizedTest
  @CsvSource({
    "USD, 0.00, .value must be more than 0",
    "USD, 1.001, '.value: USD has 2 decimals, 1.001 has more'",
    "HUF, 1.50, .value: HUF has no decimals",
    "USD, x, '.value: an amount must have digits, and decimals only after a point'",
  })
  void namesInvalidAmounts(String currency, String value, String fault) {
    assertEquals(AMOUNT + fault, fault(unit(null, currency, value)));
  }

  @Test
  void namesUnacceptedCurrency() {
    String fault = fault(unit(null, "KWD", "1"));
    String start = AMOUNT + ".currency_code must be a currency that the payment provider accepts: ";
    assertEquals(start, fault.substring(0, start.length()));
  }

  @Test
  void acceptsExactBreakdowns() {
    Money whole = Money.of("USD", "34.80");
    assertEquals(whole, total(items("34.80", parts("29.80", "5.00", null, null), usd("14.90"))));
    assertEquals(
        whole,
        total(items("34.80", parts("29.80", "2.00", "1.00", "2.00"), usd("12.90"), usd("2.00"))));
    var withoutItems = new OrderAmount("USD", "34.80", parts(null, "34.80", null, null));
    assertEquals(whole, total(new PurchaseUnit(null, null, null, null, withoutItems, null)));
  }

  @ParameterizedTest
  @CsvSource({
    "34.81, 29.80, 5.00, 14.90, .value must be the sum of its breakdown",
    "34.80, 29.80, 5.00, 14.89, .breakdown.item_total must be the sum of the items",
    "5.00, , 5.00, 14.90, .breakdown.item_total is required with items",
  })
  void rejectsInexactBreakdowns(
      String whole, String items, String shipping, String price, String fault) {
    PurchaseUnit unit = items(whole, parts(items, shipping, null, null), usd(price));
    assertEquals(AMOUNT + fault, fault(unit));
  }

  @Test
  void rejectsOtherCurrenciesOfParts() {
    PlainAmount euro = new PlainAmount("EUR", "5.00");
    String fault = ".currency_code must be the currency of the whole order, USD";
    assertEquals(
        "purchase_units[0].items" + fault,
        fault(items("5.00", parts("5.00", "0", "0", "0"), euro)));
    var parts = new AmountBreakdown(euro, null, null, null);
    assertEquals(AMOUNT + ".breakdown" + fault, fault(items("5.00", parts, usd("2.50"))));
    assertEquals(
        AMOUNT + ".breakdown.item_total is required with items",
        fault(items("5.00", null, usd("2.50"))));
  }
}
