package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.area.imports.ImportKind.Entry;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.areas.commerce.products.ProductImport.LabelPrice;
import dev.gatehouse.areas.commerce.products.ProductRepository.Part;
import dev.gatehouse.areas.commerce.products.ProductRequest.Variant;
import dev.gatehouse.bus.ApiException;

/**
 * New prices of stored products, from a file without their names. A row names a product by its ID
 * or handle, or a label by its SKU.
 */
final class PriceList {
  private final List<String> ids;
  private final List<String> handles;
  private final List<String> skus;
  private final List<String> regular;
  private final List<String> sale;
  private final List<String> before;
  private final ProductRepository products;
  private Map<String, List<Labeled>> bySku;

  /**
   * Label of a product.
   *
   * @param label null for all of them
   */
  private record Labeled(String product, String label) {}

  private PriceList(ImportTable table, ProductRepository products) {
    this.products = products;
    ids = table.columns("id");
    handles = table.columns("handle urlhandle");
    skus = table.columns("sku variantsku");
    regular = table.columns("regularprice variantprice price");
    sale = table.columns("saleprice");
    before = table.columns("variantcompareatprice compareatprice");
  }

  /** Returns the list of a table; empty if the table has names or no prices. */
  static Optional<PriceList> of(ImportTable table, ProductRepository products) {
    boolean named = table.header().contains("Name") || table.header().contains("Title");
    if (named) {
      return Optional.empty();
    }
    var list = new PriceList(table, products);
    boolean identified = !(list.ids.isEmpty() && list.handles.isEmpty() && list.skus.isEmpty());
    return identified && !list.regular.isEmpty() ? Optional.of(list) : Optional.empty();
  }

  List<Entry> entries(ImportTable table) {
    return table.rows().stream().map(row -> new Entry(name(row), List.of(row))).toList();
  }

  private String name(ImportTable.Row row) {
    return Stream.of(skus, handles, ids)
        .map(row::first)
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Returns the product whose price a row changes. */
  Product product(Entry entry) {
    return products
        .find(labeled(entry.rows().getFirst()).product())
        .orElseThrow(() -> ApiException.invalid("product", "was deleted"));
  }

  /** Returns a product with the price of a row. */
  ProductRequest priced(Entry entry, Product stored) {
    ImportTable.Row row = entry.rows().getFirst();
    String label = labeled(row).label();
    ProductRequest known = ProductRequest.of(stored);
    if (label == null) {
      known
          .variants()
          .forEach((each, variant) -> {
            if (variant.price() != null) {
              throw ApiException.invalid(
                  "SKU", "is required, because " + each + " has a price of its own");
            }
          });
    }
    LabelPrice price = price(row, LabelPrice.of(known, Objects.requireNonNullElse(label, "")));
    if (label == null || known.stock().size() == 1) {
      return known.withPrices(price.now(), price.before(), withoutPrices(known));
    }
    Variant own = known.variants().getOrDefault(label, Variant.SAME);
    var product = new LabelPrice(known.price(), known.compareAtPrice());
    Map<String, Variant> variants = new LinkedHashMap<>(known.variants());
    variants.put(label, price.variant(product, own.sku(), own.hidden()));
    return known.withPrices(known.price(), known.compareAtPrice(), variants);
  }

  private LabelPrice price(ImportTable.Row row, LabelPrice stored) {
    BigDecimal price = amount(row, regular);
    if (!sale.isEmpty()) {
      return row.first(sale).isEmpty()
          ? new LabelPrice(price, null)
          : new LabelPrice(amount(row, sale), price);
    }
    if (!before.isEmpty()) {
      return new LabelPrice(price, row.first(before).isEmpty() ? null : amount(row, before));
    }
    if (stored.before() != null && regular.getFirst().equals("Regular price")) {
      // The regular price of a product on sale is the one to compare with.
      return new LabelPrice(stored.now(), price);
    }
    return new LabelPrice(price, stored.before());
  }

  private static Map<String, Variant> withoutPrices(ProductRequest known) {
    Map<String, Variant> variants = new LinkedHashMap<>(known.variants());
    variants.replaceAll((label, own) -> new Variant(null, null, own.sku(), own.hidden()));
    return variants;
  }

  private static BigDecimal amount(ImportTable.Row row, List<String> columns) {
    return ProductExport.amount(columns.getFirst(), row.first(columns));
  }

  private Labeled labeled(ImportTable.Row row) {
    String sku = row.first(skus).replaceFirst("^'", "");
    Optional<Product> named =
        identity(row.first(ids), row.first(handles)).stream()
            .map(products::find)
            .flatMap(Optional::stream)
            .findFirst();
    if (named.isPresent()) {
      return new Labeled(named.get().id(), sku.isEmpty() ? null : label(named.get(), sku));
    }
    List<Labeled> found = sku.isEmpty() ? List.of() : skus().getOrDefault(sku, List.of());
    if (found.size() != 1) {
      throw ApiException.invalid(
          found.isEmpty() ? "product" : "SKU",
          found.isEmpty()
              ? "is not stored: import it with its name"
              : "belongs to " + found.size() + " products: add a column with their IDs");
    }
    return found.getFirst();
  }

  private static List<String> identity(String id, String handle) {
    List<String> known = new ArrayList<>();
    if (!id.isEmpty()) {
      known.add(id);
      known.add(ProductIds.ofWoo(id));
    }
    if (!handle.isEmpty()) {
      known.add(ProductIds.ofShopify(handle));
    }
    return known;
  }

  private static String label(Product product, String sku) {
    return product.stored().stock().stream()
        .filter(line -> sku.equals(line.sku()))
        .findFirst()
        .orElseThrow(() -> ApiException.invalid("SKU", "is none of this product: " + sku))
        .label();
  }

  private Map<String, List<Labeled>> skus() {
    if (bySku == null) {
      bySku = new HashMap<>();
      products.forEach(
          Part.ALL,
          "",
          product ->
              product.stored().stock().stream()
                  .filter(line -> line.sku() != null)
                  .forEach(line ->
                      bySku
                          .computeIfAbsent(line.sku(), first -> new ArrayList<>())
                          .add(new Labeled(product.id(), line.label()))));
    }
    return bySku;
  }
}
