package dev.gatehouse.areas.storefront.graphql;

import dev.gatehouse.areas.storefront.carts.CartRepository.Cart;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.catalogue.StoredProducts;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;

/**
 * Data that one execution reads.
 *
 * @param products for sale, the same for all of its fields
 * @param base the address of the service as the caller sees it
 */
record ShopContext(StoredProducts products, String base) {
  static ShopContext of(DataFetchingEnvironment field) {
    return field.getGraphQlContext().get(ShopContext.class);
  }

  ShopVariant variant(Cart.Line line) {
    return products.variant(line.variant()).orElseThrow();
  }

  /** Returns the category of a variant's product; empty without one. */
  String category(ShopVariant variant) {
    return products.product(variant.productId()).map(ShopProduct::productType).orElse("");
  }

  /** Returns the lines whose variants still exist. */
  List<Cart.Line> lines(Cart cart) {
    products.expect(cart.lines().stream().map(Cart.Line::variant).toList());
    return cart.lines().stream()
        .filter(line -> products.variant(line.variant()).isPresent())
        .toList();
  }
}
