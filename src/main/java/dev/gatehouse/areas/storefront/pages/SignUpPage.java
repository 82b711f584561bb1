package dev.gatehouse.areas.storefront.pages;

/**
 * Content of the page after a subscription to news of the shop.
 *
 * @param email shown in the form again if it is invalid; empty after a subscription
 * @param waits whether the address must be confirmed
 */
public record SignUpPage(String email, boolean waits) {
  public ShopLinks links() {
    return ShopLinks.NONE;
  }

  public boolean isDone() {
    return email.isEmpty();
  }
}
