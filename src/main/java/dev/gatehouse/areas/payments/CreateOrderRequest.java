package dev.gatehouse.areas.payments;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Order in a client's request. Only these fields are passed on to the provider.
 *
 * @param intent CAPTURE
 */
record CreateOrderRequest(String intent, @JsonProperty("purchase_units") List<PurchaseUnit> units) {

  /** Part of an order. */
  @JsonInclude(Include.NON_NULL)
  record PurchaseUnit(
      @JsonProperty("reference_id") String referenceId,
      String description,
      @JsonProperty("custom_id") String customId,
      @JsonProperty("invoice_id") String invoiceId,
      OrderAmount amount,
      List<OrderItem> items) {}

  @JsonInclude(Include.NON_NULL)
  record OrderAmount(
      @JsonProperty("currency_code") String currency, String value, AmountBreakdown breakdown) {}

  /**
   * Components of an amount. Discounts are not supported, because clients could grant them to
   * themselves.
   */
  @JsonInclude(Include.NON_NULL)
  record AmountBreakdown(
      @JsonProperty("item_total") PlainAmount items,
      PlainAmount shipping,
      PlainAmount handling,
      @JsonProperty("tax_total") PlainAmount tax) {}

  /** Amount without a breakdown. */
  record PlainAmount(@JsonProperty("currency_code") String currency, String value) {}

  /**
   * Item of an order.
   *
   * @param sku the product's id in the catalog
   * @param quantity digits
   */
  @JsonInclude(Include.NON_NULL)
  record OrderItem(
      String name,
      String sku,
      String quantity,
      @JsonProperty("unit_amount") PlainAmount unitAmount) {}
}
