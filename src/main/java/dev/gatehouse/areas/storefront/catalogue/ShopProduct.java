package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.formats.PictureAddress;
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

  /**
   * Picture of a product, uploaded or from another address.
   *
   * @param path an address, or a path of this service
   * @param alt alternative text; empty without one
   * @param uploaded empty for other addresses
   */
  public record ShopPicture(String path, String alt, Optional<PictureAddress> uploaded) {
    private static final int SMALL = 640;

    public static ShopPicture of(String address) {
      return PictureAddress.of(address)
          .map(picture -> new ShopPicture(picture.path(), picture.alt(), Optional.of(picture)))
          .orElseGet(() -> new ShopPicture(address, "", Optional.empty()));
    }

    /** Returns the address of the largest file. */
    public String url(String base) {
      return path.startsWith("/") ? base + path : path;
    }

    /** Returns the address that old browsers load. */
    public String source() {
      return uploaded.map(picture -> picture.path(Math.min(SMALL, picture.width()))).orElse(path);
    }

    /** Returns the files with their widths, as browsers choose from them; null for one file. */
    public String sources() {
      return uploaded
          .map(picture ->
              picture.widths().stream()
                  .map(width -> picture.path(width) + ' ' + width + 'w')
                  .collect(Collectors.joining(", ")))
          .orElse(null);
    }
  }
}
