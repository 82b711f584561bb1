package dev.gatehouse.areas.storefront.catalogue;

import java.util.List;
import java.util.Optional;

/**
 * Variant of a product, which can be added to a cart.
 *
 * @param title for example S / Black
 */
public record ShopVariant(
    Key key,
    String title,
    Stock stock,
    Offer offer,
    List<SelectedOption> selectedOptions,
    String image) {
  /** Title of the only variant of a product without choices. */
  public static final String ONLY = "Default Title";

  /**
   * @param compareAtPrice price before a sale; null if there is no sale
   * @param requiresShipping false for digital goods
   */
  public record Offer(ShopPrice price, ShopPrice compareAtPrice, boolean requiresShipping) {}

  /**
   * Ids of a variant.
   *
   * @param id global, {@code gid://shopify/ProductVariant/…}
   * @param legacyId its end, used in addresses of carts
   * @param productId global
   * @param sku null if absent
   */
  public record Key(String id, String legacyId, String productId, String sku) {}

  /**
   * Stock of a variant.
   *
   * @param quantityAvailable null if unknown or unlimited
   */
  public record Stock(boolean availableForSale, Integer quantityAvailable) {}

  /** Selected option of a variant: Size, S. */
  public record SelectedOption(String name, String value) {}

  /** Returns the id of a variant's product; empty if the end of a variant's id has none. */
  public static Optional<String> product(String legacyId) {
    int dash = legacyId.lastIndexOf('-');
    return dash < 1 ? Optional.empty() : Optional.of(legacyId.substring(0, dash));
  }

  public String id() {
    return key.id();
  }

  public ShopPrice price() {
    return offer.price();
  }

  /** Returns the price before a sale; null if there is no sale. */
  public ShopPrice compareAtPrice() {
    return offer.compareAtPrice();
  }

  public boolean requiresShipping() {
    return offer.requiresShipping();
  }

  /** Returns whether a buyer can have a quantity. */
  public boolean has(int quantity) {
    return stock.availableForSale()
        && (stock.quantityAvailable() == null || stock.quantityAvailable() >= quantity);
  }

  public String sku() {
    return key.sku();
  }

  public boolean availableForSale() {
    return stock.availableForSale();
  }

  public Integer quantityAvailable() {
    return stock.quantityAvailable();
  }

  /** Returns whether the variant is not available for sale. */
  public boolean currentlyNotInStock() {
    return !stock.availableForSale();
  }
}
