package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reviews, orders and subscribers that move in from another shop, and the news. */
class MovingShopTest {
  private static final String NEWS = "/api/proxy/storefront/customers";
  private static final String SIGN_UP = "/api/proxy/storefront/customer-signup";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  private static final Shop SHOP = new Shop(NODE);

  private static JsonObject imported(String kind, String csv, boolean dry) {
    return NODE.owner("POST", "/api/proxy/imports/" + kind + (dry ? "?dryRun=true" : ""))
        .body("text/csv", csv)
        .expect(200)
        .json();
  }

  private static List<Integer> counts(JsonObject report) {
    return List.of(
        report.getInteger("created"), report.getInteger("updated"),
        report.getInteger("unchanged"), report.getJsonArray("refused").size());
  }

  private static String reasons(JsonObject report) {
    return report.getJsonArray("refused").encode();
  }

  private static JsonObject get(String path) {
    return SHOP.owner("GET", path).expect(200).json();
  }

  @Test
  void importsReviewsOfJudgeMe() {
    String products =
        """
        Handle,Title,Variant Price,Status
        harbour-cd,Harbour CD,12.50,active
        """;
    imported("products", products, false);
    String csv =
        """
        title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location
        ,Great <b>sound</b>.,5,2024-05-01 10:20:30 UTC,web,ok,Ada,ada@example.org,1,harbour-cd,Thank you!,2024-05-02 08:00:00 UTC,,,
        Meh,Scratched,2,2024-06-01 10:20:30 UTC,web,not-yet,Bob,,1,harbour-cd,,,,,
        No,Buy pills,5,2024-06-01 10:20:30 UTC,web,spam,X,x@example.org,1,harbour-cd,,,,,
        Gone,Good,4,2024-06-01 10:20:30 UTC,web,ok,Cy,cy@example.org,9,other-cd,,,,,
        """;
    assertEquals(List.of(2, 0, 0, 2), counts(imported("reviews", csv, true)));
    JsonObject report = imported("reviews", csv, false);
    assertEquals(List.of(2, 0, 0, 2), counts(report), report::encode);
    assertTrue(reasons(report).contains("is spam"), reasons(report));
    assertTrue(reasons(report).contains("is not in the catalog"), reasons(report));
    assertEquals(List.of(0, 0, 2, 2), counts(imported("reviews", csv, false)));
    JsonArray shown = NODE.get("/api/proxy/reviews").json().getJsonArray("data");
    JsonObject review =
        shown.stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("authorName").equals("Ada"))
            .findFirst()
            .orElseThrow();
    assertEquals("Great sound.", review.getString("body"));
    assertEquals("", review.getString("title"));
    assertEquals("Thank you!", review.getString("reply"));
    assertTrue(review.getBoolean("imported"));
    assertEquals("2024-05-01T10:20:30.000Z", review.getString("createdAt"));
    assertFalse(shown.encode().contains("Scratched"));
  }

  @Test
  void importsOrdersOfShopifyAsArchive() {
    String csv =
        """
        Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem requires shipping,Shipping Name,Shipping Street,Shipping Zip,Shipping City,Shipping Province,Shipping Country,Refunded Amount
        #1001,eve@example.org,paid,fulfilled,USD,30.00,5.00,0.00,35.00,0.00,Standard,2024-05-01 10:20:30 +0200,2,Shirt,10.00,S-1,true,Eve Doe,1 Some Street,'01234,Springfield,IL,US,0.00
        #1001,eve@example.org,,,,,,,,,,,1,Cap,10.00,C-1,true,,,,,,,
        #1002,bob@example.org,partially_refunded,fulfilled,USD,10.00,0.00,0.80,10.80,0.00,Standard,2024-05-02 10:20:30 +0200,1,Cap,10.00,C-1,true,Bob,2 Some Street,01234,Springfield,IL,US,4.00
        #1003,cy@example.org,pending,,USD,10.00,0.00,0.00,10.00,0.00,Standard,2024-05-03 10:20:30 +0200,1,Cap,10.00,C-1,true,Cy,,,,,US,0.00
        #1004,di@example.org,paid,unfulfilled,USD,10.00,0.00,0.00,10.00,0.00,Standard,2024-05-03 10:20:30 +0200,1,Cap,10.00,C-1,true,Di,,,,,US,0.00
        """;
    JsonObject report = imported("orders", csv, false);
    assertEquals(List.of(2, 0, 0, 2), counts(report), report::encode);
    assertTrue(reasons(report).contains("is not of a completed sale: pending"), reasons(report));
    assertTrue(reasons(report).contains("is not fulfilled"), reasons(report));
    assertEquals(List.of(0, 0, 2, 2), counts(imported("orders", csv, false)));
    JsonObject order =
        get("/api/proxy/storefront/orders?q=%231001").getJsonArray("orders").getJsonObject(0);
    assertEquals("1001", order.getString("reference"));
    assertEquals("shipped", order.getString("state"));
    assertTrue(order.getBoolean("imported"));
    assertEquals(2, order.getJsonArray("lines").size());
    assertEquals("35.00", order.getJsonObject("total").getString("amount"));
    assertEquals(
        "01234", order.getJsonObject("buyer").getJsonObject("postal").getString("postcode"));
    String path = "/api/proxy/storefront/orders/" + order.getString("_id");
    SHOP.owner("POST", path + "/refunds").json(JsonObject.of("id", "a")).expect(409);
    SHOP.owner("PATCH", path).json(JsonObject.of("note", "x")).expect(409);
    JsonObject day =
        get("/api/proxy/storefront/revenue?from=2024-05-01&until=2024-05-31")
            .getJsonArray("days")
            .getJsonObject(1);
    assertEquals("10.80", day.getJsonObject("revenue").getString("amount"), day::encode);
    assertEquals("4.00", day.getJsonObject("refunded").getString("amount"), day::encode);
    NODE.get("/storefront/orders/" + order.getString("_id")).expect(200);
  }

  private static String linkIn(String address, String part) {
    Pattern link = Pattern.compile("/storefront/news/" + part + "/[A-Za-z0-9._-]+");
    String mail =
        new Mails(NODE).await(each -> each.contains(address) && link.matcher(each).find());
    return link.matcher(mail).results().findFirst().orElseThrow().group();
  }

  @Test
  void listsAddressAfterItsConfirmation() {
    JsonObject email = JsonObject.of("email", "fan@example.org");
    for (int i = 0; i < 4; i++) {
      NODE.request("POST", SIGN_UP).from(NODE.freshAddress()).json(email).expect(200);
    }
    assertEquals(0, get(NEWS + "?q=fan@").getJsonArray("customers").size());
    String link = linkIn("fan@example.org", "confirm");
    NODE.get(link).has("Confirm subscription");
    assertEquals(0, get(NEWS + "?q=fan@").getJsonArray("customers").size());
    NODE.request("POST", link).send().has("You are subscribed");
    JsonObject listed = get(NEWS + "?q=fan@").getJsonArray("customers").getJsonObject(0);
    assertEquals("confirmed by email", listed.getString("source"));
    String url = listed.getString("unsubscribeUrl");
    String path = url.substring(url.indexOf("/storefront/news/"));

    NODE.request("POST", path)
        .body("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click")
        .expect(200);
    assertEquals(0, get(NEWS + "?q=fan@").getJsonArray("customers").size());
    JsonObject again = imported("subscribers", "Email\nfan@example.org\n", false);
    assertTrue(reasons(again).contains("has unsubscribed here"), again::encode);
    NODE.get(path.replace("unsubscribe", "confirm")).expect(404);
  }

  @Test
  void importsSubscribersWithTheirConsent() {
    String csv =
        """
        Email Address,OPTIN_TIME,CONFIRM_TIME,Source
        old@example.org,2023-02-01 09:00:00,2023-02-01 09:05:00,Landing page
        none@example.org,,,
        broken,2023-02-01 09:00:00,,
        """;
    JsonObject report = imported("subscribers", csv, false);
    assertEquals(List.of(2, 0, 0, 1), counts(report), report::encode);
    assertTrue(report.getJsonArray("adjusted").encode().contains("no time of the consent"));
    JsonObject old = get(NEWS + "?q=old@").getJsonArray("customers").getJsonObject(0);
    assertEquals("2023-02-01T09:05:00.000Z", old.getString("createdAt"));
    assertEquals("import: Landing page", old.getString("source"));
    assertEquals(List.of(0, 0, 2, 1), counts(imported("subscribers", csv, false)));
    String shopify =
        "First Name,Email,Accepts Email Marketing\nA,a@example.org,no\nB,b@example.org,yes\n";
    JsonObject second = imported("subscribers", shopify, false);
    assertEquals(List.of(1, 0, 0, 1), counts(second), second::encode);
  }
}
