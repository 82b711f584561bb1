package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

/**
 * Variant of a product, which can be added to a cart.
 *
 * @param id global, {@code gid://shopify/ProductVariant/…}
 * @param legacyId its end, used in addresses of carts
 * @param productId global
 * @param sku null if absent
 * @param title for example S / Black
 * @param quantityAvailable null if unknown or unlimited
 * @param compareAtPrice price before a sale; null if there is no sale
 * @param requiresShipping false for digital goods
 */
public record ShopVariant(
    String id,
    String legacyId,
    String productId,
    String sku,
    String title,
    boolean availableForSale,
    Integer quantityAvailable,
    ShopPrice price,
    ShopPrice compareAtPrice,
    boolean requiresShipping,
    List<SelectedOption> selectedOptions,
    String image) {
  /** Title of the only variant of a product without choices. */
  public static final String ONLY = "Default Title";

  /** Selected option of a variant: Size, S. */
  public record SelectedOption(String name, String value) {}

  /** Returns the id of a variant's product; empty if the end of a variant's id has none. */
  public static Optional<String> product(String legacyId) {
    int dash = legacyId.lastIndexOf('-');
    return dash < 1 ? Optional.empty() : Optional.of(legacyId.substring(0, dash));
  }

  public boolean has(int quantity) {
    return availableForSale && (quantityAvailable == null || quantityAvailable >= quantity);
  }

  public boolean currentlyNotInStock() {
    return !availableForSale;
  }
}
