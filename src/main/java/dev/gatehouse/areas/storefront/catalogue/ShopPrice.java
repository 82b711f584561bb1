package dev.gatehouse.areas.storefront.catalogue;

import java.math.BigDecimal;

/**
 * Amount in the format of the Storefront API.
 *
 * @param amount digits, and decimals after a point
 * @param currencyCode ISO 4217
 */
public record ShopPrice(String amount, String currencyCode) implements Comparable<ShopPrice> {
  /** Compares amounts of one currency. */
  @Override
  public int compareTo(ShopPrice other) {
    return number().compareTo(other.number());
  }

  public BigDecimal number() {
    return new BigDecimal(amount);
  }
}
