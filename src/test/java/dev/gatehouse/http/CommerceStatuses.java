package dev.gatehouse.http;

import static dev.gatehouse.http.EveryStatusTest.expect;
import static dev.gatehouse.http.EveryStatusTest.owner;
import static dev.gatehouse.http.EveryStatusTest.visitor;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The statuses of the catalogue, listings and reviews, for EveryStatusTest. */
final class CommerceStatuses {
  private static final String PRODUCTS = "/api/proxy/products";
  private static final String LISTINGS = "/api/proxy/listings?type=marketplace-a";
  private static final String REVIEWS = "/api/proxy/reviews";
  private static final String MARKETPLACE = "/api/proxy/marketplace-a-reviews";
  private static final String NOBODY = "/" + "0".repeat(24);

  private CommerceStatuses() {}

  static void provoke() {
    products();
    JsonObject none = new JsonObject().put("listings", new JsonArray());
    expect("commerce.putListings", 200, owner("PUT", LISTINGS).json(none));
    reviews();
    expect("commerce.bestRated", 404, visitor("GET", MARKETPLACE + "/best-rated"));
    expect("commerce.marketplaceProduct", 404, visitor("GET", MARKETPLACE + "/B0EXAMPLE1"));
  }

  private static void products() {
    JsonObject product = new JsonObject().put("name", "Mug").put("price", 5);
    String id =
        expect("commerce.createProduct", 201, owner("POST", PRODUCTS).json(product))
            .json()
            .getString("id");
    NoticeStatuses.underWay("commerce.createProduct", PRODUCTS, product);
    expect("commerce.product", 404, visitor("GET", PRODUCTS + NOBODY));
    expect("commerce.putProduct", 200, owner("PUT", PRODUCTS + "/" + id).json(product));
    expect("commerce.putProduct", 404, owner("PUT", PRODUCTS + NOBODY).json(product));
    expect("commerce.deleteProduct", 200, owner("DELETE", PRODUCTS + "/" + id));
    expect("commerce.deleteProduct", 404, owner("DELETE", PRODUCTS + "/" + id));
  }

  private static void reviews() {
    expect("commerce.moderation", 200, owner("GET", REVIEWS + "/moderation"));
    JsonObject approve = new JsonObject().put("decision", "approve");
    expect("commerce.moderate", 404, owner("POST", REVIEWS + "/moderation" + NOBODY).json(approve));
    JsonObject none = new JsonObject().put("ids", JsonArray.of("0".repeat(24)));
    none.put("decision", "reopen");
    expect("commerce.moderateAll", 200, owner("POST", REVIEWS + "/moderation").json(none));
    String link = REVIEWS + "/moderation/link?decision=approve&token=none";
    expect("commerce.moderationPage", 404, visitor("GET", link));
    expect("commerce.moderateByLink", 404, visitor("POST", link));
  }
}
