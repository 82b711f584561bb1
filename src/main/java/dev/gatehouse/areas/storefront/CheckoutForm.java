package dev.gatehouse.areas.storefront;

import dev.gatehouse.areas.storefront.charges.Countries;
import dev.gatehouse.areas.storefront.charges.Quote;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.areas.storefront.pages.CartPage;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.pages.LegalPage;
import dev.gatehouse.pages.Pages;
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
   */
  String problem(CartQuotes.Quoted quoted, Pages pages) {
    if (!quoted.problem().isEmpty()) {
      return quoted.problem();
    }
    if (!total.equals(quoted.offer().goods().total().text()) || !hasKey()) {
      return pages.text("cart.problem.changed");
    }
    if (quoted.offer().goods().total().signum() <= 0) {
      return pages.text("cart.problem.zero");
    }
    if (AcceptableText.isBlank(name) || !AcceptableText.isLine(name)) {
      return pages.text("cart.problem.name");
    }
    if (!MailText.isAddress(email.strip())) {
      return pages.text("cart.problem.email");
    }
    if (quoted.offer().shipped()) {
      String problem = address(quoted.offer().quote().delivery().country(), pages);
      if (!problem.isEmpty()) {
        return problem;
      }
    }
    if (pages.has(LegalPage.TERMS) && terms.isEmpty()) {
      return pages.text("cart.problem.terms");
    }
    return "";
  }

  private String address(String to, Pages pages) {
    if (AcceptableText.isBlank(address)) {
      return pages.text("cart.problem.address");
    }
    if (AcceptableText.isBlank(city)) {
      return pages.text("cart.problem.city");
    }
    if (Countries.hasPostcode(to) && AcceptableText.isBlank(postcode)) {
      return pages.text("cart.problem.postcode");
    }
    return "";
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
