package dev.gatehouse.areas.storefront.catalogue;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestServices;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct.GlobalId;
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
import dev.gatehouse.messages.ProductMessages.ProductOrder;
import dev.gatehouse.messages.SampleProducts;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Catalogue in memory, over a commerce area of any size that may hang or fail. */
class LocalCatalogueTest {
  private static final Duration PATIENCE = Duration.ofMillis(400);

  /** Thirty sequential requests would wait twelve seconds, concurrent ones as long as one. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(9);

  private final Vertx vertx = Vertx.vertx();
  private final TestClock clock = new TestClock();
  private final AtomicInteger questions = new AtomicInteger();
  private final CountDownLatch answering = new CountDownLatch(1);
  private final AtomicInteger sent = new AtomicInteger();
  private volatile int products = 3;
  private volatile String description;
  private volatile boolean hangs;
  private volatile boolean excerptHangs;
  private volatile boolean secondPageHangs;

  /** Number of the question that fails; 0 for none. */
  private volatile int failing;

  private volatile int gone = -1;
  private Dispatcher bus;
  private LocalCatalogue catalogue;

  @BeforeEach
  void open() {
    bus = new Dispatcher(vertx, new Random(1));
    Area commerce =
        Area.of(
            "commerce",
            List.of(),
            Message.Handlers.of()
                .on(ProductMessages.CATALOGUE, this::deleted)
                .on(ProductMessages.LIST, this::list));
    TestServices.deploy(vertx, bus, commerce);
    catalogue = new LocalCatalogue(bus, "USD", InstantSource.system(), PATIENCE, clock::nanoTime);
  }

  @AfterEach
  void close() {
    answering.countDown();
    vertx.close().await();
  }

  private CataloguePage deleted(Call call, CatalogueQuery query) throws InterruptedException {
    questions.incrementAndGet();
    if (hangs) {
      answering.await();
    }
    return new CataloguePage(List.of());
  }

  private ProductList list(Call call, ProductListQuery query) throws InterruptedException {
    if (questions.incrementAndGet() == failing) {
      throw ApiError.of(ErrorCode.OVERLOADED, "busy").exception();
    }
    boolean isOfExcerpt = query.maxDescription() != null;
    if (hangs || (excerptHangs && isOfExcerpt) || (secondPageHangs && query.after() != null)) {
      answering.await();
    }
    if (id(gone).equals(query.after())) {
      throw ApiError.of(ErrorCode.PRODUCT_NOT_FOUND, "product not found").exception();
    }
    int from = query.after() == null ? query.skip() : Integer.parseInt(query.after(), 16) + 1;
    List<CatalogueProduct> page =
        IntStream.range(from, Math.max(from, products))
            .filter(i -> i != gone)
            .limit(query.limit())
            .mapToObj(this::product)
            .toList();
    sent.addAndGet(page.size());
    return new ProductList(page, query.limit() == 0 ? (long) products : null);
  }

  private static String id(int number) {
    return String.format(Locale.ROOT, "%024x", number);
  }

  private CatalogueProduct product(int number) {
    return SampleProducts.of(id(number), "Product " + number, description);
  }

  /** Returns whether the products are loaded. On a busy machine the first answer may be late. */
  private boolean isKnown(int count) {
    return isLoaded(() -> ask().products().size() == count);
  }

  private static boolean isLoaded(BooleanSupplier loaded) {
    try {
      return loaded.getAsBoolean();
    } catch (ApiException late) {
      return false;
    }
  }

  private Snapshot ask() {
    return catalogue.excerpt(call());
  }

  private StoredProducts call(int expected) {
    assertEquals(expected, sent.getAndSet(0));
    return catalogue.products(call());
  }

  private static Call call() {
    Origin origin = Origin.ownTask("r", "test");
    return Call.message("storefront.products", origin, Duration.ofSeconds(20), Map.of());
  }

  /** A catalogue beyond the limit is reported as incomplete. */
  @ParameterizedTest
  @CsvSource({"0, true", "500, true", "10000, true", "10001, false"})
  void marksTruncatedCatalogIncomplete(int count, boolean complete) {
    patient(count);
    Snapshot all = ask();
    assertEquals(Math.min(count, CatalogueExcerpt.MAX_PRODUCTS), all.products().size());
    assertEquals(complete, all.isComplete());
  }

  /** A call reads the products that it shows, and again only after a change. */
  @Test
  void showsProductsWhileExcerptLoads() {
    excerptHangs = true;
    LocalCatalogue patient =
        new LocalCatalogue(
            bus, "USD", InstantSource.system(), MAX_WAIT.multipliedBy(2), clock::nanoTime);
    long begin = System.nanoTime();
    Shelf.Found found = new Shelf(patient, call()).find(new Shelf.Wish("", "", "oldest"), 0, 10);
    assertEquals(3, found.products().size());
    assertEquals(List.of(), found.categories());
    assertTrue(System.nanoTime() - begin < MAX_WAIT.toNanos());
  }

  /** After a start, a search waits only briefly for the products that are not loaded yet. */
  @Test
  void searchesLoadedProductsWhileOthersLoad() throws Exception {
    secondPageHangs = true;
    patient(1_000);
    catalogue.load();
    Waiting.until(() -> !found("499").products().isEmpty());
    long begin = System.nanoTime();
    assertFalse(found("499").complete());
    assertTrue(found("999").products().isEmpty());
    assertTrue(System.nanoTime() - begin < MAX_WAIT.toNanos());
    assertEquals(2, questions.get());
  }

  private Shelf.Found found(String words) {
    return new Shelf(catalogue, call()).find(new Shelf.Wish(words, "", "oldest"), 0, 10);
  }

  @Test
  void readsOnlyTheProductsThatItShows() {
    patient(100_000);
    assertEquals(51, call(0).page(0, 51).size());
    assertEquals(51, call(51).page(0, 51).size());
    assertEquals(10, call(0).page(99_990, 51).size());
    assertEquals(100_000, call(10).size());
    var first = new StoredProducts.Search(ProductOrder.CREATED, false, null, null, null);
    assertEquals(50, call(0).search(first, 50).orElseThrow().products().size());
    catalogue.changed(new ProductChanged("0"));
    assertEquals(51, call(0).page(0, 51).size());
    assertEquals(51, sent.get());
  }

  /** A search reads a limited number of products, and continues behind the last one. */
  @ParameterizedTest
  @CsvSource({"1, 5000", "10000, 1000"})
  void limitsWorkOfSearch(int letters, int read) {
    patient(5_100);
    description = "a".repeat(letters);
    int last = read + 7;
    StoredProducts stored = call(0);
    StoredProducts.Found none = stored.search(titled(null, last), 50).orElseThrow();
    assertEquals(List.of(), none.products());
    assertTrue(none.more());
    assertFalse(stored.isComplete());
    assertEquals(GlobalId.PRODUCT + product(read - 1).id(), none.last());
    stored = call(read);
    StoredProducts.Found next =
        stored.search(titled(product(read - 1).id(), last), 1).orElseThrow();
    assertEquals("Product " + last, next.products().getFirst().title());
  }

  private static StoredProducts.Search titled(String after, int number) {
    return new StoredProducts.Search(
        ProductOrder.CREATED,
        false,
        after,
        null,
        product -> product.title().equals("Product " + number));
  }

  /** The feed contains the oldest products, and reads only changed ones again. */
  @Test
  void readsOnlyChangedProductsForTheFeed() {
    patient(3);
    assertEquals(3, ask().products().size());
    call(3);
    catalogue.changed(new ProductChanged(product(1).id()));
    assertEquals(
        List.of("Product 0", "Product 2"),
        ask().products().stream().map(ShopProduct::title).toList());
    clock.advance(Duration.ofHours(1));
    ask();
    call(0);
  }

  /** The start of the next page may be deleted before the next attempt. */
  @Test
  void continuesFailedReadAfterLastProduct() throws Exception {
    patient(1_200);
    failing = 2;
    assertThrows(ApiException.class, this::ask);
    gone = 499;
    catalogue.changed(new ProductChanged(id(gone)));
    Waiting.until(() -> isKnown(1_199));
    assertEquals(1_200, sent.get());
  }

  /** After a gap in the events, callers get the previous products without waiting. */
  @Test
  void servesPreviousProductsDuringRead() throws Exception {
    patient(3);
    assertEquals(3, ask().products().size());
    hangs = true;
    products = 1_000;
    catalogue.changed(new ProductChanged(null));
    for (int i = 0; i < 30; i++) {
      assertEquals(3, ask().products().size());
    }
    answering.countDown();
    Waiting.until(() -> isKnown(1_000));
    assertEquals(1_003, sent.get());
  }

  private void patient(int count) {
    products = count;
    catalogue =
        new LocalCatalogue(
            bus, "USD", InstantSource.system(), Duration.ofSeconds(20), clock::nanoTime);
  }

  /** The event of the change was lost, and the clock was a year ahead when the page was read. */
  @Test
  void readsPagesAgainAfterAMinuteOfAnyClock() {
    patient(3);
    clock.jump(Duration.ofDays(365));
    assertEquals(3, catalogue.products(call()).page(0, 50).size());
    clock.jump(Duration.ofDays(-365));
    products = 4;
    clock.advance(Duration.ofSeconds(61));
    assertEquals(4, catalogue.products(call()).page(0, 50).size());
  }

  /** Thirty concurrent callers share one request and wait as long as one caller. */
  @Test
  void sharesRequestWhenProductAreaHangs() throws Exception {
    hangs = true;
    long start = System.nanoTime();
    Concurrently.times(30, i -> assertThrows(Exception.class, this::ask));
    Duration waited = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(waited.compareTo(MAX_WAIT) < 0, "waited " + waited);
    // A caller that arrives after the first timeout sends a new request.
    assertTrue(questions.get() < 25, "asked " + questions.get() + " times");
  }

  @Test
  void returnsCachedProductsWhileProductAreaHangs() throws Exception {
    Waiting.until(() -> isKnown(3));
    Waiting.until(() -> isLoaded(() -> catalogue.products(call()).page(0, 50).size() == 3));
    hangs = true;
    catalogue.changed(new ProductChanged("0"));
    long start = System.nanoTime();
    for (int i = 0; i < 30; i++) {
      assertEquals(3, ask().products().size());
      assertEquals(3, catalogue.products(call()).page(0, 50).size());
    }
    Duration waited = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(waited.compareTo(MAX_WAIT) < 0, "waited " + waited);
    clock.advance(Duration.ofMinutes(11));
    assertFalse(assertThrows(ApiException.class, this::ask).getMessage().isEmpty());
  }
}
