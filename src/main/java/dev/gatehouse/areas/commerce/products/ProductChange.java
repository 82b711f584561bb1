package dev.gatehouse.areas.commerce.products;

import static java.util.Objects.requireNonNullElse;

import module java.base;

import dev.gatehouse.areas.commerce.products.ProductRequest.Variant;
import dev.gatehouse.bus.ApiException;

/**
 * Change of some fields of a product. Fields that are null keep their values.
 *
 * @param stock differences by label; null makes a stock unlimited
 * @param newStock numbers by label; null for an unlimited stock
 * @param variants values of labels; null removes a label
 * @param unset names of fields without a value from now on
 */
record ProductChange(
    String name,
    String description,
    BigDecimal price,
    BigDecimal compareAtPrice,
    Instant saleFrom,
    Instant saleUntil,
    Map<String, Integer> stock,
    Map<String, Integer> newStock,
    Map<String, Variant> variants,
    List<String> unset,
    Boolean digital,
    String status,
    String category,
    List<String> images,
    String type,
    String url) {

  /**
   * Returns the changed product in the form of a request.
   *
   * @throws ApiException 400 if the stock would be negative
   */
  ProductRequest of(Product known) {
    ProductRequest earlier = ProductRequest.of(known);
    Map<String, Integer> counts = new LinkedHashMap<>(earlier.stock());
    counts.putAll(requireNonNullElse(newStock, Map.of()));
    requireNonNullElse(stock, Map.<String, Integer>of())
        .forEach((label, more) -> add(counts, label, more));
    Map<String, Variant> differing = new LinkedHashMap<>(earlier.variants());
    requireNonNullElse(variants, Map.<String, Variant>of())
        .forEach((label, variant) -> {
          if (variant == null) {
            differing.remove(label);
            counts.remove(label);
          } else {
            differing.put(label, variant);
          }
        });
    return new ProductRequest(
        requireNonNullElse(name, earlier.name()),
        requireNonNullElse(description, earlier.description()),
        requireNonNullElse(price, earlier.price()),
        value("compareAtPrice", compareAtPrice, earlier.compareAtPrice()),
        value("saleFrom", saleFrom, earlier.saleFrom()),
        value("saleUntil", saleUntil, earlier.saleUntil()),
        counts,
        differing,
        requireNonNullElse(digital, earlier.digital()),
        requireNonNullElse(status, earlier.status()),
        requireNonNullElse(category, earlier.category()),
        requireNonNullElse(images, earlier.images()),
        requireNonNullElse(type, earlier.type()),
        requireNonNullElse(url, earlier.url()));
  }

  private <T> T value(String field, T sent, T earlier) {
    if (sent != null) {
      return sent;
    }
    return unset != null && unset.contains(field) ? null : earlier;
  }

  private static void add(Map<String, Integer> counts, String label, Integer more) {
    Integer known = counts.get(label);
    if (more == null || (known == null && counts.containsKey(label))) {
      // An unlimited stock that sells some is still unlimited.
      counts.put(label, null);
      return;
    }
    int before = requireNonNullElse(known, 0);
    long sum = (long) before + more;
    if (sum < 0 || sum > ProductRequest.MAX_COUNT) {
      throw ApiException.invalid(
          "stock", "must leave 0 to 1,000,000,000 of " + label + ", there are " + before);
    }
    counts.put(label, (int) sum);
  }
}
