package dev.gatehouse.areas.storefront.catalogue;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestServices;
import dev.gatehouse.Waiting;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CataloguePage;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import dev.gatehouse.messages.ProductMessages.ProductList;
import dev.gatehouse.messages.ProductMessages.ProductListQuery;
import dev.gatehouse.messages.SampleProducts;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Work of the reads for the feed, over products that are read slowly or not at all. */
class CatalogueReadingTest {
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger pages = new AtomicInteger();
  private final AtomicInteger sent = new AtomicInteger();
  private volatile CountDownLatch paused = new CountDownLatch(0);
  private volatile int products = 3;

  /** Number of the page that cannot be read; 0 for none. */
  private volatile int failing;

  private volatile int deleted = -1;
  private LocalCatalogue catalogue;

  @BeforeEach
  void open() {
    Dispatcher bus = new Dispatcher(vertx, new Random(1));
    Area commerce =
        Area.of(
            "commerce",
            List.of(),
            Message.Handlers.of()
                .on(ProductMessages.CATALOGUE, this::changed)
                .on(ProductMessages.LIST, this::list));
    TestServices.deploy(vertx, bus, commerce);
    catalogue =
        new LocalCatalogue(
            bus, "USD", InstantSource.system(), Duration.ofSeconds(20), System::nanoTime);
  }

  @AfterEach
  void close() {
    paused.countDown();
    vertx.close().await();
  }

  private CataloguePage changed(Call call, CatalogueQuery query) {
    return new CataloguePage(
        IntStream.range(0, products)
            .filter(i -> i != deleted && query.ids().contains(id(i)))
            .mapToObj(CatalogueReadingTest::product)
            .toList());
  }

  private ProductList list(Call call, ProductListQuery query) throws InterruptedException {
    paused.await();
    if (pages.incrementAndGet() == failing) {
      throw ApiError.of(ErrorCode.OVERLOADED, "busy").exception();
    }
    if (id(deleted).equals(query.after())) {
      throw ApiError.of(ErrorCode.PRODUCT_NOT_FOUND, "product not found").exception();
    }
    int from = query.after() == null ? 0 : Integer.parseInt(query.after(), 16) + 1;
    List<CatalogueProduct> page =
        IntStream.range(from, products)
            .filter(i -> i != deleted)
            .limit(query.limit())
            .mapToObj(CatalogueReadingTest::product)
            .toList();
    sent.addAndGet(page.size());
    return new ProductList(page, null);
  }

  private static String id(int number) {
    return String.format(Locale.ROOT, "%024x", number);
  }

  private static CatalogueProduct product(int number) {
    return SampleProducts.of(id(number), "Product " + number, null);
  }

  private int read() {
    Origin origin = Origin.ownTask("r", "test");
    return catalogue
        .excerpt(Call.message("storefront.products", origin, Duration.ofSeconds(20), Map.of()))
        .products()
        .size();
  }

  private int readOrRetry() {
    try {
      return read();
    } catch (ApiException retry) {
      return 0;
    }
  }

  /** The start of the next page may be deleted before the next attempt. */
  @Test
  void continuesFailedReadAfterLastProduct() throws Exception {
    products = 1_200;
    failing = 2;
    assertThrows(ApiException.class, this::read);
    deleted = 499;
    catalogue.changed(new ProductChanged(id(deleted)));
    Waiting.until(() -> readOrRetry() == 1_199);
    assertEquals(1_200, sent.get());
  }

  /** After a gap in the events, callers get the previous products without waiting. */
  @Test
  void servesPreviousProductsDuringRead() throws Exception {
    assertEquals(3, read());
    paused = new CountDownLatch(1);
    products = 1_000;
    catalogue.changed(new ProductChanged(null));
    for (int i = 0; i < 30; i++) {
      assertEquals(3, read());
    }
    paused.countDown();
    Waiting.until(() -> read() == 1_000);
    assertEquals(1_003, sent.get());
  }
}
