package dev.gatehouse.areas.commerce.listings;

import static dev.gatehouse.areas.commerce.MarketplaceSimulator.published;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestSettings;
import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.areas.commerce.listings.ListingSource.Listing;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ListingMessages;
import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hourly refresh over an embedded store, with sources that the test scripts. */
class ListingRefreshTest {
  private final TestClock clock = new TestClock();
  private final Vertx vertx = Vertx.vertx();
  private final Dispatcher dispatcher = new Dispatcher(vertx, new Random(1));
  private DocumentServer store;
  private Documents documents;
  private boolean fails;
  private int reported;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
    documents = TestDocuments.at(vertx, store.url());
  }

  @AfterEach
  void close() {
    vertx.close().await();
    store.close();
  }

  private ListingSource.Found tell() {
    if (fails) {
      throw ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "the marketplace fails").exception();
    }
    reported++;
    return new ListingSource.Found(
        List.of(new Listing("reported " + reported, "", "", "", "", BigDecimal.ZERO, 0)), 0);
  }

  private Listings listings(Map<String, ListingSource> sources) {
    var made = new Listings(documents, sources, dispatcher, clock.trusted());
    dispatcher.listen(ListingMessages.CHANGED, event -> made.changed());
    return made;
  }

  private static JsonObject get(Listings listings) throws Exception {
    return new JsonObject(answer(listings).json());
  }

  private static Answer answer(Listings listings) throws Exception {
    Call call =
        new Call(
            "commerce.listings",
            null,
            Deadline.in(Duration.ofSeconds(60)),
            Map.of("type", "marketplace-a"),
            null,
            List.of());
    return listings.operations().get("commerce.listings").handle(call);
  }

  private static String title(Listings listings) throws Exception {
    return get(listings).getJsonArray("listings").getJsonObject(0).getString("title");
  }

  @Test
  void keepsLastListingsWhenRefreshFails() throws Exception {
    Listings first = listings(Map.of("marketplace-a", this::tell));
    first.refresh();
    assertEquals("reported 1", title(first));
    fails = true;
    clock.advance(Duration.ofHours(1));
    assertThrows(JobPostponedException.class, first::refresh);
    assertEquals("reported 1", title(first));
    clock.advance(Duration.ofDays(40));
    Listings restarted = listings(Map.of("marketplace-a", this::tell));
    assertEquals("reported 1", title(restarted));
    fails = false;
    restarted.refresh();
    assertEquals("reported 2", title(restarted));
    assertEquals(2, reported);
  }

  @Test
  void namesFailingMarketplaceUntilItRecovers() throws Exception {
    Listings listings = listings(Map.of("marketplace-a", this::tell));
    listings.refresh();
    JsonObject fresh = get(listings);
    assertEquals(false, fresh.getBoolean("stale"));
    assertEquals(0, fresh.getInteger("unreadable"));
    fails = true;
    clock.advance(Duration.ofHours(1));
    assertThrows(JobPostponedException.class, listings::refresh);
    JsonObject stale = get(listings);
    assertEquals(true, stale.getBoolean("stale"));
    assertEquals("marketplace-a: the marketplace fails", stale.getString("staleReason"));
    assertEquals(fresh.getString("fetchedAt"), stale.getString("fetchedAt"));
    fails = false;
    listings.refresh();
    assertEquals(false, get(listings).getBoolean("stale"));
  }

  @Test
  void agesWhileAnswerIsCached() throws Exception {
    Listings listings = listings(Map.of("marketplace-a", this::tell));
    listings.refresh();
    long before = Long.parseLong(answer(listings).headers().get("Age"));
    clock.advance(Duration.ofSeconds(50));
    long after = Long.parseLong(answer(listings).headers().get("Age"));
    assertTrue(after - before >= 50 && after - before < 60, before + " s, " + after + " s");
  }

  @Test
  void returnsEmptyListWithoutSource() throws Exception {
    assertEquals(
        "{\"_id\":\"marketplace-a\",\"listings\":[],\"lastUpdated\":null}",
        get(listings(Map.of())).encode());
  }

  @Test
  void readsJsonThroughConfiguredFieldPaths() throws Exception {
    String shape =
        "items=/result/0/goods, title=/name, price=/cost/shown, url=/link, rating=/stars";
    var settings = new SettingsReader(Map.of("GATEHOUSE_MARKETPLACE_A_FIELDS", shape));
    var mapped = MappedListings.of(settings.read(Path.of("none.yaml")).section("marketplaceA"));
    String odd =
        """
        {"result": [{"goods": [
          {"name": " Mug ", "cost": {"shown": 5}, "link": "javascript:alert(1)", "stars": 1e400},
          {"name": null}, {"cost": 1}, 5, null, [], {"name": {"$ne": 1}},
          {"name": "Cap", "link": "https://example.org/cap", "stars": "4.5"}]}]}
        """;
    List<Listing> read =
        mapped.read(Json.decode(odd.getBytes(StandardCharsets.UTF_8), JsonNode.class)).listings();
    assertEquals(List.of("Mug", "Cap"), read.stream().map(Listing::title).toList());
    assertEquals("5", read.getFirst().price());
    assertEquals("", read.getFirst().url());
    assertEquals("0", read.getFirst().rating().toString());
    assertEquals("https://example.org/cap", read.getLast().url());
    assertEquals("4.5", read.getLast().rating().toString());
  }

  @Test
  void readsTheSpecifiedFeedByDefault() {
    var settings = TestSettings.of(Map.of());
    var mapped = MappedListings.of(settings.section("marketplaceA"));
    String feed = published("marketplace-a/listings_feed.json");
    Listing listing =
        mapped
            .read(Json.decode(feed.getBytes(StandardCharsets.UTF_8), JsonNode.class))
            .listings()
            .getFirst();
    assertEquals("Example T-Shirt", listing.title());
    assertEquals(128, listing.reviews());
    assertEquals("4.6", listing.rating().toString());
  }
}
