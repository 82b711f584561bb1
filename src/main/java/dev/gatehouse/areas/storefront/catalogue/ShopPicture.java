package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.formats.PictureAddress;

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
