package dev.gatehouse.areas.storefront.catalogue;

import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.Sha256;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The catalogue's products in the words of the Storefront API. A label of the stock is a variant; a
 * product that is sold elsewhere, or whose price the currency cannot express, has none.
 */
final class ProductMapping {
  private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9]+");
  private static final int MAX_SLUG = 60;
  private static final int OF_ID = 6;
  private static final int LABEL_BYTES = 4;

  private final String currency;

  ProductMapping(String currency) {
    this.currency = currency;
  }

  ShopProduct product(StoredProduct stored) {
    ShopPrice price = price(stored);
    List<ShopVariant> variants =
        stored.place().here() && isPayable(stored)
            ? stored.stock().stream().map(line -> variant(stored, line, price)).toList()
            : List.of();
    String category = stored.wording().category();
    return new ShopProduct(
        new ShopProduct.Key(GlobalId.PRODUCT + stored.id(), stored.id(), handle(stored)),
        new ShopProduct.Wording(
            stored.wording().name(),
            stored.wording().description(),
            category,
            "",
            category.isEmpty() ? List.of() : List.of(category)),
        new ShopProduct.Sale(
            variants.stream().anyMatch(ShopVariant::availableForSale),
            stored.place().url().isEmpty() ? null : stored.place().url(),
            stored.place().images(),
            price,
            price),
        variants,
        stored.createdAt(),
        stored.updatedAt());
  }

  private static ShopVariant variant(
      StoredProduct product, StoredProduct.StockLine line, ShopPrice price) {
    String id = variantId(product.id(), line.label());
    return new ShopVariant(
        new ShopVariant.Key(GlobalId.VARIANT + id, id, GlobalId.PRODUCT + product.id(), null),
        line.label(),
        new ShopVariant.Stock(line.count() > 0, line.count()),
        price,
        List.of(new ShopVariant.SelectedOption("Size", line.label())),
        product.place().images().isEmpty() ? null : product.place().images().getFirst());
  }

  /** The name of a label of a product's stock, which stays however the others change. */
  static String variantId(String productId, String label) {
    return productId + '-' + Sha256.hex(label, LABEL_BYTES);
  }

  private ShopPrice price(StoredProduct product) {
    String amount =
        isPayable(product)
            ? new Money(currency, product.price()).text()
            : product.price().toPlainString();
    return new ShopPrice(amount, currency);
  }

  private boolean isPayable(StoredProduct product) {
    int decimals = Money.decimals(currency).orElse(0);
    return product.price().stripTrailingZeros().scale() <= decimals;
  }

  /**
   * The name in words, and the end of the id: it must stay while others of the name come and go.
   */
  private static String handle(StoredProduct product) {
    String plain = Normalizer.normalize(product.wording().name(), Normalizer.Form.NFKD);
    String words = NO_WORD.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("-");
    String slug = words.substring(0, Math.min(MAX_SLUG, words.length()));
    String end = product.id().substring(product.id().length() - OF_ID);
    return (slug + '-' + end).replaceAll("-{2,}", "-").replaceFirst("^-", "");
  }
}
