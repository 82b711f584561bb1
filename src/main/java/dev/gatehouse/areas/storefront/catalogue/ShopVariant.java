package dev.gatehouse.areas.storefront.catalogue;

import java.util.List;

/**
 * A variant of a product: what is put into a cart.
 *
 * @param title S / Black, for example
 */
public record ShopVariant(
    Key key,
    String title,
    Stock stock,
    ShopPrice price,
    List<SelectedOption> selectedOptions,
    String image) {

  /**
   * The names of a variant.
   *
   * @param id global, {@code gid://shopify/ProductVariant/…}
   * @param legacyId its end, which addresses of carts carry
   * @param productId global
   * @param sku null where there is none
   */
  public record Key(String id, String legacyId, String productId, String sku) {}

  /**
   * The stock of a variant.
   *
   * @param quantityAvailable null where it is not told
   */
  public record Stock(boolean availableForSale, Integer quantityAvailable) {}

  /** A choice that makes the variant: Size, S. */
  public record SelectedOption(String name, String value) {}

  public String id() {
    return key.id();
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

  /** True of what can be bought no more. */
  public boolean currentlyNotInStock() {
    return !stock.availableForSale();
  }
}
