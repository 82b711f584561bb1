package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.formats.Money;

/**
 * Amount in the format of the Storefront API.
 *
 * @param amount digits, and decimals after a point
 * @param currencyCode ISO 4217
 */
public record ShopPrice(String amount, String currencyCode) implements Comparable<ShopPrice> {
  /** Returns an amount; null for none. */
  public static ShopPrice of(Money money) {
    return money == null ? null : new ShopPrice(money.text(), money.currency());
  }

  @Override
  public int compareTo(ShopPrice other) {
    return number().compareTo(other.number());
  }

  public BigDecimal number() {
    return new BigDecimal(amount);
  }
}
