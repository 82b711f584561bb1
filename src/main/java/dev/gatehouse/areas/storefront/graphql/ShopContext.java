package dev.gatehouse.areas.storefront.graphql;

import dev.gatehouse.areas.storefront.carts.Cart;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.catalogue.Snapshot;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;

/**
 * All that one execution looks at.
 *
 * @param products for sale, the same for all of its fields
 * @param base the address of the service as the caller sees it
 */
record ShopContext(Snapshot products, String base) {
  static ShopContext of(DataFetchingEnvironment field) {
    return field.getGraphQlContext().get(ShopContext.class);
  }

  /** The variant of a line that is shown. */
  ShopVariant variant(Cart.Line line) {
    return products.variant(line.variant()).orElseThrow();
  }

  /** The lines whose variants are still there. */
  List<Cart.Line> lines(Cart cart) {
    return cart.lines().stream()
        .filter(line -> products.variant(line.variant()).isPresent())
        .toList();
  }
}
