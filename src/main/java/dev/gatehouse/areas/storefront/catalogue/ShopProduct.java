package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.formats.PlainText;

/**
 * Product for sale.
 *
 * @param id global, {@code gid://shopify/Product/…}
 * @param legacyId its end
 * @param handle in addresses
 * @param availableForSale whether any variant can be bought
 * @param url of its page; null for the shop's own page
 * @param images addresses
 */
public record ShopProduct(
    String id,
    String legacyId,
    String handle,
    String title,
    String description,
    String productType,
    String vendor,
    List<String> tags,
    boolean availableForSale,
    String url,
    List<String> images,
    ShopPrice minPrice,
    ShopPrice maxPrice,
    List<ShopVariant> variants,
    Instant createdAt,
    Instant updatedAt) {
  public List<ShopPicture> pictures() {
    return images.stream().map(ShopPicture::of).toList();
  }

  /** Returns the address of the first picture; null without pictures. */
  public String image(String base) {
    return images.isEmpty() ? null : ShopPicture.of(images.getFirst()).url(base);
  }

  /** Global ids of the Storefront API: {@code gid://shopify/Product/123}. */
  public static final class GlobalId {
    public static final String PRODUCT = "gid://shopify/Product/";
    public static final String VARIANT = "gid://shopify/ProductVariant/";

    private GlobalId() {}

    /** Returns the id after a prefix, or the whole text if it does not have the prefix. */
    public static String end(String prefix, String id) {
      return PlainText.withoutStart(prefix, id);
    }
  }
}
