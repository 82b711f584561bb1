package dev.gatehouse.areas.commerce.products;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PayableCurrency;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Status;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockHold;

/**
 * Product in a client's request.
 *
 * @param stock numbers by label; null for an unlimited number
 * @param variants what differs for a label
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ProductRequest(
    String name,
    String description,
    BigDecimal price,
    BigDecimal compareAtPrice,
    Instant saleFrom,
    Instant saleUntil,
    Map<String, Integer> stock,
    Map<String, Variant> variants,
    boolean digital,
    String status,
    String category,
    List<String> images,
    String type,
    String url) {
  /** Some currencies have three. */
  private static final int MAX_DECIMALS = 3;

  static final int MAX_COUNT = 1_000_000_000;

  private static final int MAX_LABELS = 100;
  private static final int MAX_LABEL = 40;

  ProductRequest {
    variants = Objects.requireNonNullElse(variants, Map.of());
    status = Objects.requireNonNullElse(status, Status.ACTIVE.label());
  }

  /**
   * Values of a label that differ from those of its product; null if they do not.
   *
   * @param hidden whether it is not for sale
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Variant(BigDecimal price, BigDecimal compareAtPrice, String sku, boolean hidden) {
    static final Variant SAME = new Variant(null, null, null, false);
  }

  /** Returns the request that stores an equal product. */
  static ProductRequest of(Product product) {
    Map<String, Integer> stock = new LinkedHashMap<>();
    Map<String, Variant> variants = new LinkedHashMap<>();
    CatalogueProduct stored = product.stored();
    for (StockCount line : stored.stock()) {
      stock.put(line.label(), line.count());
      var variant = new Variant(line.price(), line.compareAtPrice(), line.sku(), line.hidden());
      if (!variant.equals(Variant.SAME)) {
        variants.put(line.label(), variant);
      }
    }
    return new ProductRequest(
        stored.name(),
        stored.description(),
        stored.price(),
        stored.compareAtPrice(),
        stored.saleFrom(),
        stored.saleUntil(),
        stock,
        variants,
        stored.digital(),
        stored.status().label(),
        stored.category(),
        stored.images(),
        stored.type(),
        stored.url());
  }

  ProductRequest with(Map<String, Integer> counts, String state, List<String> pictures) {
    return new ProductRequest(
        name,
        description,
        price,
        compareAtPrice,
        saleFrom,
        saleUntil,
        counts,
        variants,
        digital,
        state,
        category,
        pictures,
        type,
        url);
  }

  /** Returns the request with other prices. The times of a sale remain while there is one. */
  ProductRequest withPrices(BigDecimal now, BigDecimal before, Map<String, Variant> labels) {
    boolean sale =
        before != null
            || labels.values().stream().anyMatch(variant -> variant.compareAtPrice() != null);
    return new ProductRequest(
        name,
        description,
        now,
        before,
        sale ? saleFrom : null,
        sale ? saleUntil : null,
        stock,
        labels,
        digital,
        status,
        category,
        images,
        type,
        url);
  }

  Status visibility() {
    return Status.valueOf(status.toUpperCase(Locale.ROOT));
  }

  /**
   * Returns a new product after checking the request.
   *
   * @throws dev.gatehouse.bus.ApiException 400 that names the field
   */
  Product product(String id, String currency, Status by, Instant now) {
    return stored(id, currency, now, now, by, List.of(), 1);
  }

  /** Returns the next version of a product after checking the request. */
  Product replacing(Product earlier, String currency, Instant now) {
    CatalogueProduct known = earlier.stored();
    return stored(
        known.id(),
        currency,
        known.createdAt(),
        now,
        visibility(),
        known.holds(),
        known.version() + 1);
  }

  private Product stored(
      String id,
      String currency,
      Instant created,
      Instant updated,
      Status visible,
      List<StockHold> holds,
      long version) {
    check();
    return new Product(
        new CatalogueProduct(
            id,
            name,
            description,
            category,
            type,
            url,
            images,
            plain("price", price, currency),
            plain("compareAtPrice", compareAtPrice, currency),
            saleFrom,
            saleUntil,
            digital,
            stock.keySet().stream().map(label -> line(label, currency)).toList(),
            created,
            updated,
            visible,
            holds,
            version));
  }

  private void check() {
    badRequestUnless(
        stock.size() <= MAX_LABELS, "stock", "must have at most " + MAX_LABELS + " labels");
    stock.keySet().forEach(ProductRequest::checkLabel);
    variants
        .keySet()
        .forEach(label ->
            badRequestUnless(
                stock.containsKey(label), "variants." + label, "must be a label of the stock"));
    badRequestUnless(
        saleFrom == null || saleUntil == null || saleFrom.isBefore(saleUntil),
        "saleUntil",
        "must be after saleFrom");
    badRequestUnless(
        (saleFrom == null && saleUntil == null) || hasComparison(),
        "compareAtPrice",
        "is required with the times of a sale");
  }

  private boolean hasComparison() {
    return compareAtPrice != null
        || variants.values().stream().anyMatch(variant -> variant.compareAtPrice() != null);
  }

  private StockCount line(String label, String currency) {
    Variant variant = variants.getOrDefault(label, Variant.SAME);
    String field = "variants." + label + '.';
    return new StockCount(
        label,
        stock.get(label),
        plain(field + "price", variant.price(), currency),
        plain(field + "compareAtPrice", variant.compareAtPrice(), currency),
        variant.sku(),
        variant.hidden());
  }

  private BigDecimal plain(String field, BigDecimal amount, String currency) {
    if (amount == null) {
      return null;
    }
    BigDecimal plain = amount.stripTrailingZeros();
    boolean soldHere = type.equals("regular") && url.isEmpty();
    int decimals =
        soldHere ? PayableCurrency.priceDecimals(currency).orElse(MAX_DECIMALS) : MAX_DECIMALS;
    badRequestUnless(
        plain.scale() <= decimals,
        field,
        "must have at most "
            + decimals
            + " decimals"
            + (soldHere ? ", since the shop sells in " + currency : ""));
    return plain.setScale(Math.max(0, plain.scale()));
  }

  private static void checkLabel(String label) {
    badRequestUnless(
        !label.isBlank()
            && label.codePointCount(0, label.length()) <= MAX_LABEL
            && AcceptableText.isLine(label),
        "stock",
        "must have labels of 1 to " + MAX_LABEL + " characters in one line");
  }
}
