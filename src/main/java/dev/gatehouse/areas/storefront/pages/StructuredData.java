package dev.gatehouse.areas.storefront.pages;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.bus.Json;

/** Description of a product's page in the vocabulary of schema.org, as JSON-LD. */
final class StructuredData {
  private static final String SCHEMA = "https://schema.org/";

  private StructuredData() {}

  /** Returns JSON that is safe in a script element. */
  static String of(ProductDetail page, String shop) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("@context", "https://schema.org");
    document.put("@graph", List.of(product(page), breadcrumbs(page, shop)));
    return Json.encode(document).toString().replace("<", "\\u003c");
  }

  private static Map<String, Object> product(ProductDetail page) {
    ShopProduct product = page.product();
    Map<String, Object> described = typed("Product");
    described.put("name", product.title());
    described.put("url", page.url());
    described.put("sku", product.legacyId());
    if (!product.description().isEmpty()) {
      described.put("description", product.description());
    }
    if (!product.productType().isEmpty()) {
      described.put("category", product.productType());
    }
    if (!product.images().isEmpty()) {
      described.put(
          "image", product.pictures().stream().map(image -> image.url(page.base())).toList());
    }
    if (!product.variants().isEmpty()) {
      described.put(
          "offers", product.variants().stream().map(variant -> offer(page, variant)).toList());
    }
    if (page.hasReviews()) {
      Map<String, Object> rating = typed("AggregateRating");
      rating.put("ratingValue", page.reviews().get().averageRating());
      rating.put("reviewCount", page.reviews().get().totalReviews());
      described.put("aggregateRating", rating);
    }
    return described;
  }

  private static Map<String, Object> offer(ProductDetail page, ShopVariant variant) {
    Map<String, Object> offer = typed("Offer");
    if (!variant.title().equals(ShopVariant.ONLY)) {
      offer.put("name", variant.title());
    }
    offer.put("sku", Objects.requireNonNullElse(variant.sku(), variant.legacyId()));
    offer.put("price", variant.price().amount());
    offer.put("priceCurrency", variant.price().currencyCode());
    offer.put("availability", SCHEMA + (variant.availableForSale() ? "InStock" : "SoldOut"));
    offer.put("url", page.url());
    return offer;
  }

  private static Map<String, Object> breadcrumbs(ProductDetail page, String shop) {
    List<Map<String, Object>> items = new ArrayList<>();
    items.add(item(1, shop, page.base() + ShopLinks.NONE.shop()));
    items.add(item(2, page.product().title(), page.url()));
    Map<String, Object> list = typed("BreadcrumbList");
    list.put("itemListElement", items);
    return list;
  }

  private static Map<String, Object> item(int position, String name, String url) {
    Map<String, Object> item = typed("ListItem");
    item.put("position", position);
    item.put("name", name);
    item.put("item", url);
    return item;
  }

  private static Map<String, Object> typed(String type) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("@type", type);
    return described;
  }
}
