package dev.gatehouse.areas.commerce.products;

import static dev.gatehouse.store.Query.where;
import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.messages.ProductMessages.ProductOrder;
import dev.gatehouse.messages.SampleProducts;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Products in the orders of the shop, also those that a former release stored. */
class ProductOrdersTest {
  private static final int COUNT = 20;

  @TempDir Path folder;

  private final List<Product> stored = new ArrayList<>();
  @AutoClose private EmbeddedStore store;
  private Documents documents;
  private ProductRepository products;

  @BeforeEach
  void fill() {
    store = EmbeddedStore.open(folder, false);
    documents = new Documents(store.documents(), new SecureRandom());
    products = ProductRepository.ofProducts(documents);
    documents.createIndexes();
    for (int i = 0; i < COUNT; i++) {
      stored.add(product(i));
    }
    stored.forEach(products::add);
  }

  /** Three products of each key. */
  private Product product(int number) {
    int key = number / 3;
    var time = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(key);
    return new Product(
        SampleProducts.of(
            products.newId(), "nAmE " + key, "", "c" + key, key + ".5", time, List.of()));
  }

  @ParameterizedTest
  @EnumSource(ProductOrder.class)
  void returnsEachProductOnceInEveryOrder(ProductOrder order) {
    List<Product> expected =
        stored.stream()
            .sorted(
                Comparator.comparing((Product product) -> product.stored().price())
                    .thenComparing(Product::id))
            .toList();
    assertEquals(expected, walk(order, false));
    assertEquals(expected.reversed(), walk(order, true));
  }

  private List<Product> walk(ProductOrder order, boolean down) {
    List<Product> all = new ArrayList<>();
    List<Product> page = products.page(ProductRepository.Part.FOR_SALE, order, down, 0, 4);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = products.following(order, down, page.getLast(), 4);
    }
    return all;
  }

  @Test
  void findsProductsOfFormerReleaseByIdEnd() {
    String end = stored.get(7).idEnd();
    JsonObject keys = JsonObject.of("idEnd", 1, "sortName", 1, "sortPrice", 1);
    var collection = documents.collection("products", Product.class);
    collection.updateAll(Query.all(), JsonObject.of("$unset", keys));
    assertEquals(List.of(stored.get(7)), products.ending(end));
    products.addKeys();
    assertEquals(0, collection.count(where("idEnd").is(null).json()));
    assertEquals(List.of(stored.get(7)), products.ending(end));
    assertEquals(COUNT, walk(ProductOrder.NAME, false).size());
    assertEquals(COUNT, walk(ProductOrder.PRICE, false).size());
  }
}
