package dev.gatehouse.areas.commerce.listings;

import static dev.gatehouse.areas.commerce.MarketplaceSimulator.published;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.MarketplaceSimulator;
import dev.gatehouse.areas.commerce.MarketplaceSimulator.Asked;
import dev.gatehouse.areas.commerce.MarketplaceSimulator.Said;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node with listings from both kinds of marketplaces, both of which are down at first. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ListingsTest {
  private static final String PATH = "/api/proxy/listings?type=";
  private static final String A = PATH + "marketplace-a";
  private static final String B = PATH + "marketplace-b";
  private static final MarketplaceSimulator SHOPS = new MarketplaceSimulator();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("MARKETPLACE_A_ITEMS", items(11))
          .with("MARKETPLACE_B_QUERY", "shirt & mug")
          .with(
              """
              MARKETPLACE_A_SOURCE=creators MARKETPLACE_A_API_URL=URL/a MARKETPLACE_A_TOKEN_URL=URL/tokens-a
              MARKETPLACE_A_CLIENT_ID=id-a MARKETPLACE_A_CLIENT_SECRET=secret-a MARKETPLACE_A_VERSION=2.1
              MARKETPLACE_A_PARTNER_TAG=x-20
              MARKETPLACE_B_SOURCE=ebay MARKETPLACE_B_API_URL=URL/b MARKETPLACE_B_TOKEN_URL=URL/tokens-b
              MARKETPLACE_B_CLIENT_ID=id-b MARKETPLACE_B_CLIENT_SECRET=secret-b MARKETPLACE_B_SELLER=example_seller
              """
                  .replace("=URL/", "=" + SHOPS.url() + "/"));

  private static String items(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "B0EXAMPL" + (char) ('A' + i) + '1')
        .collect(Collectors.joining(","));
  }

  @Test
  @Order(1)
  void returns500IfTheFirstFetchFails() {
    for (String path : List.of(A, B)) {
      NODE.get(path).expect(500).lacks("secret");
    }
  }

  @Test
  @Order(2)
  void requestsTenItemsPerCallFromCreatorsApi() {
    SHOPS.at("/tokens-a", 200, token("t-a", 3600));
    SHOPS.at("/a/catalog/v1/getItems", 200, published("marketplace-a/creators_api_item.json"));
    NODE.clock.advance(Duration.ofSeconds(20));
    JsonObject set = set(A);
    assertEquals("marketplace-a", set.getString("_id"));
    assertNotNull(set.getString("lastUpdated"));
    assertEquals(2, set.getJsonArray("listings").size());
    JsonObject listing = set.getJsonArray("listings").getJsonObject(0);
    assertEquals("Example T-Shirt", listing.getString("title"));
    assertEquals("B0EXAMPLE1", listing.getString("asin"));
    assertEquals("$19.99", listing.getString("price"));
    assertEquals("https://www.amazon.com/dp/B0EXAMPLE1?tag=x-20", listing.getString("url"));
    assertEquals("https://m.media-amazon.com/images/I/EXAMPLE.jpg", listing.getString("imageUrl"));
    assertEquals(0, listing.getInteger("reviews"));

    Asked token = SHOPS.asked("/tokens-a").getLast();
    assertTrue(token.body().contains("scope=creatorsapi%2Fdefault"), token.body());
    assertTrue(token.headers().get("authorization").startsWith("Basic "));
    List<Asked> asked = SHOPS.asked("/a/catalog/v1/getItems");
    assertEquals(2, asked.size());
    assertEquals("Bearer t-a, Version 2.1", asked.getFirst().headers().get("authorization"));
    assertEquals("www.amazon.com", asked.getFirst().headers().get("x-marketplace"));
    JsonObject body = new JsonObject(asked.getFirst().body());
    assertEquals(10, body.getJsonArray("itemIds").size());
    assertEquals("x-20", body.getString("partnerTag"));
  }

  @Test
  @Order(3)
  void sharesOneFetchFromEbayLikeApi() throws Exception {
    SHOPS.at("/tokens-b", 200, published("marketplace-b/oauth_token.json"));
    var refusals = new AtomicInteger();
    SHOPS.at(
        "/b/item_summary/search",
        request ->
            refusals.getAndIncrement() == 0
                ? new Said(401, published("marketplace-b/error_401.json"))
                : new Said(200, published("marketplace-b/item_summary_search.json")));
    NODE.clock.advance(Duration.ofSeconds(20));
    Concurrently.times(30, i -> NODE.get(B).expect(200));
    List<Asked> asked = SHOPS.asked("/b/item_summary/search");
    assertEquals(2, asked.size());
    assertEquals("EBAY_US", asked.getLast().headers().get("x-ebay-c-marketplace-id"));
    String target = asked.getLast().target();
    String query = "?q=shirt%20%26%20mug&filter=sellers%3A%7Bexample_seller%7D&limit=200&offset=0";
    assertTrue(target.contains(query), target);
    JsonArray listings = set(B).getJsonArray("listings");
    JsonObject shirt = listings.getJsonObject(0);
    assertEquals("110012345678", shirt.getString("asin"));
    assertEquals("$24.99", shirt.getString("price"));
    assertEquals("https://www.ebay.com/itm/110012345678", shirt.getString("url"));
    assertEquals("https://i.ebayimg.com/images/g/EXAMPLE/s-l225.jpg", shirt.getString("imageUrl"));
    assertEquals("$5.00", listings.getJsonObject(1).getString("price"));
    assertEquals("", listings.getJsonObject(1).getString("imageUrl"));
  }

  @Test
  @Order(5)
  void rejectsOverwritingMarketplaceListings() {
    NODE.owner("PUT", A).json(JsonObject.of("listings", new JsonArray())).expect(409);
  }

  private static String token(String text, int seconds) {
    return JsonObject.of("access_token", text, "expires_in", seconds).encode();
  }

  private static JsonObject set(String path) {
    return NODE.get(path).expect(200).json();
  }
}
