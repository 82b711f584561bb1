package dev.gatehouse.areas.storefront.catalogue;

import dev.gatehouse.bus.Call;
import java.util.Set;

/** Catalog of the products for sale, independent of their source. */
public interface Catalogue {
  /**
   * Returns the current or recent products. May block.
   *
   * @param call that needs the products
   * @throws dev.gatehouse.bus.ApiException if no products are available
   */
  Snapshot current(Call call);

  /**
   * Returns the products, of which some are as stored now. {@link #current} may lack a change whose
   * event has not arrived. May block.
   *
   * @param products ids to read
   * @throws dev.gatehouse.bus.ApiException if they cannot be read
   */
  default Snapshot current(Call call, Set<String> products) {
    return current(call);
  }
}
