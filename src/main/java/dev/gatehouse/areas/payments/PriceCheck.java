package dev.gatehouse.areas.payments;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderItem;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PlainAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PurchaseUnit;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PayableCurrency;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.ProductId;
import dev.gatehouse.messages.ProductMessages.ProductPrice;

/**
 * Checks orders against the catalog, because their amounts come from the payer. Each unit must
 * consist of items, and each item must name a product and have its price.
 */
record PriceCheck(PaymentsSettings.Catalogue settings, Dispatcher dispatcher) {
  private static final Pattern PRODUCT = Pattern.compile("[0-9a-f]{24}");
  private static final int NOT_FOUND = 404;

  /**
   * Refuses an order whose prices are not the catalogue's; blocks.
   *
   * @param call for which it asks
   * @throws ApiException 400 with the item's place, 503 while there is no catalogue
   */
  void check(Call call, CreateOrderRequest order) {
    if (!settings.checked()) {
      return;
    }
    Map<String, List<Money>> prices = new HashMap<>();
    for (int i = 0; i < order.units().size(); i++) {
      String place = "purchase_units[" + i + "]";
      PurchaseUnit unit = order.units().get(i);
      if (unit.items() == null) {
        throw ApiError.missing(place + ".items").exception();
      }
      for (int j = 0; j < unit.items().size(); j++) {
        check(call, place + ".items[" + j + "]", unit.items().get(j), prices);
      }
    }
  }

  private void check(Call call, String place, OrderItem item, Map<String, List<Money>> prices) {
    badRequestUnless(
        item.sku() != null && PRODUCT.matcher(item.sku()).matches(),
        place + ".sku",
        "must be the ID of a product");
    List<Money> known = prices.computeIfAbsent(item.sku(), sku -> prices(call, place, sku));
    PlainAmount asked = item.unitAmount();
    badRequestUnless(
        asked.currency().equals(settings.currency())
            && known.contains(Money.of(asked.currency(), asked.value())),
        place + ".unit_amount",
        "must be the product's price, "
            + known.stream().map(Money::toString).collect(Collectors.joining(" or ")));
  }

  /** Returns the prices of a product's labels; its own price if it has none. */
  private List<Money> prices(Call call, String place, String sku) {
    ProductPrice product = product(call, place, sku);
    Stream<BigDecimal> amounts =
        product.currentPrices() == null || product.currentPrices().isEmpty()
            ? Stream.of(product.price())
            : product.currentPrices().values().stream();
    return amounts.map(amount -> money(place, amount)).distinct().toList();
  }

  private ProductPrice product(Call call, String place, String sku) {
    try {
      return dispatcher.ask(
          ProductMessages.PRODUCT, new ProductId(sku), call.origin(), call.deadline().remaining());
    } catch (ApiException failed) {
      if (failed.failure().status() == NOT_FOUND) {
        throw ApiException.invalid(place + ".sku", "must be the ID of a product");
      }
      throw failed;
    }
  }

  private Money money(String place, BigDecimal amount) {
    try {
      Money price = new Money(settings.currency(), amount);
      PayableCurrency.of(settings.currency()).ifPresent(each -> each.text(price));
      return price;
    } catch (IllegalArgumentException odd) {
      throw ApiError.of(
              ErrorCode.PRICE_UNPAYABLE,
              place + ".sku",
              place + ".sku has a price that cannot be paid")
          .exception(odd);
    }
  }
}
