package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.StoredProducts;
import dev.gatehouse.areas.storefront.graphql.LocalShop.ShopContext;
import dev.gatehouse.messages.ProductMessages.ProductOrder;
import graphql.schema.DataFetchingEnvironment;

/** Product search with words, field values and an order. */
final class ProductQuery {
  private ProductQuery() {}

  static GraphqlConnection<ShopProduct> page(DataFetchingEnvironment field) {
    String words = field.getArgument("query");
    Predicate<ShopProduct> matches = null;
    if (words != null && !words.isBlank()) {
      matches = SearchSyntax.parse(words);
    }
    boolean forwards = GraphqlConnection.isForwards(field);
    boolean reverse = Boolean.TRUE.equals(field.getArgument("reverse"));
    String start = forwards ? "after" : "before";
    String end = forwards ? "before" : "after";
    StoredProducts products = ShopContext.of(field).products();
    String from = cursor(field, start, products);
    var search =
        new StoredProducts.Search(
            order(field.getArgument("sortKey")),
            reverse == forwards,
            from,
            cursor(field, end, products),
            matches);
    StoredProducts.Found found =
        products
            .search(search, GraphqlConnection.size(field, forwards ? "first" : "last"))
            .orElseThrow(() -> GraphqlConnection.noCursor(start));
    List<ShopProduct> shown = forwards ? found.products() : found.products().reversed();
    boolean before = from != null;
    return GraphqlConnection.of(shown, ShopProduct::id)
        .with(forwards ? found.more() : before, forwards ? before : found.more())
        .searchedTo(found.last(), forwards);
  }

  /** Returns the id of the product that a cursor names; null without a cursor. */
  private static String cursor(
      DataFetchingEnvironment field, String argument, StoredProducts products) {
    return GraphqlConnection.idOf(field, argument)
        .map(id -> products.product(id).orElseThrow(() -> GraphqlConnection.noCursor(argument)))
        .map(product -> product.legacyId())
        .orElse(null);
  }

  static ShopProduct one(DataFetchingEnvironment field) {
    StoredProducts products = ShopContext.of(field).products();
    String id = field.getArgument("id");
    String handle = field.getArgument("handle");
    return Optional.ofNullable(id)
        .flatMap(products::product)
        .or(() -> Optional.ofNullable(handle).flatMap(products::byHandle))
        .orElse(null);
  }

  static ShopProduct byHandle(DataFetchingEnvironment field) {
    return ShopContext.of(field).products().byHandle(field.getArgument("handle")).orElse(null);
  }

  private static ProductOrder order(String key) {
    return switch (key) {
      case "TITLE" -> ProductOrder.NAME;
      case "PRICE" -> ProductOrder.PRICE;
      case "UPDATED_AT" -> ProductOrder.UPDATED;
      case "PRODUCT_TYPE" -> ProductOrder.CATEGORY;
      case null, default -> ProductOrder.CREATED;
    };
  }
}
