package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import dev.gatehouse.areas.commerce.products.ProductIds;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;

/** The products of the catalog by what the exports of other shops call them. */
final class ImportedProducts {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PAGE = 500;

  private final Map<String, String> byKey = new HashMap<>();
  private final Map<String, String> byName = new HashMap<>();

  /** Reads the catalog. Blocks. */
  static ImportedProducts of(Dispatcher dispatcher, Call call) {
    var products = new ImportedProducts();
    String after = "";
    List<CatalogueProduct> page;
    do {
      page =
          dispatcher
              .ask(
                  ProductMessages.CATALOGUE,
                  new CatalogueQuery(after, PAGE, null),
                  call.origin(),
                  PATIENCE)
              .products();
      page.forEach(products::add);
      after = page.isEmpty() ? after : page.getLast().id();
    } while (page.size() == PAGE);
    return products;
  }

  private void add(CatalogueProduct product) {
    byKey.put(product.id(), product.id());
    byName.putIfAbsent(
        product.presentation().name().strip().toLowerCase(Locale.ROOT), product.id());
    product.offer().stock().stream()
        .filter(line -> line.sku() != null)
        .forEach(line -> byKey.putIfAbsent(line.sku(), product.id()));
  }

  /**
   * Returns the id of a product.
   *
   * @param keys handles, ids and SKUs of the other shop, or ids of this one
   */
  Optional<String> find(List<String> keys, String name) {
    return keys.stream()
        .filter(key -> !key.isEmpty())
        .map(key -> key.replaceFirst("^https?://.*/products/([^/?#]+).*$", "$1"))
        .flatMap(key -> Stream.of(key, ProductIds.ofShopify(key), ProductIds.ofWoo(key)))
        .map(byKey::get)
        .filter(Objects::nonNull)
        .findFirst()
        .or(() -> Optional.ofNullable(byName.get(name.strip().toLowerCase(Locale.ROOT))));
  }
}
