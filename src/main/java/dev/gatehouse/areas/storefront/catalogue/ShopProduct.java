package dev.gatehouse.areas.storefront.catalogue;

import java.time.Instant;
import java.util.List;

/** Product for sale. */
public record ShopProduct(
    Key key,
    Wording wording,
    Sale sale,
    List<ShopVariant> variants,
    Instant createdAt,
    Instant updatedAt) {

  /**
   * Ids of a product.
   *
   * @param id global, {@code gid://shopify/Product/…}
   * @param legacyId its end
   * @param handle in addresses
   */
  public record Key(String id, String legacyId, String handle) {}

  public record Wording(
      String title, String description, String productType, String vendor, List<String> tags) {}

  /**
   * Price and availability.
   *
   * @param availableForSale whether any variant can be bought
   * @param url of its page; null for the shop's own page
   * @param images addresses
   */
  public record Sale(
      boolean availableForSale, String url, List<String> images, ShopPrice min, ShopPrice max) {}

  public String id() {
    return key.id();
  }

  public String handle() {
    return key.handle();
  }

  public String title() {
    return wording.title();
  }

  public String description() {
    return wording.description();
  }

  public String productType() {
    return wording.productType();
  }

  public String vendor() {
    return wording.vendor();
  }

  public List<String> tags() {
    return wording.tags();
  }

  public boolean availableForSale() {
    return sale.availableForSale();
  }

  public List<String> images() {
    return sale.images();
  }

  public List<ShopPicture> pictures() {
    return sale.images().stream().map(ShopPicture::of).toList();
  }

  /**
   * Returns the address of the first picture; null without pictures.
   *
   * @param base address of the service
   */
  public String image(String base) {
    return sale.images().isEmpty() ? null : ShopPicture.of(sale.images().getFirst()).url(base);
  }
}
