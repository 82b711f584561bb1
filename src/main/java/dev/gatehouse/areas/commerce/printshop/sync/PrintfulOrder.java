package dev.gatehouse.areas.commerce.printshop.sync;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.List;

/**
 * Order as the print shop returns it (Printful's API v1), limited to the fields used here. Amounts
 * are text, and JSON numbers are read as their original text. Most fields may be null.
 *
 * @param created seconds since the epoch
 * @param updated seconds since the epoch
 * @param sample whether the owner has ordered it as a sample
 */
record PrintfulOrder(
    Long id,
    @JsonProperty("external_id") String externalId,
    String store,
    String status,
    Long created,
    Long updated,
    List<Item> items,
    Costs costs,
    @JsonProperty("retail_costs") Costs retailCosts,
    @JsonProperty("is_sample") boolean sample) {

  record Item(
      String name,
      String sku,
      BigDecimal quantity,
      String price,
      @JsonProperty("retail_price") String retailPrice) {}

  /**
   * @param tax sales tax
   * @param vat value-added tax
   */
  record Costs(String currency, String total, String tax, String vat) {}
}
