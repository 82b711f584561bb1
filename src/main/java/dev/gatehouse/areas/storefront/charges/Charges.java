package dev.gatehouse.areas.storefront.charges;

import module java.base;

import dev.gatehouse.formats.Money;

/**
 * Sums of an order, as its buyer saw them.
 *
 * @param items sum of the lines
 * @param shipping null if the shop has no shipping rates
 * @param tax null without a tax
 * @param reducedTax tax of the items with a reduced rate and their part of the shipping; null
 *     without one
 */
public record Charges(Money items, Shipping shipping, Tax tax, Tax reducedTax) {
  /** Shipping that the buyer has chosen. */
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
    return new Charges(items, null, null, null);
  }

  /** Returns what the buyer pays. */
  public Money sum() {
    return added() == null ? untaxed() : untaxed().plus(added());
  }

  Money untaxed() {
    return shipping == null ? items : items.plus(shipping.amount());
  }

  /** Returns the taxes, the reduced one last. */
  public List<Tax> taxes() {
    return Stream.of(tax, reducedTax).filter(Objects::nonNull).toList();
  }

  /** Returns the sum of the taxes; null without one. */
  public Money taxed() {
    return taxes().stream().map(Tax::amount).reduce(Money::plus).orElse(null);
  }

  /** Returns the taxes that are added to the prices; null without one. */
  public Money added() {
    return taxes().stream().anyMatch(Tax::included) ? null : taxed();
  }
}
