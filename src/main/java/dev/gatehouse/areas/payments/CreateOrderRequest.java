package dev.gatehouse.areas.payments;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * An order as clients ask for it, which is also what the provider is told of it: nothing else is
 * passed on.
 *
 * @param intent CAPTURE
 */
record CreateOrderRequest(String intent, @JsonProperty("purchase_units") List<PurchaseUnit> units) {

  /** A part of an order. */
  @JsonInclude(Include.NON_NULL)
  record PurchaseUnit(
      @JsonProperty("reference_id") String referenceId,
      String description,
      @JsonProperty("custom_id") String customId,
      @JsonProperty("invoice_id") String invoiceId,
      OrderAmount amount,
      List<OrderItem> items) {}

  /** The amount of a part, and what it is made of. */
  @JsonInclude(Include.NON_NULL)
  record OrderAmount(
      @JsonProperty("currency_code") String currency, String value, AmountBreakdown breakdown) {}

  /** The sums that an amount is made of; there is no discount, which anybody could give himself. */
  @JsonInclude(Include.NON_NULL)
  record AmountBreakdown(
      @JsonProperty("item_total") PlainAmount items,
      PlainAmount shipping,
      PlainAmount handling,
      @JsonProperty("tax_total") PlainAmount tax) {}

  /** An amount alone. */
  record PlainAmount(@JsonProperty("currency_code") String currency, String value) {}

  /**
   * Something that is bought.
   *
   * @param sku the product's id in the catalogue
   * @param quantity digits
   */
  @JsonInclude(Include.NON_NULL)
  record OrderItem(
      String name,
      String sku,
      String quantity,
      @JsonProperty("unit_amount") PlainAmount unitAmount) {}
}
