package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.bus.ApiException;

/**
 * Products as Shopify exports them: one row for each variant, and one for each further picture. The
 * files of other shops have the same rows, some with the product's texts in the first row only.
 */
final class ShopifyProducts implements ProductExport {
  private static final String HANDLE = "Handle";
  private static final String TITLE = "Title";
  private static final String PRICE = "Variant Price";

  /** A price of Medusa that is valid in a region only. */
  static final String REGIONAL_PRICE = "Variant Price in a region";

  private static final List<String> PRICES = List.of(PRICE, REGIONAL_PRICE);
  private static final String IMAGE = "Image Src";
  private static final String DESCRIPTION = "Body (HTML)";
  private static final String SKU = "Variant SKU";
  private static final String TRACKER = "Variant Inventory Tracker";
  private static final String COUNT = "Variant Inventory Qty";
  private static final String COMPARED = "Variant Compare At Price";

  /** Squarespace has both prices, and says which is valid. */
  private static final String SALE_PRICE = "Sale price";

  private static final String SHIPPED = "Variant Requires Shipping";
  private static final Pattern OWN_ID = Pattern.compile("[0-9a-f]{24}");
  private static final Pattern CHANGED_ID = Pattern.compile("\\d[.,]\\d+E\\+(2\\d|\\d{3})");
  private static final Set<String> NO = Set.of("false", "no", "0");
  private static final Set<String> SHOWN = Set.of("", "active", "published", "enabled");

  @Override
  public Set<String> columns() {
    return Set.of(TITLE, PRICE);
  }

  @Override
  public boolean lacksStock(ImportKind.Entry entry) {
    return variants(entry.rows()).stream()
        .anyMatch(row ->
            row.cells().containsKey(TRACKER)
                && isTracked(row)
                && !continues(row)
                && row.text(COUNT).isEmpty());
  }

  @Override
  public Map<Part, List<String>> parts() {
    return Map.of(
        Part.DESCRIPTION, List.of(DESCRIPTION),
        Part.CATEGORY, List.of("Type"),
        Part.IMAGES, List.of(IMAGE),
        Part.SKU, List.of(SKU),
        Part.COMPARED_PRICE, List.of(COMPARED, SALE_PRICE),
        Part.DIGITAL, List.of(SHIPPED));
  }

  @Override
  public List<ImportKind.Entry> entries(ImportTable table) {
    Map<String, List<ImportTable.Row>> byHandle = new LinkedHashMap<>();
    List<String> identity = List.of(table.header().contains(HANDLE) ? HANDLE : TITLE);
    String handle = "";
    for (ImportTable.Row row : table.rows()) {
      String own = row.first(identity);
      boolean further = own.isEmpty() && row.text(TITLE).isEmpty() && !options(row).isEmpty();
      handle = further ? handle : own;
      byHandle.computeIfAbsent(handle, first -> new ArrayList<>()).add(row);
    }
    return byHandle.entrySet().stream()
        .map(each -> new ImportKind.Entry(each.getKey(), each.getValue()))
        .toList();
  }

  @Override
  public String id(ImportKind.Entry entry) {
    String own = entry.rows().getFirst().text("ID");
    if (CHANGED_ID.matcher(own).matches()) {
      throw ApiException.invalid("ID", "was changed by a spreadsheet: " + own);
    }
    return OWN_ID.matcher(own).matches() ? own : ProductIds.ofShopify(entry.name());
  }

  @Override
  public ProductRequest product(ImportKind.Entry entry) {
    if (entry.name().isEmpty()) {
      throw ApiException.invalid(HANDLE, "or Title is required");
    }
    ImportTable.Row first = entry.rows().getFirst();
    List<ImportTable.Row> variants = variants(entry.rows());
    if (variants.isEmpty()) {
      throw ApiException.invalid(PRICE, "is required");
    }
    List<String> images =
        entry.rows().stream().flatMap(ShopifyProducts::images).distinct().toList();
    boolean draft =
        isNo(first.text("Published"))
            || !SHOWN.contains(first.text("Status").toLowerCase(Locale.ROOT));
    boolean digital =
        variants.stream().allMatch(row -> row.text(SHIPPED).equalsIgnoreCase("false"));
    return ProductExport.product(
        new Texts(first.text(TITLE), first.text(DESCRIPTION), first.text("Type"), images),
        variants.stream().map(ShopifyProducts::label).toList(),
        new Facts(draft, digital, null, null));
  }

  /** Returns the rows of what can be bought. A row without options before others is no variant. */
  private static List<ImportTable.Row> variants(List<ImportTable.Row> rows) {
    List<ImportTable.Row> priced =
        rows.stream().filter(row -> !row.first(PRICES).isEmpty()).toList();
    List<ImportTable.Row> chosen = priced.stream().filter(row -> !options(row).isEmpty()).toList();
    return chosen.isEmpty() ? priced : chosen;
  }

  /** Returns addresses of pictures, of which some programs write several into a field. */
  private static Stream<String> images(ImportTable.Row row) {
    return row.cells().keySet().stream()
        .filter(column -> column.startsWith(IMAGE))
        .flatMap(column -> Arrays.stream(row.text(column).split("\\s+(?=https?://)")))
        .filter(image -> !image.isEmpty());
  }

  private static String options(ImportTable.Row row) {
    return Stream.of("Option1 Value", "Option2 Value", "Option3 Value")
        .map(row::text)
        // What Medusa writes for a product without a choice.
        .filter(value -> !value.isEmpty() && !value.equals("Default option value"))
        .collect(Collectors.joining(" / "));
  }

  private static boolean isNo(String text) {
    return NO.contains(text.toLowerCase(Locale.ROOT));
  }

  private static Label label(ImportTable.Row row) {
    String name = options(row);
    BigDecimal price = ProductExport.amount(PRICE, row.first(PRICES));
    String compare = row.text(COMPARED);
    BigDecimal before = compare.isEmpty() ? null : ProductExport.amount(COMPARED, compare);
    if (row.text("On Sale").equalsIgnoreCase("yes")) {
      before = price;
      price = ProductExport.amount(SALE_PRICE, row.text(SALE_PRICE));
    }
    boolean sale = before != null && before.compareTo(price) > 0;
    return new Label(
        name.isEmpty() ? ONLY : name,
        count(row),
        price,
        sale ? before : null,
        // A spreadsheet writes an apostrophe before numbers.
        row.text(SKU).replaceFirst("^'", ""));
  }

  /** Returns the stock; null if the shop does not track it, or continues to sell. */
  private static Integer count(ImportTable.Row row) {
    String text = row.text(COUNT);
    if (!isTracked(row) || continues(row) || text.isEmpty() || text.equalsIgnoreCase("unlimited")) {
      return null;
    }
    return ProductExport.count(COUNT, text);
  }

  private static boolean isTracked(ImportTable.Row row) {
    String tracker = row.text(TRACKER);
    return !row.cells().containsKey(TRACKER) || !(tracker.isEmpty() || isNo(tracker));
  }

  private static boolean continues(ImportTable.Row row) {
    return Set.of("continue", "true")
        .contains(row.text("Variant Inventory Policy").toLowerCase(Locale.ROOT));
  }
}
