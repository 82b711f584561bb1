package dev.gatehouse.messages;

import module java.base;

import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Status;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;

/** Products in stored form, of which tests set only some values. */
public final class SampleProducts {
  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

  private SampleProducts() {}

  /** Returns a product without stock. */
  public static CatalogueProduct of(String id, String name, String description, String... images) {
    return of(id, name, description, "", "1.00", CREATED, List.of(), images);
  }

  /** Returns a book of which there are some. */
  public static CatalogueProduct book(String id, String price, int stock) {
    var one = new StockCount("one", stock, null, null, null, false);
    return of(id, "A book", "", "", price, CREATED, List.of(one));
  }

  public static CatalogueProduct of(
      String id,
      String name,
      String description,
      String category,
      String price,
      Instant created,
      List<StockCount> stock,
      String... images) {
    return new CatalogueProduct(
        id,
        name,
        description,
        category,
        "regular",
        "",
        List.of(images),
        new BigDecimal(price),
        null,
        null,
        null,
        false,
        stock,
        created,
        created,
        Status.ACTIVE,
        List.of(),
        1);
  }
}
