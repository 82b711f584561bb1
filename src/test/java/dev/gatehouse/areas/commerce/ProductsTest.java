package dev.gatehouse.areas.commerce;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
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
    JsonObject stock = new JsonObject().put("M", 4).put("$gt", 0).put("a.b", 7).put("$date", 1);
    JsonObject made = add(shirt().put("stock", stock).put("type", "marketplace-a"));
    String id = made.getString("id");
    assertEquals(id, made.getString("_id"));
    assertEquals("19.99", made.getValue("price").toString());
    assertEquals(stock, made.getJsonObject("stock"));
    assertEquals(List.of("M", "$gt", "a.b", "$date"), names(made.getJsonObject("stock")));
    assertEquals(made, NODE.client().get(PATH + "/" + id).json());
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
    assertEquals(new JsonObject().put("M", 5).put("L", 1_000), made.getJsonObject("stock"));
  }

  @Test
  void fillsDefaultsForMissingFields() {
    JsonObject made = add(new JsonObject().put("name", " Mug ").put("price", 5));
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
    Client.Reply reply = owner("POST", PATH).body("application/json", utf8(body)).send();
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
    Client.Reply reply = owner("POST", PATH).json(shirt().put("stock", stock)).send();
    assertEquals(400, reply.status());
    assertTrue(reply.error().contains("stock"), reply.error());
    assertEquals(400, owner("POST", PATH).json(labelled("x".repeat(41))).send().status());
    assertEquals(
        201, owner("POST", PATH).json(labelled("\uD83D\uDC55".repeat(40))).send().status());
  }

  private static JsonObject labelled(String label) {
    return shirt().put("stock", new JsonObject().put(label, 1));
  }

  @Test
  void replacesAndDeletesAProduct() {
    JsonObject made = add(shirt());
    String path = PATH + "/" + made.getString("id");
    Client.Reply put =
        owner("PUT", path).json(new JsonObject().put("name", "Cap").put("price", 7.5)).send();
    assertEquals(200, put.status(), put.text());
    assertEquals("Cap", put.json().getString("name"));
    assertEquals(made.getString("createdAt"), put.json().getString("createdAt"));
    assertEquals(new JsonObject(), put.json().getJsonObject("stock"));
    assertEquals(put.json(), NODE.client().get(path).json());
    assertEquals(200, owner("DELETE", path).send().status());
    assertEquals(404, NODE.client().get(path).status());
    assertEquals(404, owner("DELETE", path).send().status());
    assertEquals(404, owner("PUT", path).json(shirt()).send().status());
    assertFalse(listed(made.getString("id")));
  }

  @Test
  void supportsConditionalRequestsByETag() {
    String path = PATH + "/" + add(shirt()).getString("id");
    String tag = NODE.client().get(path).header("ETag");
    assertEquals(
        304, NODE.client().request("GET", path).header("If-None-Match", tag).send().status());
    String list = NODE.client().get(PATH).header("ETag");
    assertEquals(
        304, NODE.client().request("GET", PATH).header("If-None-Match", list).send().status());
    Client.Reply put =
        owner("PUT", path).header("If-Match", tag).json(shirt().put("price", 1)).send();
    assertEquals(200, put.status(), put.text());
    assertEquals(put.header("ETag"), NODE.client().get(path).header("ETag"));
    assertNotEquals(tag, put.header("ETag"));
    assertNotEquals(list, NODE.client().get(PATH).header("ETag"));
    assertEquals(412, owner("PUT", path).header("If-Match", tag).json(shirt()).send().status());
    assertEquals(412, owner("DELETE", path).header("If-Match", tag).send().status());
  }

  @Test
  void acceptsOneOfManyConditionalUpdates() throws Exception {
    String path = PATH + "/" + add(shirt()).getString("id");
    String tag = NODE.client().get(path).header("ETag");
    List<Callable<Integer>> rivals = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      JsonObject own = shirt().put("price", i + 100);
      rivals.add(() -> owner("PUT", path).header("If-Match", tag).json(own).send().status());
    }
    List<Integer> statuses = atOnce(rivals);
    assertEquals(1, Collections.frequency(statuses, 200), statuses::toString);
    assertEquals(11, Collections.frequency(statuses, 412), statuses::toString);
  }

  @Test
  void acceptsAllUnconditionalUpdates() throws Exception {
    String path = PATH + "/" + add(shirt()).getString("id");
    Callable<Integer> put = () -> owner("PUT", path).json(shirt().put("price", 3)).send().status();
    assertEquals(Collections.nCopies(12, 200), atOnce(Collections.nCopies(12, put)));
  }

  private static List<Integer> atOnce(List<Callable<Integer>> calls) throws InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
      return threads.invokeAll(calls).stream().map(Future::resultNow).toList();
    }
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
      Client.Reply page = NODE.client().get(next);
      JsonArray products = new JsonArray(page.text());
      assertTrue(products.size() <= 2);
      products.forEach(product -> names.add(((JsonObject) product).getString("id")));
      String header = page.header("Link");
      Matcher found = link.matcher(header == null ? "" : header);
      next = found.matches() ? found.group(1) : null;
    }
    assertEquals(names.size(), names.stream().distinct().count());
    assertEquals(new JsonArray(NODE.client().get(PATH + "?limit=200").text()).size(), names.size());
    assertEquals("[]", NODE.client().get(PATH + "?skip=100000").text());
    assertEquals(400, NODE.client().get(PATH + "?limit=201").status());
  }

  @Test
  void limitsProductsPerHourExceptForTheOwner() {
    String address = NODE.freshAddress();
    for (int i = 0; i < 4; i++) {
      assertEquals(201, post(address, shirt()).status());
    }
    assertEquals(400, post(address, new JsonObject()).status());
    Client.Reply sixth = post(address, shirt());
    assertEquals(429, sixth.status());
    assertTrue(Integer.parseInt(sixth.header("Retry-After")) > 3_000);
    assertEquals(201, owner("POST", PATH).from(address).json(shirt()).send().status());
  }

  private static Client.Reply post(String address, JsonObject product) {
    return NODE.client().request("POST", PATH).from(address).json(product).send();
  }

  private static JsonObject add(JsonObject product) {
    Client.Reply reply = post(NODE.freshAddress(), product);
    assertEquals(201, reply.status(), reply.text());
    return reply.json();
  }

  private static boolean listed(String id) {
    return new JsonArray(NODE.client().get(PATH + "?limit=200").text())
        .stream().anyMatch(product -> ((JsonObject) product).getString("id").equals(id));
  }

  private static JsonObject shirt() {
    return new JsonObject()
        .put("name", "Shirt")
        .put("price", 19.99)
        .put("stock", new JsonObject().put("M", 4))
        .put("images", new JsonArray().add("https://example.org/a.jpg").add("/img/b.png"));
  }

  private static Client.Request owner(String method, String path) {
    return NODE.client().request(method, path).key(TestNode.KEY);
  }
}
