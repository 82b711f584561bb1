package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.area.imports.ImportText;
import dev.gatehouse.bus.ApiException;

/** Products as WooCommerce exports them: variations are rows that name their parent. */
final class WooProducts implements ProductExport {
  private static final String PRICE = "Regular price";
  private static final String PARENT = "Parent";
  private static final int MAX_ATTRIBUTES = 10;

  /** The name in American and in British English. */
  private static final List<String> VISIBILITY =
      List.of("Visibility in catalog", "Visibility in catalogue");

  @Override
  public Set<String> columns() {
    return Set.of("Type", "Name", PRICE);
  }

  @Override
  public Map<Part, List<String>> parts() {
    return Map.of(
        Part.DESCRIPTION, List.of("Description", "Short description"),
        Part.CATEGORY, List.of("Categories"),
        Part.IMAGES, List.of("Images"),
        Part.SKU, List.of("SKU"),
        Part.COMPARED_PRICE, List.of("Sale price"),
        Part.SALE_TIMES, List.of("Date sale price"),
        Part.DIGITAL, List.of("Type"));
  }

  @Override
  public List<ImportKind.Entry> entries(ImportTable table) {
    Map<String, List<ImportTable.Row>> byParent = new LinkedHashMap<>();
    Map<String, String> ids = new LinkedHashMap<>();
    for (ImportTable.Row row : table.rows()) {
      if (!row.text("Type").contains("variation")) {
        byParent.computeIfAbsent(id(row), first -> new ArrayList<>()).add(row);
        ids.put(row.text("SKU"), id(row));
      }
    }
    for (ImportTable.Row row : table.rows()) {
      if (row.text("Type").contains("variation")) {
        String parent = ids.getOrDefault(row.text(PARENT), row.text(PARENT));
        byParent.computeIfAbsent(parent, first -> new ArrayList<>()).add(row);
      }
    }
    return byParent.values().stream()
        .map(rows -> new ImportKind.Entry(rows.getFirst().text("Name"), rows))
        .toList();
  }

  @Override
  public String id(ImportKind.Entry entry) {
    String id = id(entry.rows().getFirst());
    return ProductIds.ofWoo(id.startsWith("id:") ? id.substring(3) : id);
  }

  /** Returns what identifies a product. Files that were not exported have no ids. */
  private static String id(ImportTable.Row row) {
    if (!row.text("ID").isEmpty()) {
      return "id:" + row.text("ID");
    }
    return row.text("SKU").isEmpty() ? "name:" + row.text("Name") : "sku:" + row.text("SKU");
  }

  @Override
  public ProductRequest product(ImportKind.Entry entry) {
    ImportTable.Row first = entry.rows().getFirst();
    if (first.text("Type").contains("variation")) {
      throw ApiException.invalid(PARENT, "must be a product of the file: " + first.text(PARENT));
    }
    if (first.text("Type").contains("grouped") || first.text("Type").contains("external")) {
      throw ApiException.invalid("Type", "cannot be imported: " + first.text("Type"));
    }
    List<ImportTable.Row> variants =
        entry.rows().size() == 1 ? entry.rows() : entry.rows().subList(1, entry.rows().size());
    String html =
        first.text("Description").isEmpty()
            ? first.text("Short description")
            : first.text("Description");
    List<String> images =
        // A URL may contain commas.
        entry.rows().stream()
            .flatMap(row -> Arrays.stream(row.text("Images").split("\\s*[,|]\\s*(?=https?://)")))
            .filter(image -> !image.isEmpty())
            .distinct()
            .toList();
    String category = first.text("Categories").split(" *, *")[0];
    boolean digital =
        variants.stream()
            .allMatch(row ->
                row.text("Type").contains("virtual") || row.text("Type").contains("downloadable"));
    return ProductExport.product(
        new Texts(
            first.text("Name"),
            html.replace("\\n", "<br>"),
            category.substring(category.lastIndexOf('>') + 1).strip(),
            images),
        variants.stream().map(row -> label(row, first)).toList(),
        new Facts(
            !first.text("Published").equals("1")
                || first.first(VISIBILITY).equalsIgnoreCase("hidden"),
            digital,
            date(variants.getFirst(), "Date sale price starts", 0),
            date(variants.getFirst(), "Date sale price ends", 1)));
  }

  private static Label label(ImportTable.Row row, ImportTable.Row parent) {
    String name = ONLY;
    if (row.text("Type").contains("variation")) {
      name =
          IntStream.rangeClosed(1, MAX_ATTRIBUTES)
              .mapToObj(i -> row.text("Attribute " + i + " value(s)"))
              .filter(value -> !value.isEmpty())
              .map(value -> value.replace("\\,", ","))
              .collect(Collectors.joining(" / "));
    }
    String regular = row.text(PRICE).isEmpty() ? parent.text(PRICE) : row.text(PRICE);
    BigDecimal price = ProductExport.amount(PRICE, regular);
    String sale = row.text("Sale price");
    BigDecimal reduced = sale.isEmpty() ? null : ProductExport.amount("Sale price", sale);
    return new Label(
        name.isEmpty() ? "any" : name,
        count(row),
        reduced == null ? price : reduced,
        reduced == null ? null : price,
        row.text("SKU"));
  }

  /** Returns the stock; null if WooCommerce does not manage it, or takes backorders. */
  private static Integer count(ImportTable.Row row) {
    String text = row.text("Stock");
    boolean sold = row.text("In stock?").equals("0");
    if (text.isEmpty()) {
      return sold ? 0 : null;
    }
    int count = ProductExport.count("Stock", text);
    return List.of("1", "notify").contains(row.text("Backorders allowed?")) ? null : count;
  }

  private static Instant date(ImportTable.Row row, String column, int more) {
    String text = row.text(column);
    if (text.isEmpty()) {
      return null;
    }
    LocalDate date =
        ImportText.time(text)
            .map(time -> LocalDate.ofInstant(time, ZoneOffset.UTC))
            .orElseThrow(() ->
                ApiException.invalid(column, "must be a date such as 2026-11-30, but is " + text));
    return date.plusDays(more).atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
