package dev.gatehouse.areas.commerce;

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

/** Prices of labels, sales, unlimited stock, digital goods and drafts. */
class ProductOffersTest {
  private static final String PATH = "/api/proxy/products";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("LIMITS_DEFAULT_PER_MINUTE", "0")
          .with("STOREFRONT_SHIPPING_RATES", "Post: US = 5");

  private static Client.Reply send(String method, String path, JsonObject body) {
    Client.Request request = NODE.client().request(method, path).key(TestNode.KEY);
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
    return NODE
        .client()
        .get("/storefront/products?limit=250")
        .json()
        .getJsonArray("products")
        .stream()
        .map(JsonObject.class::cast)
        .filter(each -> each.getString("legacyId").equals(id))
        .findFirst()
        .orElse(null);
  }

  private static String cart(String id, int variant) {
    String url = listed(id).getJsonArray("variants").getJsonObject(variant).getString("cartUrl");
    return url.substring(url.indexOf("/cart/"));
  }

  private static Client.Reply order(String cart, String... fields) throws IOException {
    String page = NODE.client().get(cart).text();
    Matcher key = Pattern.compile("name=\"key\" value=\"(\\w+)\"").matcher(page);
    assertTrue(key.find(), page);
    Matcher total = Pattern.compile("name=\"total\" value=\"([\\d.]+)\"").matcher(page);
    assertTrue(total.find(), page);
    var form = new LinkedHashMap<String, String>();
    form.put("key", key.group(1));
    form.put("total", total.group(1));
    form.put("name", "Ada");
    form.put("email", "ada@example.org");
    form.put("country", "US");
    for (int i = 0; i < fields.length; i += 2) {
      form.put(fields[i], fields[i + 1]);
    }
    return NODE.client().request("POST", cart).fields(form).send();
  }

  @Test
  void sellsLabelAtItsPriceFromUnlimitedStock() throws IOException {
    String id = ok("POST", PATH, shirt("Tee")).getString("id");
    JsonArray variants = listed(id).getJsonArray("variants");
    assertEquals(2, variants.size(), variants.encode());
    assertEquals("22.50", variants.getJsonObject(1).getJsonObject("price").getString("amount"));
    Client.Reply placed =
        order(cart(id, 1), "address", "1 Some Street", "city", "Springfield", "postcode", "62701");
    assertEquals(303, placed.status(), placed.text());
    JsonObject known = ok("GET", PATH + "/" + id, null);
    assertNull(known.getJsonObject("stock").getValue("XXL"));
    assertEquals("TS-XXL", known.getJsonObject("variants").getJsonObject("XXL").getString("sku"));
    Client.Reply hidden = NODE.client().get("/cart/" + id + "-00000000:1");
    assertEquals(404, hidden.status());
  }

  @Test
  void sellsDigitalGoodsWithoutAddress() throws IOException {
    JsonObject album =
        new JsonObject(
            "{\"name\": \"Album\", \"price\": 9, \"digital\": true, \"stock\": {\"Default Title\": null}}");
    String id = ok("POST", PATH, album).getString("id");
    String page = NODE.client().get("/storefront/shop/" + listed(id).getString("handle")).text();
    assertFalse(page.contains("Default Title"), page);
    String cart = NODE.client().get(cart(id, 0)).text();
    assertFalse(cart.contains("name=\"address\""), cart);
    assertFalse(cart.contains("Default Title"), cart);
    Client.Reply placed = order(cart(id, 0));
    assertEquals(303, placed.status(), placed.text());
    String order = placed.header("Location");
    String ordered = NODE.client().get(order.substring(order.indexOf("/storefront"))).text();
    assertTrue(ordered.contains("$9.00"), ordered);
    assertFalse(ordered.contains("$14.00"), ordered);
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
    assertEquals(
        new JsonObject().put("S", 3).putNull("XXL").put("M", 3), changed.getJsonObject("stock"));
    assertEquals(
        new JsonObject("{\"XXL\": {\"sku\": \"XX\", \"hidden\": false}}"),
        changed.getJsonObject("variants"));
    JsonObject set = ok("PATCH", path, new JsonObject("{\"newStock\": {\"S\": 9, \"M\": null}}"));
    assertEquals(9, set.getJsonObject("stock").getInteger("S"));
    Client.Reply refused = send("PATCH", path, new JsonObject("{\"stock\": {\"S\": -10}}"));
    assertEquals(400, refused.status());
    assertTrue(refused.text().contains("there are 9"), refused.text());
  }

  @Test
  void changesProductOfListByItsTag() {
    JsonObject made = ok("POST", PATH, shirt("Tagged"));
    String tag =
        new JsonArray(NODE.client().get(PATH + "?q=tagged").text())
            .getJsonObject(0)
            .getString("etag");
    String path = PATH + "/" + made.getString("id");
    JsonObject price = new JsonObject().put("price", 21);
    assertEquals(
        200,
        NODE.client()
            .request("PATCH", path)
            .key(TestNode.KEY)
            .header("If-Match", tag)
            .json(price)
            .send()
            .status());
    assertEquals(
        412,
        NODE.client()
            .request("PATCH", path)
            .key(TestNode.KEY)
            .header("If-Match", tag)
            .json(price)
            .send()
            .status());
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
            .put("stock", new JsonObject().put("one", 3));
    String id = ok("POST", PATH, sale).getString("id");
    JsonObject shown = listed(id);
    assertEquals("15.00", shown.getJsonObject("price").getString("amount"));
    String path = "/storefront/shop/" + shown.getString("handle");
    assertTrue(NODE.client().get(path).text().contains("<s>$20.00</s>"));
    NODE.clock.advance(Duration.ofHours(3));
    Waiting.until(() -> listed(id).getJsonObject("price").getString("amount").equals("20.00"));
    assertFalse(NODE.client().get(path).text().contains("<s>"));
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
    Client.Reply reply = send("POST", PATH, body);
    assertEquals(400, reply.status(), reply.text());
    assertTrue(reply.text().contains(named), reply.text());
  }

  @Test
  void showsDraftOnlyToOwner() {
    String id = ok("POST", PATH, shirt("Secret").put("status", "draft")).getString("id");
    assertEquals(404, NODE.client().get(PATH + "/" + id).status());
    assertEquals(200, send("GET", PATH + "/" + id, null).status());
    assertFalse(NODE.client().get(PATH + "?limit=200").text().contains("Secret"));
    assertNull(listed(id));
    assertEquals(401, NODE.client().get(PATH + "?status=drafts").status());
    assertTrue(send("GET", PATH + "?status=drafts", null).text().contains("Secret"));
    ok("PATCH", PATH + "/" + id, new JsonObject().put("status", "active"));
    assertNotNull(listed(id));
    assertEquals(200, NODE.client().get(PATH + "/" + id).status());
  }

  @Test
  void keepsProductOfStrangerOutOfShop() {
    Client.Reply added = NODE.client().request("POST", PATH).json(shirt("Foreign")).send();
    assertEquals(201, added.status(), added.text());
    String id = added.json().getString("id");
    assertEquals("submitted", added.json().getString("status"));
    assertEquals(200, NODE.client().get(PATH + "/" + id).status());
    assertNull(listed(id));
    new Mails(NODE).await(mail -> mail.contains("Foreign") && mail.contains("New product"));
    assertFalse(NODE.client().get("/storefront/llms.json").text().contains("Foreign"));
    assertFalse(NODE.client().get("/storefront/shop").text().contains("Foreign"));
    JsonObject query = new JsonObject().put("query", "{ products(first: 99) { nodes { title } } }");
    String found =
        NODE.client().request("POST", "/api/2024-01/graphql.json").json(query).send().text();
    assertFalse(found.contains("Foreign"), found);
    ok("PATCH", PATH + "/" + id, new JsonObject().put("status", "active"));
    assertNotNull(listed(id));
  }
}
