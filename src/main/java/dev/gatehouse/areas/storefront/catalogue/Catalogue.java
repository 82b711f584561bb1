package dev.gatehouse.areas.storefront.catalogue;

import dev.gatehouse.bus.Call;
import java.util.Optional;

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
   * Returns the excerpt as {@link #excerpt} does; empty if it is loaded for the first time and that
   * takes a while.
   */
  default Optional<Snapshot> excerptIfLoaded(Call call) {
    return Optional.of(excerpt(call));
  }
}
