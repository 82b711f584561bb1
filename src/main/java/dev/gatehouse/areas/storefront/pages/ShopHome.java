package dev.gatehouse.areas.storefront.pages;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.Shelf;
import dev.gatehouse.areas.storefront.catalogue.ShopPrice;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.charges.Pricing;
import dev.gatehouse.pages.Site;
import dev.gatehouse.provider.ProviderRequest;

/** Content of the page of all products. */
public record ShopHome(
    ShopLinks links, Place place, Shelf.Wish wish, Shelf.Found found, int skip, int limit) {
  /** Orders that a visitor can choose, as the parameter names them. */
  public static final List<String> SORTS =
      List.of("oldest", "newest", "cheapest", "dearest", "name");

  public record Place(String name, String base, Pricing pricing) {}

  /** Returns what the prices contain, and what the cart adds to them; empty for nothing. */
  public String note(Site site) {
    boolean shipped =
        found.products().stream()
            .flatMap(product -> product.variants().stream())
            .anyMatch(ShopVariant::requiresShipping);
    return found.products().isEmpty() ? "" : ProductDetail.note(site, place.pricing(), shipped);
  }

  /** Returns the page of a category with the same words and order; all products if it is empty. */
  public String category(String category) {
    return links.shop(query(new Shelf.Wish(wish.words(), category, wish.sort()), 0));
  }

  public boolean isFiltered() {
    return !wish.words().isEmpty() || !wish.category().isEmpty();
  }

  public String next() {
    if (!found.more()) {
      return "";
    }
    return links.shop(query(wish, skip + limit));
  }

  public String previous() {
    if (skip <= 0) {
      return "";
    }
    return links.shop(query(wish, Math.max(0, skip - limit)));
  }

  private String query(Shelf.Wish of, int from) {
    var query = new StringJoiner("&");
    add(query, "q", of.words());
    add(query, "category", of.category());
    if (!of.sort().equals(SORTS.getFirst())) {
      add(query, "sort", of.sort());
    }
    if (from != 0) {
      add(query, "skip", Integer.toString(from));
    }
    return query.toString();
  }

  private static void add(StringJoiner query, String name, String value) {
    if (!value.isEmpty()) {
      query.add(name + '=' + ProviderRequest.encode(value));
    }
  }

  public String price(Site site, ShopProduct product) {
    return lowest(site, product);
  }

  static String lowest(Site site, ShopProduct product) {
    ShopPrice lowest = product.minPrice();
    String min = site.price(lowest.currencyCode(), lowest.number());
    return lowest.compareTo(product.maxPrice()) < 0 ? site.text("shop.from", min) : min;
  }
}
