package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct.GlobalId;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PayableCurrency;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;

/**
 * Converts the catalog's products to those of the Storefront API. Each label of the stock is a
 * variant. A product has no variants if it is sold elsewhere or its currency cannot express its
 * price.
 */
record ProductMapping(String currency, InstantSource clock) {
  private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9]+");
  private static final int MAX_SLUG = 60;
  private static final int OF_ID = 6;
  private static final int LABEL_BYTES = 4;

  ShopProduct product(CatalogueProduct stored) {
    Instant now = clock.instant();
    ShopPrice price = price(stored.price(now).amount());
    List<ShopVariant> variants = List.of();
    if (isSoldHere(stored)) {
      variants =
          stored.stock().stream()
              .filter(line -> !line.hidden())
              .filter(line -> isPayable(stored.price(line, now).amount()))
              .map(line -> variant(stored, line, now))
              .toList();
    }
    List<ShopPrice> prices =
        variants.isEmpty()
            ? List.of(price)
            : variants.stream().map(ShopVariant::price).sorted().toList();
    String category = stored.category();
    return new ShopProduct(
        GlobalId.PRODUCT + stored.id(),
        stored.id(),
        handle(stored),
        stored.name(),
        stored.description(),
        category,
        "",
        PlainText.nonEmpty(category).stream().toList(),
        variants.stream().anyMatch(ShopVariant::availableForSale),
        PlainText.emptyToNull(stored.url()),
        stored.images(),
        prices.getFirst(),
        prices.getLast(),
        variants,
        stored.createdAt(),
        stored.updatedAt());
  }

  private static boolean isSoldHere(CatalogueProduct product) {
    return product.type().equals("regular") && product.url().isEmpty();
  }

  private ShopVariant variant(
      CatalogueProduct product, CatalogueProduct.StockCount line, Instant now) {
    String id = variantId(product.id(), line.label());
    CatalogueProduct.Price price = product.price(line, now);
    boolean only = line.label().equals(ShopVariant.ONLY);
    return new ShopVariant(
        GlobalId.VARIANT + id,
        id,
        GlobalId.PRODUCT + product.id(),
        line.sku(),
        line.label(),
        line.count() == null || line.count() > 0,
        line.count(),
        price(price.amount()),
        price.before() == null ? null : price(price.before()),
        !product.digital(),
        List.of(new ShopVariant.SelectedOption(only ? "Title" : "Size", line.label())),
        product.images().stream().findFirst().orElse(null));
  }

  /** Returns the id of a label of a product's stock, which does not depend on other labels. */
  static String variantId(String productId, String label) {
    return productId + '-' + Sha256.hex(label, LABEL_BYTES);
  }

  private ShopPrice price(BigDecimal price) {
    if (isPayable(price)) {
      return new ShopPrice(new Money(currency, price).text(), currency);
    }
    return new ShopPrice(price.toPlainString(), currency);
  }

  private boolean isPayable(BigDecimal price) {
    int decimals = PayableCurrency.priceDecimals(currency).orElse(0);
    return price.stripTrailingZeros().scale() <= decimals;
  }

  /**
   * Returns the name in words with the end of the id. The handle must not depend on other products
   * with the same name.
   */
  private static String handle(CatalogueProduct product) {
    String plain = PlainText.folded(product.name());
    String words = NO_WORD.matcher(plain).replaceAll("-");
    String slug = words.substring(0, Math.min(MAX_SLUG, words.length()));
    return (slug + '-' + idEnd(product.id())).replaceAll("-{2,}", "-").replaceFirst("^-", "");
  }

  /** Returns the end of a product's id, with which its handle ends. */
  static String idEnd(String id) {
    return id.substring(Math.max(0, id.length() - OF_ID));
  }
}
