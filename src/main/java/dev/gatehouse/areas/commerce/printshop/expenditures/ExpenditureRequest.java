package dev.gatehouse.areas.commerce.printshop.expenditures;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.formats.Money;
import java.math.BigDecimal;
import java.util.Objects;

/**
 * Expense as entered by the owner.
 *
 * @param currency null for the currency of the books
 */
record ExpenditureRequest(
    String date,
    BigDecimal amount,
    String currency,
    String category,
    String description,
    String vendor) {
  /**
   * Returns the exact amount.
   *
   * @param usual currency for entries without one
   * @throws dev.gatehouse.bus.ApiException 400 that names the field
   */
  Money money(String usual) {
    String chosen = Objects.requireNonNullElse(currency, usual);
    badRequestUnless(
        Money.decimals(chosen).isPresent(),
        "currency",
        "must be an ISO 4217 currency, for example USD");
    badRequestUnless(amount.signum() > 0, "amount", "must be more than 0");
    try {
      return new Money(chosen, amount);
    } catch (IllegalArgumentException e) {
      throw ApiError.invalid("amount", "has more decimals than " + chosen).exception(e);
    }
  }

  Expenditure.Purpose purpose() {
    return new Expenditure.Purpose(category, description, vendor);
  }
}
