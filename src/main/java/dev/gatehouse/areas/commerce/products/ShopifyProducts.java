package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.bus.ApiException;

/** Products as Shopify exports them: one row for each variant, and one for each further picture. */
final class ShopifyProducts implements ProductExport {
  private static final String HANDLE = "Handle";
  private static final String PRICE = "Variant Price";

  @Override
  public Set<String> columns() {
    return Set.of("Title", PRICE);
  }

  @Override
  public List<ImportKind.Entry> entries(ImportTable table) {
    Map<String, List<ImportTable.Row>> byHandle = new LinkedHashMap<>();
    List<String> identity = List.of(table.header().contains(HANDLE) ? HANDLE : "Title");
    for (ImportTable.Row row : table.rows()) {
      byHandle.computeIfAbsent(row.first(identity), first -> new ArrayList<>()).add(row);
    }
    return byHandle.entrySet().stream()
        .map(each -> new ImportKind.Entry(each.getKey(), each.getValue()))
        .toList();
  }

  @Override
  public String id(ImportKind.Entry entry) {
    return ProductIds.ofShopify(entry.name());
  }

  @Override
  public ProductRequest product(ImportKind.Entry entry) {
    if (entry.name().isEmpty()) {
      throw ApiException.invalid(HANDLE, "or Title is required");
    }
    ImportTable.Row first = entry.rows().getFirst();
    List<ImportTable.Row> variants =
        entry.rows().stream().filter(row -> !row.text(PRICE).isEmpty()).toList();
    if (variants.isEmpty()) {
      throw ApiException.invalid(PRICE, "is required");
    }
    List<String> images =
        entry.rows().stream()
            .map(row -> row.text("Image Src"))
            .filter(image -> !image.isEmpty())
            .distinct()
            .toList();
    boolean draft =
        first.text("Published").equalsIgnoreCase("false")
            || !(first.text("Status").isEmpty() || first.text("Status").equalsIgnoreCase("active"));
    boolean digital =
        variants.stream()
            .allMatch(row -> row.text("Variant Requires Shipping").equalsIgnoreCase("false"));
    return ProductExport.product(
        new Texts(first.text("Title"), first.text("Body (HTML)"), first.text("Type"), images),
        variants.stream().map(ShopifyProducts::label).toList(),
        new Facts(draft, digital, null, null));
  }

  private static Label label(ImportTable.Row row) {
    String name =
        Stream.of("Option1 Value", "Option2 Value", "Option3 Value")
            .map(row::text)
            .filter(value -> !value.isEmpty())
            .collect(Collectors.joining(" / "));
    BigDecimal price = ProductExport.amount(PRICE, row.text(PRICE));
    String compare = row.text("Variant Compare At Price");
    BigDecimal before =
        compare.isEmpty() ? null : ProductExport.amount("Variant Compare At Price", compare);
    boolean sale = before != null && before.compareTo(price) > 0;
    return new Label(
        name.isEmpty() ? "Default Title" : name,
        count(row),
        price,
        sale ? before : null,
        // A spreadsheet writes an apostrophe before numbers.
        row.text("Variant SKU").replaceFirst("^'", ""));
  }

  /** Returns the stock; null if Shopify does not track it, or continues to sell. */
  private static Integer count(ImportTable.Row row) {
    boolean tracked =
        !row.cells().containsKey("Variant Inventory Tracker")
            || !row.text("Variant Inventory Tracker").isEmpty();
    String text = row.text("Variant Inventory Qty");
    if (!tracked || continues(row) || text.isEmpty()) {
      return null;
    }
    return ProductExport.count("Variant Inventory Qty", text);
  }

  private static boolean continues(ImportTable.Row row) {
    return Set.of("continue", "true")
        .contains(row.text("Variant Inventory Policy").toLowerCase(Locale.ROOT));
  }
}
