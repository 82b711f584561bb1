package dev.gatehouse.areas.storefront.catalogue;

/** The global ids of the Storefront API: {@code gid://shopify/Product/123}. */
public final class GlobalId {
  public static final String PRODUCT = "gid://shopify/Product/";
  public static final String VARIANT = "gid://shopify/ProductVariant/";

  private GlobalId() {}

  /** The id behind a prefix, or all of what has it not. */
  public static String end(String prefix, String id) {
    return id.startsWith(prefix) ? id.substring(prefix.length()) : id;
  }
}
