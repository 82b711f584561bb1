package dev.gatehouse.areas.storefront.charges;

import dev.gatehouse.formats.Money;

/**
 * Sums of an order, as its buyer saw them.
 *
 * @param items sum of the lines
 * @param shipping null if the shop has no shipping rates
 * @param tax null without a tax
 */
public record Charges(Money items, Shipping shipping, Tax tax) {
  /**
   * Shipping that the buyer has chosen.
   *
   * @param country code of ISO 3166
   */
  public record Shipping(String name, String country, Money amount) {}

  /**
   * Tax on the items and their shipping.
   *
   * @param percent digits, and decimals after a point
   * @param included whether the prices contain it
   */
  public record Tax(String percent, boolean included, Money amount) {}

  /** Returns the sums of items without shipping costs and taxes. */
  public static Charges none(Money items) {
    return new Charges(items, null, null);
  }

  /** Returns what the buyer pays. */
  public Money sum() {
    Money shipped = shipping == null ? items : items.plus(shipping.amount());
    return added() == null ? shipped : shipped.plus(added());
  }

  /** Returns the tax that is added to the prices; null without one. */
  public Money added() {
    return tax == null || tax.included() ? null : tax.amount();
  }
}
