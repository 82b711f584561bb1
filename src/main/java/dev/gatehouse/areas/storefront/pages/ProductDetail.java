package dev.gatehouse.areas.storefront.pages;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.charges.Pricing;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.messages.ReviewMessages.ProductReviews;
import dev.gatehouse.pages.Site;

/**
 * Content of the page of one product.
 *
 * @param reviews empty if they could not be read
 */
public record ProductDetail(
    ShopLinks links,
    ShopProduct product,
    Optional<ProductReviews> reviews,
    String base,
    Pricing pricing) {
  private static final int STARS = 5;
  private static final int FEW = 5;
  private static final int SUMMARY = 155;

  /** Returns the canonical address of the page. */
  public String url() {
    return base + ShopLinks.NONE.product(product.handle());
  }

  /** Returns the page's description for search engines, as JSON-LD. */
  public String structuredData(Site site) {
    return StructuredData.of(this, site.text("shop.name"));
  }

  public String price(Site site) {
    return ShopHome.lowest(site, product);
  }

  /** Returns the lowest price before the sale; empty if there is no sale. */
  public String before(Site site) {
    return product.variants().stream()
        .filter(variant -> variant.price().equals(product.minPrice()))
        .map(ShopVariant::compareAtPrice)
        .filter(Objects::nonNull)
        .findFirst()
        .map(price -> site.price(price.currencyCode(), price.number()))
        .orElse("");
  }

  public boolean isChoice() {
    return product.variants().size() > 1
        || !product.variants().getFirst().title().equals(ShopVariant.ONLY);
  }

  public boolean hasPrices() {
    return product.minPrice().compareTo(product.maxPrice()) != 0;
  }

  /** Returns what the price contains, and what the cart adds to it; empty for nothing. */
  public String note(Site site) {
    return note(site, pricing, product.variants().stream().anyMatch(ShopVariant::requiresShipping));
  }

  /** Returns what prices contain, and what the cart adds to them; empty for nothing. */
  static String note(Site site, Pricing pricing, boolean shipped) {
    String shipping = shipped && !pricing.rates().isEmpty() ? site.text("shop.shipping") : "";
    if (!pricing.hasTaxes()) {
      return shipping;
    }
    String tax = site.text(pricing.includesTax() ? "shop.tax.included" : "shop.tax.added");
    return (tax + ' ' + shipping).strip();
  }

  /** Returns the variant that is selected first: the first one that can be bought. */
  public ShopVariant first() {
    return product.variants().stream()
        .filter(ShopVariant::availableForSale)
        .findFirst()
        .orElseThrow();
  }

  /** Returns whether the page should say how many of a variant are left. */
  public boolean isScarce(ShopVariant variant) {
    Integer left = variant.quantityAvailable();
    return left != null && left > 0 && left <= FEW;
  }

  public boolean hasReviews() {
    return reviews.isPresent() && reviews.get().totalReviews() > 0;
  }

  /** Returns a rating in stars, rounded to whole ones. */
  public String stars(BigDecimal rating) {
    int full = rating.setScale(0, RoundingMode.HALF_UP).intValue();
    return "★".repeat(full) + "☆".repeat(STARS - full);
  }

  public String stars(int rating) {
    return stars(BigDecimal.valueOf(rating));
  }

  /** Returns the beginning of the description in one line, for search engines. */
  public String summary() {
    String line = product.description().strip().replaceAll("\\s+", " ");
    return PlainText.abbreviated(line, SUMMARY);
  }

  /** Description of a product's page in the vocabulary of schema.org, as JSON-LD. */
  private static final class StructuredData {
    private static final String SCHEMA = "https://schema.org/";

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
}
