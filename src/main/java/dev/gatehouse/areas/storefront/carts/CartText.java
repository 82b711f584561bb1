package dev.gatehouse.areas.storefront.carts;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct.GlobalId;
import dev.gatehouse.bus.ApiError;

/**
 * Cart that is encoded in an address, {@code variant:quantity,variant:quantity}, and is not stored.
 * The address grants access to the cart.
 *
 * @param quantities by the ends of variants' ids, in order
 */
public record CartText(Map<String, Integer> quantities) {
  public static final int MAX_QUANTITY = 99;
  public static final int MAX_LINES = 50;

  /**
   * Parses a text that the contract allows. Repeated variants are merged into one line.
   *
   * @param text variants, each with a quantity; 1 if omitted
   * @throws dev.gatehouse.bus.ApiException 400 if the lines of one variant exceed the maximum
   */
  public static CartText of(String param, String text) {
    Map<String, Integer> quantities = new LinkedHashMap<>();
    for (String line : text.split(",")) {
      if (!line.isEmpty()) {
        int colon = line.lastIndexOf(':');
        String variant = line;
        int quantity = 1;
        if (colon >= 0) {
          variant = line.substring(0, colon);
          quantity = Integer.parseInt(line.substring(colon + 1));
        }
        int sum = quantities.merge(GlobalId.end(GlobalId.VARIANT, variant), quantity, Integer::sum);
        ApiError.badRequestUnless(
            sum <= MAX_QUANTITY, param, "must have at most " + MAX_QUANTITY + " of each variant");
      }
    }
    return new CartText(quantities);
  }

  /** Returns this cart with another quantity of a variant; a quantity of 0 removes it. */
  public CartText with(String variant, int quantity) {
    Map<String, Integer> changed = new LinkedHashMap<>(quantities);
    changed.put(variant, Math.min(MAX_QUANTITY, quantity));
    changed.values().removeIf(count -> count < 1);
    return new CartText(changed);
  }

  public boolean isEmpty() {
    return quantities.isEmpty();
  }

  /** Returns the path of its page, without the service's address. */
  public String path() {
    return isEmpty() ? "/storefront/shop" : CartLinks.PATH + text();
  }

  public String text() {
    return quantities.entrySet().stream()
        .map(line -> line.getKey() + ':' + line.getValue())
        .collect(Collectors.joining(","));
  }
}
