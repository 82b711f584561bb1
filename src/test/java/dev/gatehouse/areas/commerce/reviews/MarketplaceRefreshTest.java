package dev.gatehouse.areas.commerce.reviews;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.commerce.MarketplaceSimulator;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.store.Documents;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refreshes by several nodes over one store. */
class MarketplaceRefreshTest {
  private static final int PRODUCTS = 12;

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  private final Vertx vertx = Vertx.vertx();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final Dispatcher dispatcher = new Dispatcher(vertx, new Random(1));
  private DocumentServer store;
  private ReviewedProducts products;
  private volatile boolean fails;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
    Documents documents = TestDocuments.at(vertx, store.url());
    products = new ReviewedProducts(documents);
    documents.createIndexes();
  }

  @AfterEach
  void close() {
    vertx.close().await();
    store.close();
  }

  private final class Reported implements ReviewSource {
    @Override
    public List<String> asins() {
      List<String> all = new ArrayList<>();
      for (int i = 0; i < PRODUCTS; i++) {
        all.add("B0EXAMP" + (100 + i));
      }
      return all;
    }

    @Override
    public ReviewedProduct.FetchedReviews fetch(String asin) {
      asked.add(asin);
      if (fails) {
        throw ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "the source fails").exception();
      }
      return new ReviewedProduct.FetchedReviews(
          new ReviewedProduct.Standing(asin, BigDecimal.ONE, 1), List.of(), 0);
    }
  }

  private MarketplaceRefresh node() {
    return new MarketplaceRefresh(products, Optional.of(new Reported()), dispatcher, clock);
  }

  private void steps(MarketplaceRefresh node, int count) {
    for (int i = 0; i < count; i++) {
      node.step();
    }
  }

  @Test
  void fetchesEachProductOnceAcrossNodes() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (int node = 0; node < 3; node++) {
        MarketplaceRefresh own = node();
        threads.execute(() -> steps(own, PRODUCTS + 4));
      }
    }
    assertEquals(PRODUCTS, asked.size(), asked::toString);
    assertEquals(PRODUCTS, products.fetched().size());
    steps(node(), PRODUCTS);
    assertEquals(PRODUCTS, asked.size());
    clock.advance(Duration.ofMinutes(11));
    steps(node(), PRODUCTS + 4);
    assertEquals(2 * PRODUCTS, asked.size());
  }

  @Test
  void takesOverProductsOfACrashedNode() {
    node().step();
    ReviewedProduct left = products.takeDue(clock.instant()).orElseThrow();
    steps(node(), PRODUCTS + 4);
    assertEquals(PRODUCTS - 1, products.fetched().size());
    clock.advance(Duration.ofMinutes(3));
    steps(node(), 2);
    assertEquals(PRODUCTS, products.fetched().size());
    assertTrue(asked.contains(left.id()));
  }

  @Test
  void recordsFailureUntilFetchSucceeds() {
    MarketplaceRefresh node = node();
    steps(node, PRODUCTS);
    assertTrue(products.fetched().stream().allMatch(each -> each.fetching().failure() == null));
    fails = true;
    clock.advance(Duration.ofDays(1));
    node.daily();
    node.step();
    List<String> failures =
        products.fetched().stream()
            .map(each -> each.fetching().failure())
            .filter(Objects::nonNull)
            .toList();
    assertEquals(List.of("marketplace-a: the source fails"), failures);
    fails = false;
    clock.advance(Duration.ofHours(1));
    steps(node, PRODUCTS);
    assertTrue(products.fetched().stream().allMatch(each -> each.fetching().failure() == null));
  }

  @Test
  void retriesFiveTimesAndKeepsPreviousData() {
    MarketplaceRefresh node = node();
    steps(node, PRODUCTS);
    var before = products.fetched();
    fails = true;
    asked.clear();
    clock.advance(Duration.ofDays(1));
    node.daily();
    for (int hour = 0; hour < 8; hour++) {
      steps(node, PRODUCTS + 4);
      clock.advance(Duration.ofHours(1));
    }
    assertEquals(5 * PRODUCTS, asked.size());
    assertEquals(
        before.stream().map(each -> each.fetching().lastFetched()).toList(),
        products.fetched().stream().map(each -> each.fetching().lastFetched()).toList());
  }

  @Test
  void readsReviewsFromAFolder() throws Exception {
    Path reviews = Files.createDirectory(folder.resolve("reviews"));
    String published = MarketplaceSimulator.published("marketplace-a/reviews_rainforest_like.json");
    Files.writeString(reviews.resolve("B0EXAMPLE1.json"), published);
    Files.writeString(reviews.resolve("notes.txt"), "none");
    Files.writeString(reviews.resolve("B0EXAMPLE2.json"), published.substring(0, 99));
    var settings =
        TestSettings.of(
            Map.of(
                "GATEHOUSE_MARKETPLACE_A_REVIEWS",
                "file",
                "GATEHOUSE_MARKETPLACE_A_REVIEWS_FOLDER",
                reviews.toString()));
    var providers = new Providers(vertx, clock, new Random(1), new SimpleMeterRegistry());
    ReviewSource source =
        ReviewSource.read(settings.section("marketplaceA"), providers).orElseThrow();
    assertEquals(List.of("B0EXAMPLE1", "B0EXAMPLE2"), source.asins());
    assertEquals("Example T-Shirt", source.fetch("B0EXAMPLE1").standing().productName());
    var node = new MarketplaceRefresh(products, Optional.of(source), dispatcher, clock);
    steps(node, 3);
    assertEquals(1, products.fetched().size());
  }
}
