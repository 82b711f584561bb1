package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.PlainText;

/**
 * Products of the shop's page: all in their order, or those that a visitor searches for. A search
 * reads the products in memory, which may be only the oldest ones.
 */
public record Shelf(Catalogue catalogue, Call call) {

  /** Maximum time for which a search waits for the first products after a start. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);

  /**
   * Products that a visitor wants.
   *
   * @param words all of which the product must contain; empty for all products
   * @param category empty for all
   * @param sort value of the parameter
   */
  public record Wish(String words, String category, String sort) {
    boolean isEverything() {
      return words.isEmpty() && category.isEmpty() && sort.equals("oldest");
    }
  }

  /**
   * Page of the found products.
   *
   * @param more whether more products follow
   * @param categories of all products, in the order of their names
   * @param complete false if some products were not searched
   */
  public record Found(
      List<ShopProduct> products, boolean more, List<String> categories, boolean complete) {}

  /**
   * Returns a page of the products that a visitor wants. May block.
   *
   * @throws ApiException if no products are available
   */
  public Found find(Wish wish, int skip, int limit) {
    if (!wish.isEverything()) {
      Snapshot all = catalogue.excerptSoFar(call, MAX_WAIT);
      return found(
          all.products().stream()
              .filter(product -> matches(product, wish))
              .sorted(order(wish))
              .skip(skip),
          limit,
          categories(all),
          all.isComplete());
    }
    return found(
        catalogue.products(call).page(skip, limit + 1).stream(), limit, categories(), true);
  }

  private static Found found(
      Stream<ShopProduct> products, int limit, List<String> categories, boolean complete) {
    List<ShopProduct> page = products.limit(limit + 1L).toList();
    boolean more = page.size() > limit;
    return new Found(more ? page.subList(0, limit) : page, more, categories, complete);
  }

  /** Returns the categories; none if the products in memory are not available. */
  private List<String> categories() {
    try {
      return categories(catalogue.excerptSoFar(call, Duration.ZERO));
    } catch (ApiException unavailable) {
      return List.of();
    }
  }

  private static List<String> categories(Snapshot all) {
    return all.products().stream()
        .map(ShopProduct::productType)
        .filter(category -> !category.isEmpty())
        .distinct()
        .sorted(String.CASE_INSENSITIVE_ORDER)
        .toList();
  }

  private static boolean matches(ShopProduct product, Wish wish) {
    if (!wish.category().isEmpty() && !wish.category().equals(product.productType())) {
      return false;
    }
    String text =
        PlainText.folded(
            String.join(" ", product.title(), product.productType(), product.description()));
    return Arrays.stream(PlainText.folded(wish.words()).split("\\s+")).allMatch(text::contains);
  }

  private static Comparator<ShopProduct> order(Wish wish) {
    Comparator<ShopProduct> oldest =
        Comparator.comparing(ShopProduct::createdAt).thenComparing(ShopProduct::id);
    Comparator<ShopProduct> order =
        switch (wish.sort()) {
          case "newest" -> oldest.reversed();
          case "cheapest" -> Comparator.comparing(Shelf::price);
          case "dearest" -> Comparator.comparing(Shelf::price).reversed();
          case "name" -> Comparator.comparing(ShopProduct::title, String.CASE_INSENSITIVE_ORDER);
          default -> oldest;
        };
    return order.thenComparing(oldest);
  }

  private static BigDecimal price(ShopProduct product) {
    return product.minPrice().number();
  }
}
