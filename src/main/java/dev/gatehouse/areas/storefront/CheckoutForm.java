package dev.gatehouse.areas.storefront;

import dev.gatehouse.areas.storefront.charges.Countries;
import dev.gatehouse.areas.storefront.charges.Quote;
import dev.gatehouse.areas.storefront.orders.PostalAddress;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.pages.CartPage;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.MailText;
import java.util.Locale;

/**
 * Form that orders the items of a cart. Missing fields are requested again.
 *
 * @param total as the page showed it
 * @param address street and number, one or more lines
 * @param terms {@code on} if the buyer accepts the terms
 */
record CheckoutForm(
    String key,
    String total,
    String name,
    String email,
    String address,
    String postcode,
    String city,
    String region,
    String country,
    String shipping,
    String terms) {
  private static final String KEY = "[0-9a-f]{32}";

  boolean hasKey() {
    return key.matches(KEY);
  }

  Quote.Delivery delivery() {
    return new Quote.Delivery(country, shipping);
  }

  CartPage.Words words() {
    return new CartPage.Words(
        name.strip(),
        email.strip(),
        address.strip(),
        postcode.strip(),
        city.strip(),
        region.strip());
  }

  /**
   * Returns what the buyer must correct; empty for nothing.
   *
   * @param quoted the cart with its current prices
   * @param needsTerms whether the buyer must accept the terms
   */
  String problem(CartQuotes.Quoted quoted, boolean needsTerms) {
    if (!quoted.problem().isEmpty()) {
      return quoted.problem();
    }
    if (!total.equals(quoted.goods().total().text()) || !hasKey()) {
      return "The cart or its prices have changed. Please review your cart";
    }
    if (quoted.goods().total().signum() <= 0) {
      return "An order with a total of zero cannot be placed here";
    }
    if (AcceptableText.isBlank(name) || !AcceptableText.isLine(name)) {
      return "Enter your name";
    }
    if (MailText.asciiAddress(email.strip()).isEmpty()) {
      return "Enter a valid email address for messages about your order";
    }
    return address(quoted.quote().delivery().country(), needsTerms);
  }

  private String address(String to, boolean needsTerms) {
    if (AcceptableText.isBlank(address)) {
      return "Enter a shipping address";
    }
    if (AcceptableText.isBlank(city)) {
      return "Enter the city of the shipping address";
    }
    if (Countries.hasPostcode(to) && AcceptableText.isBlank(postcode)) {
      return "Enter the postcode of the shipping address";
    }
    return needsTerms && terms.isEmpty() ? "Accept the terms to place the order" : "";
  }

  /**
   * @param to country of the delivery
   */
  ShopOrder.Buyer buyer(String to, Locale language) {
    CartPage.Words words = words();
    var postal =
        new PostalAddress(words.address(), words.postcode(), words.city(), words.region(), to);
    return ShopOrder.Buyer.of(words.name(), words.email(), postal, language);
  }
}
