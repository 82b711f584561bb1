package dev.gatehouse.areas.commerce.products;

import dev.gatehouse.formats.Sha256;

/** Ids of imported products, which another import finds again. */
public final class ProductIds {
  private static final int ID_BYTES = 12;

  private ProductIds() {}

  public static String ofShopify(String handle) {
    return Sha256.hex("shopify product " + handle, ID_BYTES);
  }

  public static String ofWoo(String id) {
    return Sha256.hex("woocommerce product " + id, ID_BYTES);
  }
}
