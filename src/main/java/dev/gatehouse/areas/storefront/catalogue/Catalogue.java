package dev.gatehouse.areas.storefront.catalogue;

import dev.gatehouse.bus.Call;

/** The products for sale, from wherever. */
public interface Catalogue {
  /**
   * The products as they are now, or were a moment ago; may block.
   *
   * @param call for which they are wanted
   * @throws dev.gatehouse.bus.ApiException when there are none to be had
   */
  Snapshot current(Call call);
}
