package dev.gatehouse.areas.storefront.catalogue;

import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PayableCurrency;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Converts the catalog's products to those of the Storefront API. Each label of the stock is a
 * variant. A product has no variants if it is sold elsewhere or its currency cannot express its
 * price.
 */
record ProductMapping(String currency) {
  private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9]+");
  private static final int MAX_SLUG = 60;
  private static final int OF_ID = 6;
  private static final int LABEL_BYTES = 4;

  ShopProduct product(CatalogueProduct stored) {
    ShopPrice price = price(stored);
    List<ShopVariant> variants = List.of();
    if (isSoldHere(stored) && isPayable(stored)) {
      variants = stored.offer().stock().stream().map(line -> variant(stored, line, price)).toList();
    }
    String category = stored.presentation().category();
    return new ShopProduct(
        new ShopProduct.Key(GlobalId.PRODUCT + stored.id(), stored.id(), handle(stored)),
        new ShopProduct.Wording(
            stored.presentation().name(),
            stored.presentation().description(),
            category,
            "",
            PlainText.nonEmpty(category).stream().toList()),
        new ShopProduct.Sale(
            variants.stream().anyMatch(ShopVariant::availableForSale),
            PlainText.emptyToNull(stored.presentation().url()),
            stored.presentation().images(),
            price,
            price),
        variants,
        stored.times().createdAt(),
        stored.times().updatedAt());
  }

  private static boolean isSoldHere(CatalogueProduct product) {
    return product.presentation().type().equals("regular")
        && product.presentation().url().isEmpty();
  }

  private static ShopVariant variant(
      CatalogueProduct product, CatalogueProduct.StockCount line, ShopPrice price) {
    String id = variantId(product.id(), line.label());
    return new ShopVariant(
        new ShopVariant.Key(GlobalId.VARIANT + id, id, GlobalId.PRODUCT + product.id(), null),
        line.label(),
        new ShopVariant.Stock(line.count() > 0, line.count()),
        price,
        List.of(new ShopVariant.SelectedOption("Size", line.label())),
        product.presentation().images().stream().findFirst().orElse(null));
  }

  /** Returns the id of a label of a product's stock, which does not depend on other labels. */
  static String variantId(String productId, String label) {
    return productId + '-' + Sha256.hex(label, LABEL_BYTES);
  }

  private ShopPrice price(CatalogueProduct product) {
    BigDecimal price = product.offer().price();
    if (isPayable(product)) {
      return new ShopPrice(new Money(currency, price).text(), currency);
    }
    return new ShopPrice(price.toPlainString(), currency);
  }

  private boolean isPayable(CatalogueProduct product) {
    int decimals = PayableCurrency.priceDecimals(currency).orElse(0);
    return product.offer().price().stripTrailingZeros().scale() <= decimals;
  }

  /**
   * Returns the name in words with the end of the id. The handle must not depend on other products
   * with the same name.
   */
  private static String handle(CatalogueProduct product) {
    String plain = Normalizer.normalize(product.presentation().name(), Normalizer.Form.NFKD);
    String words = NO_WORD.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("-");
    String slug = words.substring(0, Math.min(MAX_SLUG, words.length()));
    return (slug + '-' + idEnd(product.id())).replaceAll("-{2,}", "-").replaceFirst("^-", "");
  }

  /** Returns the end of a product's id, with which its handle ends. */
  static String idEnd(String id) {
    return id.substring(Math.max(0, id.length() - OF_ID));
  }
}
