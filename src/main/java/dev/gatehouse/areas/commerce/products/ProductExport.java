package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.area.imports.ImportText;
import dev.gatehouse.areas.commerce.products.ProductRequest.Variant;
import dev.gatehouse.bus.ApiException;

/** Form in which another shop exports its products. */
interface ProductExport {
  /** Label of a product without a choice. */
  String ONLY = "Default Title";

  /** Returns the columns by which the form is recognized. */
  Set<String> columns();

  List<ImportKind.Entry> entries(ImportTable table);

  /** Part of a product that a file may lack. */
  enum Part {
    DESCRIPTION,
    CATEGORY,
    IMAGES,
    SKU,
    COMPARED_PRICE,
    SALE_TIMES,
    DIGITAL
  }

  /** Returns the starts of the names of the columns that have a part. */
  Map<Part, List<String>> parts();

  /** Returns the id of the product, which is the same in all exports of a shop. */
  String id(ImportKind.Entry entry);

  /** Returns whether the shop counts the stock, and the file does not say the number. */
  default boolean lacksStock(ImportKind.Entry entry) {
    return false;
  }

  /**
   * @throws ApiException 400 if a value is invalid
   */
  ProductRequest product(ImportKind.Entry entry);

  /**
   * Label of a product in an export.
   *
   * @param count null for an unlimited stock
   * @param price during a sale, if there is a price to compare with
   * @param before price before a sale; null without one
   * @param sku empty without one
   */
  record Label(String name, Integer count, BigDecimal price, BigDecimal before, String sku) {}

  record Texts(String name, String html, String category, List<String> images) {}

  /**
   * Period of a sale, and what kind of goods they are.
   *
   * @param from null for no start
   * @param until null for no end
   */
  record Facts(boolean draft, boolean digital, Instant from, Instant until) {}

  /** Returns a product. Its price is that of the first label. */
  static ProductRequest product(Texts texts, List<Label> labels, Facts facts) {
    Label first = labels.getFirst();
    Map<String, Integer> stock = new LinkedHashMap<>();
    Map<String, Variant> variants = new LinkedHashMap<>();
    for (Label label : labels) {
      if (stock.containsKey(label.name())) {
        throw ApiException.invalid(label.name(), "is the name of two variants");
      }
      stock.put(label.name(), label.count());
      boolean samePrice =
          label.price().compareTo(first.price()) == 0 && same(label.before(), first.before());
      String sku = label.sku().isEmpty() ? null : label.sku();
      if (!samePrice || sku != null) {
        variants.put(
            label.name(),
            new Variant(
                samePrice ? null : label.price(), samePrice ? null : label.before(), sku, false));
      }
    }
    boolean sale = labels.stream().anyMatch(label -> label.before() != null);
    return new ProductRequest(
        texts.name(),
        ImportText.ofHtml(texts.html()),
        first.price(),
        first.before(),
        sale ? facts.from() : null,
        sale ? facts.until() : null,
        stock,
        variants,
        facts.digital(),
        facts.draft() ? "draft" : "active",
        texts.category(),
        texts.images(),
        "regular",
        "");
  }

  private static boolean same(BigDecimal one, BigDecimal other) {
    return one == null ? other == null : other != null && one.compareTo(other) == 0;
  }

  /**
   * Returns an amount with a point or a comma, and possibly with separated thousands and a sign of
   * a currency.
   *
   * @throws ApiException 400 if it is not an amount
   */
  static BigDecimal amount(String column, String text) {
    String digits = text.replaceAll("[\\s\u00a0\u202f'\u2019\\p{Sc}]", "");
    if (digits.matches("\\d{1,3}(,\\d{3})+\\.\\d{1,4}|\\d{1,3}(,\\d{3}){2,}")) {
      digits = digits.replace(",", "");
    } else if (digits.matches("\\d{1,3}(\\.\\d{3})+,\\d{1,4}|\\d{1,3}(\\.\\d{3}){2,}")) {
      digits = digits.replace(".", "").replace(',', '.');
    } else if (digits.matches("\\d{1,9},\\d{1,3}")) {
      digits = digits.replace(',', '.');
    }
    if (!digits.matches("\\d{1,9}(\\.\\d{1,4})?")) {
      throw ApiException.invalid(column, "must be an amount such as 12.50, but is " + text);
    }
    return new BigDecimal(digits);
  }

  /**
   * Returns a number of goods, as spreadsheets write it. Shops count below zero when a product was
   * oversold.
   *
   * @throws ApiException 400 if it is not an integer
   */
  static int count(String column, String text) {
    if (!text.matches("-?\\d{1,9}([.,]0{1,2})?")) {
      throw ApiException.invalid(column, "must be an integer, but is " + text);
    }
    return Math.max(0, Integer.parseInt(text.replaceFirst("[.,].*", "")));
  }
}
