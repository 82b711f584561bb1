package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.SAVED;
import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
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
    JsonObject shown = SHOP.sell("Über Shirt!", "19.9", JsonObject.of("M", 4, "L", 0));
    assertEquals("gid://shopify/Product/" + shown.getString("legacyId"), shown.getString("id"));
    assertTrue(shown.getString("handle").matches("uber-shirt-[0-9a-f]{6}|u-ber-shirt-[0-9a-f]{6}"));
    assertTrue(shown.getBoolean("available"));
    assertEquals(
        JsonObject.of("amount", "19.90", "currencyCode", "USD"), shown.getJsonObject("price"));
    assertEquals("M", variant(shown, 0).getString("title"));
    assertTrue(variant(shown, 0).getBoolean("available"));
    assertFalse(variant(shown, 1).getBoolean("available"));
    assertEquals(NODE.address() + Shop.cart(shown, 1), variant(shown, 0).getString("cartUrl"));
  }

  @Test
  void showsProductChangesImmediately() {
    JsonObject shown = SHOP.sell("Cap", "5", JsonObject.of("one", 1));
    String id = shown.getString("legacyId");
    JsonObject changed =
        JsonObject.of("name", "Hat", "price", 6, "stock", JsonObject.of("two", 3, "one", 0));
    SHOP.owner("PUT", "/api/proxy/products/" + id).json(changed).expect(200);
    JsonObject now = SHOP.listed(id);
    assertEquals("Hat", now.getString("title"));
    assertEquals(variant(shown, 0).getString("id"), variant(now, 1).getString("id"));
    assertFalse(variant(now, 1).getBoolean("available"));
    SHOP.owner("DELETE", "/api/proxy/products/" + id).expect(200);
    NODE.get(PRODUCTS).lacks(id);
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
            .put("stock", JsonObject.of("M", 1));
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
    JsonObject page = NODE.get(PRODUCTS + "?limit=1&skip=1").json();
    assertEquals(1, page.getJsonArray("products").size());
    JsonObject beyond = NODE.get(PRODUCTS + "?skip=100000").json();
    assertEquals(new JsonArray(), beyond.getJsonArray("products"));
    assertFalse(beyond.getJsonObject("pagination").getBoolean("hasMore"));
    String before = NODE.get(FEED).header("ETag");
    SHOP.sell("Third", "1", new JsonObject());
    assertNotEquals(before, NODE.get(FEED).header("ETag"));
  }

  @Test
  void returnsFeedWithBuyUrls() {
    JsonObject long500 =
        new JsonObject()
            .put("name", "Long")
            .put("price", 3)
            .put("description", "🙂".repeat(600))
            .put("stock", JsonObject.of("S", 1));
    SHOP.owner("POST", "/api/proxy/products").json(long500).send();
    JsonObject feed = NODE.get(FEED).json();
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
    JsonObject variant = variant(SHOP.sell("Mug", "5", JsonObject.of("blue", 2)), 0);
    JsonArray lines = lines(variant.getString("id"), 2);
    JsonObject saved = save("Ada@Example.org", lines).json();
    assertTrue(saved.getBoolean("success"));
    assertEquals(lines, saved.getJsonObject("cart").getJsonArray("lines"));
    Client.Reply read = NODE.get(SAVED + "/ada%40example.org");
    assertEquals(lines, read.json().getJsonObject("cart").getJsonArray("lines"));
    save("ada@example.org", new JsonArray());
    assertEquals(
        new JsonArray(),
        NODE.get(SAVED + "/ada@example.org").json().getJsonObject("cart").getJsonArray("lines"));
    NODE.get(SAVED + "/bob@example.org").expect(404);
  }

  @Test
  void rejectsSavedCartWithUnknownVariant() {
    Client.Reply reply =
        save("eve@example.org", lines("gid://shopify/ProductVariant/1", 1)).expect(400);
    assertTrue(reply.error().startsWith("lines[0].variantId"), reply.error());
    NODE.get(SAVED + "/eve@example.org").expect(404);
  }

  @Test
  void storesRepeatedSignupOnceWithSameReply() {
    Client.Reply first = signUp("News@Example.org");
    Client.Reply second = signUp("news@example.org");
    first.expect(200);
    assertEquals(first.text(), second.text());
    JsonObject listed = SHOP.owner("GET", CUSTOMERS).send().json();
    long found =
        listed.getJsonArray("customers").stream()
            .map(each -> (JsonObject) each)
            .filter(each -> each.getString("email").equals("news@example.org"))
            .count();
    assertEquals(1, found);
    NODE.get(CUSTOMERS).expect(401);
    String id = listed.getJsonArray("customers").getJsonObject(0).getString("_id");
    SHOP.owner("DELETE", CUSTOMERS + "/" + id).expect(200);
    SHOP.owner("DELETE", CUSTOMERS + "/" + id).expect(404);
  }

  @Test
  void deletesOldCarts() throws Exception {
    save("old@example.org", new JsonArray());
    NODE.clock.advance(Duration.ofDays(31));
    Waiting.until(() -> NODE.get(SAVED + "/old@example.org").status() == 404);
  }

  private static JsonArray lines(String variantId, int quantity) {
    return new JsonArray().add(JsonObject.of("variantId", variantId, "quantity", quantity));
  }

  private static Client.Reply save(String email, JsonArray lines) {
    return NODE.request("POST", SAVED)
        .from(NODE.freshAddress())
        .json(JsonObject.of("email", email, "lines", lines))
        .send();
  }

  private static Client.Reply signUp(String email) {
    return NODE.request("POST", SIGN_UP)
        .from(NODE.freshAddress())
        .json(JsonObject.of("email", email))
        .send();
  }
}
