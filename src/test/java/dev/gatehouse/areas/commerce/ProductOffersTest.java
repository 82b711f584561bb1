package dev.gatehouse.areas.commerce;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.storefront.BuyersForms;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prices of labels, sales, unlimited stock, digital goods and drafts. */
class ProductOffersTest {
  private static final String PATH = "/api/proxy/products";

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("STOREFRONT_SHIPPING_RATES", "Post: US = 5");

  private static final BuyersForms FORMS = new BuyersForms(NODE);

  private static Client.Reply send(String method, String path, JsonObject body) {
    Client.Request request = NODE.owner(method, path);
    return (body == null ? request : request.json(body)).send();
  }

  private static JsonObject ok(String method, String path, JsonObject body) {
    Client.Reply reply = send(method, path, body);
    assertTrue(reply.status() < 300, reply.text());
    return reply.json();
  }

  private static JsonObject shirt(String name) {
    return new JsonObject(
        """
        {"name": "%s", "price": 20, "stock": {"S": 1, "XXL": null, "old": 4},
         "variants": {"XXL": {"price": 22.5, "sku": "TS-XXL"}, "old": {"hidden": true}}}\
        """
            .formatted(name));
  }

  private static JsonObject listed(String id) {
    return NODE.get("/storefront/products?limit=250").list("products").stream()
        .filter(each -> each.getString("legacyId").equals(id))
        .findFirst()
        .orElse(null);
  }

  private static String cart(String id, int variant) {
    String url = listed(id).getJsonArray("variants").getJsonObject(variant).getString("cartUrl");
    return url.substring(url.indexOf("/cart/"));
  }

  @Test
  void sellsLabelAtItsPriceFromUnlimitedStock() throws IOException {
    String id = ok("POST", PATH, shirt("Tee")).getString("id");
    JsonArray variants = listed(id).getJsonArray("variants");
    assertEquals(2, variants.size(), variants.encode());
    assertEquals("22.50", variants.getJsonObject(1).getJsonObject("price").getString("amount"));
    FORMS.send(cart(id, 1), FORMS.form(cart(id, 1)).put("country", "US")).expect(303);
    JsonObject known = ok("GET", PATH + "/" + id, null);
    assertNull(known.getJsonObject("stock").getValue("XXL"));
    assertEquals("TS-XXL", known.getJsonObject("variants").getJsonObject("XXL").getString("sku"));
    NODE.get("/cart/" + id + "-00000000:1").expect(404);
  }

  @Test
  void sellsDigitalGoodsWithoutAddress() throws IOException {
    JsonObject album =
        new JsonObject(
            "{\"name\": \"Album\", \"price\": 9, \"digital\": true, \"stock\": {\"Default Title\": null}}");
    String id = ok("POST", PATH, album).getString("id");
    NODE.get("/storefront/shop/" + listed(id).getString("handle")).lacks("Default Title");
    String cart = NODE.get(cart(id, 0)).text();
    assertFalse(cart.contains("name=\"address\""), cart);
    assertFalse(cart.contains("Default Title"), cart);
    JsonObject form = FORMS.form(cart(id, 0)).put("country", "US");
    Stream.of("address", "city", "postcode").forEach(form::remove);
    String order = FORMS.send(cart(id, 0), form).expect(303).header("Location");
    NODE.get(order.substring(order.indexOf("/storefront"))).has("$9.00").lacks("$14.00");
  }

  @Test
  void changesOnlySentFields() {
    JsonObject made = ok("POST", PATH, shirt("Changed").put("category", "shirts"));
    String path = PATH + "/" + made.getString("id");
    JsonObject changed =
        ok(
            "PATCH",
            path,
            new JsonObject(
                "{\"price\": 25, \"stock\": {\"S\": 2, \"M\": 3, \"XXL\": -1}, \"variants\": {\"XXL\": {\"sku\": \"XX\"}, \"old\": null}}"));
    assertEquals(25, changed.getInteger("price"));
    assertEquals("shirts", changed.getString("category"));
    assertEquals(JsonObject.of("S", 3).putNull("XXL").put("M", 3), changed.getJsonObject("stock"));
    assertEquals(
        new JsonObject("{\"XXL\": {\"sku\": \"XX\", \"hidden\": false}}"),
        changed.getJsonObject("variants"));
    JsonObject set = ok("PATCH", path, new JsonObject("{\"newStock\": {\"S\": 9, \"M\": null}}"));
    assertEquals(9, set.getJsonObject("stock").getInteger("S"));
    send("PATCH", path, new JsonObject("{\"stock\": {\"S\": -10}}")).expect(400).has("there are 9");
  }

  @Test
  void changesProductOfListByItsTag() {
    JsonObject made = ok("POST", PATH, shirt("Tagged"));
    String tag =
        new JsonArray(NODE.get(PATH + "?q=tagged").text()).getJsonObject(0).getString("etag");
    String path = PATH + "/" + made.getString("id");
    JsonObject price = JsonObject.of("price", 21);
    NODE.owner("PATCH", path).header("If-Match", tag).json(price).expect(200);
    NODE.owner("PATCH", path).header("If-Match", tag).json(price).expect(412);
  }

  @Test
  void endsSaleAtItsTime() throws Exception {
    Instant now = NODE.clock.instant();
    JsonObject sale =
        new JsonObject()
            .put("name", "Reduced")
            .put("price", 15)
            .put("compareAtPrice", 20)
            .put("saleUntil", now.plus(Duration.ofHours(2)).toString())
            .put("stock", JsonObject.of("one", 3));
    String id = ok("POST", PATH, sale).getString("id");
    JsonObject shown = listed(id);
    assertEquals("15.00", shown.getJsonObject("price").getString("amount"));
    String path = "/storefront/shop/" + shown.getString("handle");
    NODE.get(path).has("<s>$20.00</s>");
    NODE.clock.advance(Duration.ofHours(3));
    Waiting.until(() -> listed(id).getJsonObject("price").getString("amount").equals("20.00"));
    NODE.get(path).lacks("<s>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'price': 1.234}|decimals, since the shop sells in USD",
        "{'variants': {'M': {'price': 1.234}}, 'stock': {'M': 1}}|variants.M.price",
        "{'variants': {'M': {'price': 1}}}|label of the stock",
        "{'saleFrom': '2026-01-01T00:00:00Z'}|compareAtPrice",
        "{'saleFrom': '2026-01-02T00:00:00Z', 'saleUntil': '2026-01-01T00:00:00Z', 'compareAtPrice': 9}|saleUntil",
      })
  void refusesOffer(String change, String named) {
    JsonObject body =
        JsonObject.of("name", "x", "price", 1).mergeIn(new JsonObject(change.replace('\'', '"')));
    send("POST", PATH, body).expect(400).has(named);
  }

  @Test
  void showsDraftOnlyToOwner() {
    String id = ok("POST", PATH, shirt("Secret").put("status", "draft")).getString("id");
    NODE.get(PATH + "/" + id).expect(404);
    send("GET", PATH + "/" + id, null).expect(200);
    NODE.get(PATH + "?limit=200").lacks("Secret");
    assertNull(listed(id));
    NODE.get(PATH + "?status=drafts").expect(401);
    send("GET", PATH + "?status=drafts", null).has("Secret");
    ok("PATCH", PATH + "/" + id, JsonObject.of("status", "active"));
    assertNotNull(listed(id));
    NODE.get(PATH + "/" + id).expect(200);
  }

  @Test
  void keepsProductOfStrangerOutOfShop() {
    Client.Reply added = NODE.request("POST", PATH).json(shirt("Foreign")).expect(201);
    String id = added.json().getString("id");
    assertEquals("submitted", added.json().getString("status"));
    NODE.get(PATH + "/" + id).expect(200);
    assertNull(listed(id));
    new Mails(NODE).await(mail -> mail.contains("Foreign") && mail.contains("New product"));
    NODE.get("/storefront/llms.json").lacks("Foreign");
    NODE.get("/storefront/shop").lacks("Foreign");
    JsonObject query = JsonObject.of("query", "{ products(first: 99) { nodes { title } } }");
    NODE.request("POST", "/api/2024-01/graphql.json").json(query).send().lacks("Foreign");
    ok("PATCH", PATH + "/" + id, JsonObject.of("status", "active"));
    assertNotNull(listed(id));
  }
}
