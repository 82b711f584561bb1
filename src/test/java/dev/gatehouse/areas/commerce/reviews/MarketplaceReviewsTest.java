package dev.gatehouse.areas.commerce.reviews;

import static dev.gatehouse.areas.commerce.MarketplaceSimulator.published;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.MarketplaceSimulator;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that fetches the reviews of three products. The source fails for one of them. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MarketplaceReviewsTest {
  private static final String PATH = "/api/proxy/marketplace-a-reviews";
  private static final MarketplaceSimulator SHOP = new MarketplaceSimulator();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("MARKETPLACE_A_REVIEWS", "json")
          .with("MARKETPLACE_A_REVIEWS_URL", SHOP.url() + "/r?asin={asin}&type=reviews")
          .with("MARKETPLACE_A_REVIEWS_HEADERS", "X-Api-Key=the-sources-key")
          .with("MARKETPLACE_A_ITEMS", "B0EXAMPLE1, B0EXAMPLE2, B0EXAMPLE3");

  static {
    SHOP.at("/r?asin=B0EXAMPLE1", 200, published("marketplace-a/reviews_rainforest_like.json"));
    SHOP.at("/r?asin=B0EXAMPLE2", 200, mug(4.6, 500));
    SHOP.at("/r?asin=B0EXAMPLE3", 500, "{}");
  }

  private static String mug(double rating, int total) {
    JsonArray reviews = new JsonArray();
    Object[][] rows = {
      {5, 1, "2026-01-01T00:00:00Z", "old"},
      {5, 1, "2026-02-01", "new"},
      {5, 9, null, "helpful"},
      {4, 99, "2026-02-01", "four"},
      {0, 1, null, "unrated"},
      {"x", 1, null, "odd"},
      {3, -5, "yesterday", "dateless"},
    };
    for (Object[] row : rows) {
      reviews.add(
          new JsonObject()
              .put("rating", row[0])
              .put("helpful_votes", row[1])
              .put("date", JsonObject.of("utc", row[2]))
              .put("title", row[3]));
    }
    return new JsonObject()
        .put("product", JsonObject.of("title", "Mug"))
        .put("summary", JsonObject.of("rating", rating, "reviews_total", total))
        .put("reviews", reviews.add("no review").add(5))
        .encode();
  }

  @Test
  @Order(1)
  void fetchesReviewsAtStartup() throws Exception {
    Waiting.until(
        () -> SHOP.asked("/r").stream().map(each -> each.target()).distinct().count() == 3);
    Waiting.until(() -> list().size() == 2);
    assertEquals("the-sources-key", SHOP.asked("/r").getFirst().headers().get("x-api-key"));
    JsonObject shirt = list().getJsonObject(0);
    assertEquals("B0EXAMPLE1", shirt.getString("asin"));
    assertEquals("Example T-Shirt", shirt.getString("productName"));
    assertEquals(4.6, shirt.getDouble("rating"));
    assertEquals(40, shirt.getInteger("totalReviews"));
    JsonObject review = shirt.getJsonArray("reviews").getJsonObject(0);
    assertEquals("Jane", review.getString("reviewerName"));
    assertEquals("2024-01-05T00:00:00.000Z", review.getString("date"));
    assertEquals(3, review.getInteger("helpful"));
    assertEquals(true, review.getBoolean("verified"));
    assertEquals(shirt, product("B0EXAMPLE1"));
    assertEquals(5, product("B0EXAMPLE2").getJsonArray("reviews").size());
  }

  @Test
  @Order(2)
  void prefersMoreReviewsAmongEqualRatings() {
    JsonObject best = data("/best-rated");
    assertEquals("B0EXAMPLE2", best.getString("asin"));
    assertEquals("https://www.amazon.com/dp/B0EXAMPLE2", best.getString("amazonUrl"));
    assertEquals(500, best.getInteger("totalReviews"));
    List<String> titles =
        best.getJsonArray("topReviews").stream()
            .map(each -> ((JsonObject) each).getString("title"))
            .toList();
    assertEquals(List.of("helpful", "new", "old"), titles);
  }

  @Test
  @Order(3)
  void computesStatistics() {
    JsonObject stats = data("/stats");
    assertEquals(2, stats.getInteger("totalProducts"));
    assertEquals(540, stats.getInteger("totalReviews"));
    assertEquals(4.6, stats.getDouble("averageRating"));
    assertEquals(
        "{\"5\":4,\"4\":1,\"3\":1,\"2\":0,\"1\":0}",
        stats.getJsonObject("ratingDistribution").encode());
  }

  @Test
  @Order(4)
  void returns404ForUnknownAsin() {
    NODE.get(PATH + "/B0EXAMPLE9").expect(404);
    NODE.get(PATH + "/B0EXAMPLE3").expect(404);
  }

  @Test
  @Order(5)
  void keepsReviewsWhenNightlyRefreshFails() throws Exception {
    JsonObject shirt = product("B0EXAMPLE1");
    SHOP.at("/r?asin=B0EXAMPLE1", 200, "<html>");
    SHOP.at("/r?asin=B0EXAMPLE2", 200, mug(1.5, 501));
    NODE.clock.advance(Duration.ofHours(25));
    Waiting.until(() -> data("/stats").getInteger("totalReviews") == 541);
    assertEquals(shirt, product("B0EXAMPLE1"));
    assertEquals("B0EXAMPLE1", data("/best-rated").getString("asin"));
    Waiting.until(() -> NODE.get(PATH + "/B0EXAMPLE1").json().getBoolean("stale"));
    JsonObject stale = NODE.get(PATH + "/B0EXAMPLE1").json();
    assertTrue(stale.getString("staleReason").startsWith("marketplace-a: "), stale.encode());
    Waiting.until(() -> NODE.get(PATH + "/stats").json().getBoolean("stale"));
    assertEquals(false, NODE.get(PATH + "/B0EXAMPLE2").json().getBoolean("stale"));
    assertNotEquals(shirt.getString("lastFetched"), product("B0EXAMPLE2").getString("lastFetched"));
  }

  @Test
  @Order(6)
  void returns304ForMatchingETag() {
    for (String path : List.of("", "/stats", "/best-rated", "/B0EXAMPLE1")) {
      String tag = NODE.get(PATH + path).header("ETag");
      Client.Reply again = NODE.request("GET", PATH + path).header("If-None-Match", tag).send();
      assertEquals(304, again.status(), path);
    }
  }

  private static JsonArray list() {
    return NODE.get(PATH).expect(200).json().getJsonArray("data");
  }

  private static JsonObject product(String asin) {
    return data("/" + asin);
  }

  private static JsonObject data(String path) {
    return NODE.get(PATH + path).expect(200).json().getJsonObject("data");
  }
}
