package dev.gatehouse.areas.payments;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.areas.payments.CreateOrderRequest.AmountBreakdown;
import dev.gatehouse.areas.payments.CreateOrderRequest.OrderAmount;
import dev.gatehouse.areas.payments.CreateOrderRequest.OrderItem;
import dev.gatehouse.areas.payments.CreateOrderRequest.PlainAmount;
import dev.gatehouse.areas.payments.CreateOrderRequest.PurchaseUnit;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PayableCurrency;

/**
 * Checks the amounts of a client's order. They must be exact, of one currency, and equal to the
 * sums of their components. Errors are 400 with the field's name.
 */
final class OrderAmounts {
  private OrderAmounts() {}

  /** Returns the sum of an order's units. */
  static Money total(CreateOrderRequest order) {
    List<PurchaseUnit> units = order.units();
    Set<String> names = new HashSet<>();
    Money total = Money.zero(currency(units.getFirst()));
    for (int i = 0; i < units.size(); i++) {
      PurchaseUnit unit = units.get(i);
      String place = "purchase_units[" + i + "]";
      badRequestUnless(
          names.add(Objects.requireNonNullElse(unit.referenceId(), "default")),
          place + ".reference_id",
          "must be unique: another unit has it");
      Money amount = amount(place + ".amount", unit.amount(), total.currency());
      badRequestUnless(amount.signum() > 0, place + ".amount.value", "must be more than 0");
      checkItems(place, unit, total.currency());
      total = total.plus(amount);
    }
    return total;
  }

  private static String currency(PurchaseUnit unit) {
    String currency = unit.amount().currency();
    badRequestUnless(
        PayableCurrency.of(currency).isPresent(),
        "purchase_units[0].amount.currency_code",
        "must be a currency that the payment provider accepts: " + PayableCurrency.list());
    return currency;
  }

  private static Money amount(String place, OrderAmount amount, String currency) {
    Money whole = money(place, new PlainAmount(amount.currency(), amount.value()), currency);
    AmountBreakdown parts = amount.breakdown();
    if (parts != null) {
      Money sum =
          Stream.of(parts.items(), parts.shipping(), parts.handling(), parts.tax())
              .filter(part -> part != null)
              .map(part -> money(place + ".breakdown", part, currency))
              .reduce(Money.zero(currency), Money::plus);
      badRequestUnless(sum.equals(whole), place + ".value", "must be the sum of its breakdown");
    }
    return whole;
  }

  private static void checkItems(String place, PurchaseUnit unit, String currency) {
    if (unit.items() == null) {
      return;
    }
    Money sum = Money.zero(currency);
    for (OrderItem item : unit.items()) {
      Money each = money(place + ".items", item.unitAmount(), currency);
      sum = sum.plus(each.times(Long.parseLong(item.quantity())));
    }
    AmountBreakdown parts = unit.amount().breakdown();
    badRequestUnless(
        parts != null && parts.items() != null,
        place + ".amount.breakdown.item_total",
        "is required with items");
    badRequestUnless(
        sum.equals(money(place, parts.items(), currency)),
        place + ".amount.breakdown.item_total",
        "must be the sum of the items");
  }

  private static Money money(String place, PlainAmount amount, String currency) {
    badRequestUnless(
        currency.equals(amount.currency()),
        place + ".currency_code",
        "must be the currency of the whole order, " + currency);
    try {
      return PayableCurrency.of(currency).orElseThrow().parse(amount.value());
    } catch (IllegalArgumentException e) {
      throw ApiError.of(
              ErrorCode.PARAMETER_INVALID, place + ".value", place + ".value: " + e.getMessage())
          .exception(e);
    }
  }
}
