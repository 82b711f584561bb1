package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.SAVED;
import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists, saved carts and the newsletter of the storefront over the node's local catalogue. */
class StorefrontTest {
  private static final String PRODUCTS = "/storefront/products";
  private static final String FEED = "/storefront/llms.json";
  private static final String SIGN_UP = "/api/proxy/storefront/customer-signup";
  private static final String CUSTOMERS = "/api/proxy/storefront/customers";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().behindProxy().with("STOREFRONT_CONFIRM_NEWS", "false");

  private static final Shop SHOP = new Shop(NODE);

  @Test
  void listsProductWithVariants() {
    JsonObject shown = SHOP.sell("Über Shirt!", "19.9", new JsonObject().put("M", 4).put("L", 0));
    assertEquals("gid://shopify/Product/" + shown.getString("legacyId"), shown.getString("id"));
    assertTrue(shown.getString("handle").matches("uber-shirt-[0-9a-f]{6}|u-ber-shirt-[0-9a-f]{6}"));
    assertTrue(shown.getBoolean("available"));
    assertEquals(
        new JsonObject().put("amount", "19.90").put("currencyCode", "USD"),
        shown.getJsonObject("price"));
    assertEquals("M", variant(shown, 0).getString("title"));
    assertTrue(variant(shown, 0).getBoolean("available"));
    assertFalse(variant(shown, 1).getBoolean("available"));
    assertEquals(
        NODE.address() + "/cart/" + variant(shown, 0).getString("legacyId") + ":1",
        variant(shown, 0).getString("cartUrl"));
  }

  @Test
  void showsProductChangesImmediately() {
    JsonObject shown = SHOP.sell("Cap", "5", new JsonObject().put("one", 1));
    String id = shown.getString("legacyId");
    JsonObject changed =
        JsonObject.of(
            "name", "Hat", "price", 6, "stock", new JsonObject().put("two", 3).put("one", 0));
    assertEquals(200, SHOP.owner("PUT", "/api/proxy/products/" + id).json(changed).send().status());
    JsonObject now = SHOP.listed(id);
    assertEquals("Hat", now.getString("title"));
    assertEquals(variant(shown, 0).getString("id"), variant(now, 1).getString("id"));
    assertFalse(variant(now, 1).getBoolean("available"));
    assertEquals(200, SHOP.owner("DELETE", "/api/proxy/products/" + id).send().status());
    assertFalse(NODE.client().get(PRODUCTS).text().contains(id));
  }

  @ParameterizedTest
  @CsvSource({
    "regular, https://elsewhere.example/shirt, 5",
    "marketplace-a, '', 5",
    "marketplace-b, '', 5.125",
  })
  void omitsVariantsOfExternalProducts(String type, String url, String price) {
    JsonObject product =
        new JsonObject()
            .put("name", "Elsewhere")
            .put("price", new BigDecimal(price))
            .put("type", type)
            .put("url", url)
            .put("stock", new JsonObject().put("M", 1));
    String id =
        SHOP.owner("POST", "/api/proxy/products").json(product).send().json().getString("id");
    JsonObject shown = SHOP.listed(id);
    assertFalse(shown.getBoolean("available"));
    assertEquals(new JsonArray(), shown.getJsonArray("variants"));
    assertTrue(url.isEmpty() || url.equals(shown.getString("url")));
  }

  @Test
  void returnsListsInPagesWithETags() {
    SHOP.sell("First of two", "1", new JsonObject());
    SHOP.sell("Second of two", "1", new JsonObject());
    JsonObject page = NODE.client().get(PRODUCTS + "?limit=1&skip=1").json();
    assertEquals(1, page.getJsonArray("products").size());
    JsonObject beyond = NODE.client().get(PRODUCTS + "?skip=100000").json();
    assertEquals(new JsonArray(), beyond.getJsonArray("products"));
    assertFalse(beyond.getJsonObject("pagination").getBoolean("hasMore"));
    for (String path : new String[] {PRODUCTS, FEED}) {
      String tag = NODE.client().get(path).header("ETag");
      Client.Request again = NODE.client().request("GET", path).header("If-None-Match", tag);
      assertEquals(304, again.send().status(), path);
    }
    String before = NODE.client().get(FEED).header("ETag");
    SHOP.sell("Third", "1", new JsonObject());
    assertNotEquals(before, NODE.client().get(FEED).header("ETag"));
  }

  @Test
  void returnsFeedWithBuyUrls() {
    JsonObject long500 =
        new JsonObject()
            .put("name", "Long")
            .put("price", 3)
            .put("description", "🙂".repeat(600))
            .put("stock", new JsonObject().put("S", 1));
    SHOP.owner("POST", "/api/proxy/products").json(long500).send();
    JsonObject feed = NODE.client().get(FEED).json();
    assertEquals("Shop", feed.getString("store"));
    assertEquals("USD", feed.getString("currency"));
    JsonObject shown =
        feed.getJsonArray("products").stream()
            .map(each -> (JsonObject) each)
            .filter(each -> each.getString("title").equals("Long"))
            .findFirst()
            .orElseThrow();
    assertEquals("🙂".repeat(500), shown.getString("description"));
    String buy = shown.getJsonArray("variants").getJsonObject(0).getString("buyUrl");
    assertTrue(buy.matches(".*/cart/[0-9a-f]{24}-[0-9a-f]{8}:1"), buy);
  }

  @Test
  void savesReadsAndReplacesCart() {
    JsonObject variant = variant(SHOP.sell("Mug", "5", new JsonObject().put("blue", 2)), 0);
    JsonArray lines = lines(variant.getString("id"), 2);
    JsonObject saved = save("Ada@Example.org", lines).json();
    assertTrue(saved.getBoolean("success"));
    assertEquals(lines, saved.getJsonObject("cart").getJsonArray("lines"));
    Client.Reply read = NODE.client().get(SAVED + "/ada%40example.org");
    assertEquals(lines, read.json().getJsonObject("cart").getJsonArray("lines"));
    save("ada@example.org", new JsonArray());
    assertEquals(
        new JsonArray(),
        NODE.client()
            .get(SAVED + "/ada@example.org")
            .json()
            .getJsonObject("cart")
            .getJsonArray("lines"));
    assertEquals(404, NODE.client().get(SAVED + "/bob@example.org").status());
  }

  @Test
  void rejectsSavedCartWithUnknownVariant() {
    Client.Reply reply = save("eve@example.org", lines("gid://shopify/ProductVariant/1", 1));
    assertEquals(400, reply.status());
    assertTrue(reply.error().startsWith("lines[0].variantId"), reply.error());
    assertEquals(404, NODE.client().get(SAVED + "/eve@example.org").status());
  }

  @Test
  void storesRepeatedSignupOnceWithSameReply() {
    Client.Reply first = signUp("News@Example.org");
    Client.Reply second = signUp("news@example.org");
    assertEquals(200, first.status());
    assertEquals(first.text(), second.text());
    JsonObject listed = SHOP.owner("GET", CUSTOMERS).send().json();
    long found =
        listed.getJsonArray("customers").stream()
            .map(each -> (JsonObject) each)
            .filter(each -> each.getString("email").equals("news@example.org"))
            .count();
    assertEquals(1, found);
    assertEquals(401, NODE.client().get(CUSTOMERS).status());
    String id = listed.getJsonArray("customers").getJsonObject(0).getString("_id");
    assertEquals(200, SHOP.owner("DELETE", CUSTOMERS + "/" + id).send().status());
    assertEquals(404, SHOP.owner("DELETE", CUSTOMERS + "/" + id).send().status());
  }

  @Test
  void deletesOldCarts() throws Exception {
    save("old@example.org", new JsonArray());
    NODE.clock.advance(Duration.ofDays(31));
    Waiting.until(() -> NODE.client().get(SAVED + "/old@example.org").status() == 404);
  }

  private static JsonArray lines(String variantId, int quantity) {
    return new JsonArray()
        .add(new JsonObject().put("variantId", variantId).put("quantity", quantity));
  }

  private static Client.Reply save(String email, JsonArray lines) {
    return NODE.client()
        .request("POST", SAVED)
        .from(NODE.freshAddress())
        .json(new JsonObject().put("email", email).put("lines", lines))
        .send();
  }

  private static Client.Reply signUp(String email) {
    return NODE.client()
        .request("POST", SIGN_UP)
        .from(NODE.freshAddress())
        .json(new JsonObject().put("email", email))
        .send();
  }
}
