package dev.gatehouse.areas.storefront.graphql;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.Snapshot;
import graphql.schema.DataFetchingEnvironment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Product search with words, field values and an order. */
final class ProductQuery {
  private static final int MAX_TERMS = 20;

  private ProductQuery() {}

  static GraphqlConnection<ShopProduct> page(DataFetchingEnvironment field) {
    List<ShopProduct> all = ShopContext.of(field).products().products();
    String words = field.getArgument("query");
    Comparator<ShopProduct> order = order(field.getArgument("sortKey"));
    List<ShopProduct> wanted = all;
    if ((words != null && !words.isBlank()) || order != null) {
      Stream<ShopProduct> found = all.stream().filter(matches(words == null ? "" : words));
      wanted = (order == null ? found : found.sorted(order)).toList();
    }
    return GraphqlConnection.of(field, wanted, ShopProduct::id);
  }

  static ShopProduct one(DataFetchingEnvironment field) {
    Snapshot products = ShopContext.of(field).products();
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

  /** Returns null for the stored order. */
  private static Comparator<ShopProduct> order(String key) {
    return switch (key) {
      case "TITLE" -> Comparator.comparing(product -> product.title().toLowerCase(Locale.ROOT));
      case "PRICE" -> Comparator.comparing(product -> product.sale().min());
      case "UPDATED_AT" -> Comparator.comparing(ShopProduct::updatedAt);
      case "PRODUCT_TYPE" -> Comparator.comparing(ShopProduct::productType);
      case "VENDOR" -> Comparator.comparing(ShopProduct::vendor);
      case null, default -> null;
    };
  }

  private static Predicate<ShopProduct> matches(String query) {
    return Arrays.stream(query.strip().toLowerCase(Locale.ROOT).split("\\s+"))
        .filter(term -> !term.isEmpty() && !term.equals("and"))
        .limit(MAX_TERMS)
        .map(ProductQuery::term)
        .reduce(product -> true, Predicate::and);
  }

  private static Predicate<ShopProduct> term(String term) {
    int colon = term.indexOf(':');
    String value = term.substring(colon + 1).replaceAll("^['\"]|['\"]$", "");
    return switch (colon < 0 ? "" : term.substring(0, colon)) {
      case "title" -> product -> has(product.title(), value);
      case "product_type" -> product -> product.productType().equalsIgnoreCase(value);
      case "vendor" -> product -> product.vendor().equalsIgnoreCase(value);
      case "tag" -> product -> product.tags().stream().anyMatch(value::equalsIgnoreCase);
      case "available_for_sale" ->
          product -> product.availableForSale() == Boolean.parseBoolean(value);
      default -> product -> anywhere(product, term);
    };
  }

  private static boolean anywhere(ShopProduct product, String word) {
    return has(product.title(), word)
        || has(product.description(), word)
        || has(product.productType(), word)
        || product.tags().stream().anyMatch(tag -> has(tag, word));
  }

  private static boolean has(String text, String word) {
    return text.toLowerCase(Locale.ROOT).contains(word);
  }
}
