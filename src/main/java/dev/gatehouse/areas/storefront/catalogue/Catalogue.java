package dev.gatehouse.areas.storefront.catalogue;

import dev.gatehouse.bus.Call;
import java.time.Duration;

/** Catalog of the products for sale, independent of their source. */
public interface Catalogue {
  /**
   * Returns the current or recent products. May block.
   *
   * @param call that needs the products
   * @throws dev.gatehouse.bus.ApiException if no products are available
   */
  Products products(Call call);

  /**
   * Returns the products of the feed, which may be only the oldest ones. May block.
   *
   * @throws dev.gatehouse.bus.ApiException if no products are available
   */
  Snapshot excerpt(Call call);

  /**
   * Returns the excerpt; only its first products while it is loaded for the first time. May block.
   *
   * @param wait maximum time to wait for the first products
   * @throws dev.gatehouse.bus.ApiException if no products are available
   */
  default Snapshot excerptSoFar(Call call, Duration wait) {
    return excerpt(call);
  }
}
