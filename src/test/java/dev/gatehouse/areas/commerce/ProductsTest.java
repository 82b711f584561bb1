package dev.gatehouse.areas.commerce;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Product catalogue over real HTTP. */
class ProductsTest {
  private static final String PATH = "/api/proxy/products";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @Test
  void addsAndShowsAProduct() {
    JsonObject stock = JsonObject.of("M", 4, "$gt", 0, "a.b", 7, "$date", 1);
    JsonObject made = add(shirt().put("stock", stock).put("type", "marketplace-a"));
    String id = made.getString("id");
    assertEquals(id, made.getString("_id"));
    assertEquals("19.99", made.getValue("price").toString());
    assertEquals(stock, made.getJsonObject("stock"));
    assertEquals(List.of("M", "$gt", "a.b", "$date"), names(made.getJsonObject("stock")));
    assertEquals(made, NODE.get(PATH + "/" + id).json());
    assertTrue(listed(id));
  }

  private static List<String> names(JsonObject object) {
    return List.copyOf(object.fieldNames());
  }

  /** JSON has one type of number, so 5.00 is an integer. */
  @Test
  void acceptsIntegersWrittenAsDecimals() {
    Map<String, Object> stock = Map.of("M", new BigDecimal("5.00"), "L", new BigDecimal("1E+3"));
    JsonObject made = add(shirt().put("stock", new JsonObject(stock)));
    assertEquals(JsonObject.of("M", 5, "L", 1_000), made.getJsonObject("stock"));
  }

  @Test
  void fillsDefaultsForMissingFields() {
    JsonObject made = add(JsonObject.of("name", " Mug ", "price", 5));
    assertEquals(" Mug ", made.getString("name"));
    assertEquals("5", made.getValue("price").toString());
    assertEquals(new JsonObject(), made.getJsonObject("stock"));
    assertEquals(new JsonArray(), made.getJsonArray("images"));
    assertEquals("regular", made.getString("type"));
    assertEquals("", made.getString("url"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "price|-1e-300|price",
        "price|0.1234|price",
        "stock|{\"\":1}|stock",
        "stock|{\"a\\u0000\":1}|stock",
        "images|[~javascript:alert(1)~]|images",
        "images|[~data:text/html,x~]|images",
        "url|~javascript:alert(1)~|url",
        "url|~ftp://example.org~|url",
      })
  void refusals(String field, String value, String named) {
    String json = value.replace('~', '"');
    String body =
        JsonObject.of("name", "x", "price", 1, field, "@").encode().replace("\"@\"", json);
    Client.Reply reply = NODE.owner("POST", PATH).body("application/json", utf8(body)).send();
    assertEquals(400, reply.status(), body + " -> " + reply.text());
    assertTrue(reply.error().contains(named), reply.error());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void limitsStockEntriesAndLabels() {
    JsonObject stock = new JsonObject();
    for (int i = 0; i <= 100; i++) {
      stock.put("size " + i, i);
    }
    Client.Reply reply = NODE.owner("POST", PATH).json(shirt().put("stock", stock)).expect(400);
    assertTrue(reply.error().contains("stock"), reply.error());
    NODE.owner("POST", PATH).json(labelled("x".repeat(41))).expect(400);
    NODE.owner("POST", PATH).json(labelled("\uD83D\uDC55".repeat(40))).expect(201);
  }

  private static JsonObject labelled(String label) {
    return shirt().put("stock", JsonObject.of(label, 1));
  }

  @Test
  void replacesAndDeletesAProduct() {
    JsonObject made = add(shirt());
    String path = PATH + "/" + made.getString("id");
    Client.Reply put =
        NODE.owner("PUT", path).json(JsonObject.of("name", "Cap", "price", 7.5)).expect(200);
    assertEquals("Cap", put.json().getString("name"));
    assertEquals(made.getString("createdAt"), put.json().getString("createdAt"));
    assertEquals(new JsonObject(), put.json().getJsonObject("stock"));
    assertEquals(put.json(), NODE.get(path).json());
    NODE.owner("DELETE", path).expect(200);
    NODE.get(path).expect(404);
    NODE.owner("DELETE", path).expect(404);
    NODE.owner("PUT", path).json(shirt()).expect(404);
    assertFalse(listed(made.getString("id")));
  }

  @Test
  void supportsConditionalRequestsByETag() {
    String path = PATH + "/" + add(shirt()).getString("id");
    String tag = NODE.get(path).header("ETag");
    String list = NODE.get(PATH).header("ETag");
    Client.Reply put = changed(path, tag, shirt().put("price", 1)).expect(200);
    assertEquals(put.header("ETag"), NODE.get(path).header("ETag"));
    assertNotEquals(tag, put.header("ETag"));
    assertNotEquals(list, NODE.get(PATH).header("ETag"));
    changed(path, tag, shirt()).expect(412);
    NODE.owner("DELETE", path).header("If-Match", tag).expect(412);
  }

  private static Client.Reply changed(String path, String tag, JsonObject product) {
    return NODE.owner("PUT", path).header("If-Match", tag).json(product).send();
  }

  @Test
  void acceptsOneOfManyConditionalUpdates() throws Exception {
    String path = PATH + "/" + add(shirt()).getString("id");
    String tag = NODE.get(path).header("ETag");
    List<Integer> statuses =
        Concurrently.times(12, i -> changed(path, tag, shirt().put("price", i + 100)).status());
    assertEquals(1, Collections.frequency(statuses, 200), statuses::toString);
    assertEquals(11, Collections.frequency(statuses, 412), statuses::toString);
  }

  @Test
  void acceptsAllUnconditionalUpdates() throws Exception {
    String path = PATH + "/" + add(shirt()).getString("id");
    Concurrently.times(12, i -> NODE.owner("PUT", path).json(shirt().put("price", 3)).expect(200));
  }

  @Test
  void linksEachPageToTheNext() {
    for (int i = 0; i < 5; i++) {
      add(shirt().put("name", "paged " + i));
    }
    List<String> names = new ArrayList<>();
    String next = PATH + "?limit=2";
    Pattern link = Pattern.compile("<" + NODE.address() + "(\\S+)>; rel=\"next\"");
    while (next != null) {
      Client.Reply page = NODE.get(next);
      JsonArray products = new JsonArray(page.text());
      assertTrue(products.size() <= 2);
      products.forEach(product -> names.add(((JsonObject) product).getString("id")));
      String header = page.header("Link");
      Matcher found = link.matcher(header == null ? "" : header);
      next = found.matches() ? found.group(1) : null;
    }
    assertEquals(names.size(), names.stream().distinct().count());
    assertEquals(new JsonArray(NODE.get(PATH + "?limit=200").text()).size(), names.size());
    assertEquals("[]", NODE.get(PATH + "?skip=100000").text());
    NODE.get(PATH + "?limit=201").expect(400);
  }

  @Test
  void limitsProductsPerHourExceptForTheOwner() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 4; i++) {
      post(address, shirt()).expect(201);
    }
    post(address, new JsonObject()).expect(400);
    assertTrue(Integer.parseInt(post(address, shirt()).expect(429).header("Retry-After")) > 3_000);
    NODE.owner("POST", PATH).from(address).json(shirt()).expect(201);
  }

  private static Client.Reply post(String address, JsonObject product) {
    return NODE.request("POST", PATH).from(address).json(product).send();
  }

  private static JsonObject add(JsonObject product) {
    return post(NODE.freshAddress(), product).expect(201).json();
  }

  private static boolean listed(String id) {
    return new JsonArray(NODE.get(PATH + "?limit=200").text())
        .stream().anyMatch(product -> ((JsonObject) product).getString("id").equals(id));
  }

  private static JsonObject shirt() {
    return new JsonObject()
        .put("name", "Shirt")
        .put("price", 19.99)
        .put("stock", JsonObject.of("M", 4))
        .put("images", new JsonArray().add("https://example.org/a.jpg").add("/img/b.png"));
  }
}
