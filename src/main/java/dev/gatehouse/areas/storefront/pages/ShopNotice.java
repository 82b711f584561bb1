package dev.gatehouse.areas.storefront.pages;

/**
 * Notice of the owner on all pages of the shop.
 *
 * @param text empty for none
 * @param open whether the shop takes orders
 */
public record ShopNotice(String text, boolean open) {
  public static final ShopNotice NONE = new ShopNotice("", true);

  public boolean isShown() {
    return !text.isEmpty() || !open;
  }
}
