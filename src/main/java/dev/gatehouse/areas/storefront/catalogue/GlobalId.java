package dev.gatehouse.areas.storefront.catalogue;

import dev.gatehouse.formats.PlainText;

/** Global ids of the Storefront API: {@code gid://shopify/Product/123}. */
public final class GlobalId {
  public static final String PRODUCT = "gid://shopify/Product/";
  public static final String VARIANT = "gid://shopify/ProductVariant/";

  private GlobalId() {}

  /** Returns the id after a prefix, or the whole text if it does not have the prefix. */
  public static String end(String prefix, String id) {
    return PlainText.withoutStart(prefix, id);
  }
}
