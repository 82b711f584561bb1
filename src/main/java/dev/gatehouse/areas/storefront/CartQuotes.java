package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.catalogue.Catalogue;
import dev.gatehouse.areas.storefront.catalogue.Products;
import dev.gatehouse.areas.storefront.catalogue.ShopPicture;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.charges.Countries;
import dev.gatehouse.areas.storefront.charges.Pricing;
import dev.gatehouse.areas.storefront.charges.Quote;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.pages.CartPage;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.pages.Pages;

/** Reads the items of a cart with their current prices, and adds shipping costs and taxes. */
record CartQuotes(Catalogue catalogue, StorefrontSettings settings, Pages pages) {
  /**
   * Purchasable items of a cart with their sums.
   *
   * @param problem message about items or a delivery that are not available; empty for none
   * @param linked delivery for links; the default unless the buyer has chosen one
   */
  record Quoted(CartPage.Offer offer, String problem, Quote.Delivery linked) {}

  /**
   * Returns the items of a cart.
   *
   * @throws dev.gatehouse.bus.ApiException 404 if none of them can be bought
   */
  Quoted of(Call call, CartText cart, Quote.Delivery delivery) {
    Products products = catalogue.products(call);
    products.expect(cart.quantities().keySet());
    Quoted quoted = quoted(products, cart, delivery);
    if (quoted.offer().goods().lines().isEmpty()) {
      throw ApiError.of(ErrorCode.CART_EMPTY, "no product in this cart can be bought").exception();
    }
    return quoted;
  }

  private Quoted quoted(Products products, CartText cart, Quote.Delivery delivery) {
    Pricing pricing = settings.facts().pricing();
    Money zero = Money.zero(settings.facts().currency());
    Pricing.Items items = new Pricing.Items(zero, zero, false);
    List<ShopOrder.Line> lines = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Map<String, ShopPicture> pictures = new HashMap<>();
    for (Map.Entry<String, Integer> each : cart.quantities().entrySet()) {
      ShopVariant variant = products.variant(each.getKey()).orElse(null);
      if (variant == null) {
        problems.add(pages.text("cart.problem.item"));
        continue;
      }
      ShopProduct product = products.product(variant.productId()).orElseThrow();
      ShopOrder.Line line = line(product, variant, each.getValue());
      lines.add(line);
      items =
          items.plus(pricing.line(line.sum(), product.productType(), variant.requiresShipping()));
      product.pictures().stream()
          .findFirst()
          .ifPresent(picture -> pictures.put(line.product(), picture));
      if (!variant.has(each.getValue())) {
        problems.add(line.shortage(pages.site(), variant.quantityAvailable()));
      }
    }
    Quote quote = pricing.quote(items, delivery);
    unserved(quote, delivery).ifPresent(problems::add);
    return new Quoted(
        new CartPage.Offer(
            ShopOrder.Goods.of(lines, quote.charges()), quote, pictures, items.shipped()),
        problems.stream().distinct().collect(Collectors.joining(". ")),
        delivery.equals(Quote.Delivery.DEFAULT) ? delivery : quote.delivery());
  }

  private Optional<String> unserved(Quote quote, Quote.Delivery delivery) {
    if (quote.isFor(delivery)) {
      return Optional.empty();
    }
    return Optional.of(
        pages.text("cart.problem.country", Countries.name(delivery.country(), pages.language())));
  }

  private static ShopOrder.Line line(ShopProduct product, ShopVariant variant, int quantity) {
    return new ShopOrder.Line(
        variant.legacyId(),
        product.legacyId(),
        variant.title(),
        product.title(),
        quantity,
        Money.of(variant.price().currencyCode(), variant.price().amount()));
  }
}
