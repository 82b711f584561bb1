package dev.gatehouse.areas.commerce.printshop.sync;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * An order as the print shop tells it (Printful's API v1), as far as it is wanted. Amounts are
 * texts; numbers are read as the text that they were written as. Nearly everything may be null.
 *
 * @param created seconds since the epoch
 * @param updated seconds since the epoch
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
    @JsonProperty("retail_costs") Costs retailCosts) {

  record Item(
      String name,
      String sku,
      Long quantity,
      String price,
      @JsonProperty("retail_price") String retailPrice) {}

  record Costs(String currency, String total) {}
}
