package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hyperlinks over HTTP, in both formats of the specification. */
class HyperlinkTest {
  private static final String ALL = "/api/proxy/hyperlinks";
  private static final String URL = "https://www.example.org/me";
  private static final int MAX = 8;
  private static final int AT_ONCE = 20;

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("LINKS_MAX_HYPERLINKS", Integer.toString(MAX));

  @AfterEach
  void clear() {
    all().forEach(link -> delete(((JsonObject) link).getString("_id")));
  }

  @Test
  void returnsBothNamesOfAliasedFields() {
    JsonObject link = add(JsonObject.of("url", URL, "title", "Me")).expect(201).json();
    String fields =
        "_id link url title description category tags createdAt updatedAt lastUpdated position";
    assertEquals(Set.of(fields.split(" ")), link.fieldNames());
    assertEquals(URL, link.getString("link"));
    assertEquals(URL, link.getString("url"));
    assertEquals("personal", link.getString("category"));
    assertEquals(link.getString("updatedAt"), link.getString("lastUpdated"));
    assertEquals(link, one(link.getString("_id")).json());
    assertEquals(new JsonArray().add(link), all());
  }

  @Test
  void acceptsLinkAsAliasOfUrl() {
    JsonObject asked = JsonObject.of("link", URL, "title", "Me", "category", "charity");
    JsonObject link = add(asked.put("tags", JsonArray.of("a", "b"))).json();
    assertEquals(URL, link.getString("url"));
    assertEquals("charity", link.getString("category"));
    assertEquals(List.of("a", "b"), link.getJsonArray("tags").getList());
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"url\":\"javascript:alert(1)\",\"title\":\"t\"}', url",
    "'{\"link\":\"https://gοοgle.com/\",\"title\":\"t\"}', url",
  })
  void namesInvalidField(String json, String field) {
    Client.Reply refused = add(new JsonObject(json)).expect(400);
    assertTrue(refused.error().startsWith(field), refused.error());
  }

  @Test
  void rejectsOwnShortUrls() {
    String own = NODE.address() + "/r/key";
    Client.Reply refused = add(JsonObject.of("url", own, "title", "Me")).expect(400);
    assertEquals("url must not be a short URL of this service", refused.error());
    String id = add(JsonObject.of("url", URL, "title", "Me")).json().getString("_id");
    change(id, JsonObject.of("url", own)).expect(400);
    assertEquals(URL, one(id).json().getString("url"));
  }

  @Test
  void keepsOmittedFieldsOnUpdate() {
    JsonObject link = add(JsonObject.of("url", URL, "title", "Me", "category", "social")).json();
    String id = link.getString("_id");
    Client.Reply changed = change(id, JsonObject.of("description", "It is I.")).expect(200);
    assertEquals("It is I.", changed.json().getString("description"));
    assertEquals("social", changed.json().getString("category"));
    assertEquals(link.getString("createdAt"), changed.json().getString("createdAt"));
    assertEquals(changed.json(), one(id).json());
    assertEquals(
        "https://other.example/",
        change(id, JsonObject.of("link", "https://other.example/")).json().getString("url"));
    change(id, JsonObject.of("url", "file:///etc")).expect(400);
    change("0".repeat(24), JsonObject.of("title", "t")).expect(404);
  }

  @Test
  void ordersHyperlinksAndTellsTwins() {
    List<String> ids = new ArrayList<>();
    for (String url : List.of("https://a.example/", "mailto:ada@example.org", "tel:+1 555")) {
      JsonObject made = add(JsonObject.of("url", url, "title", url)).json();
      assertNull(made.getString("duplicateOf"));
      ids.add(made.getString("_id"));
    }
    JsonObject twin = add(JsonObject.of("url", "tel:+1555", "title", "Twin")).json();
    assertEquals(ids.getLast(), twin.getString("duplicateOf"));
    ids.add(twin.getString("_id"));
    order(new JsonArray().add(ids.get(3)).add(ids.get(1))).expect(200);
    assertEquals(
        List.of(ids.get(3), ids.get(1), ids.get(0), ids.get(2)),
        all().stream().map(link -> ((JsonObject) link).getString("_id")).toList());
    order(new JsonArray().add("0".repeat(24))).expect(400);
    order(new JsonArray().add(ids.get(0)).add(ids.get(0))).expect(400);
  }

  private static Client.Reply order(JsonArray ids) {
    return NODE.owner("PUT", ALL + "/order").json(JsonObject.of("ids", ids)).send();
  }

  @Test
  void deletesHyperlinkOnce() {
    String id = add(JsonObject.of("url", URL, "title", "Me")).json().getString("_id");
    delete(id).expect(200);
    delete(id).expect(404);
    one(id).expect(404);
  }

  @Test
  void evaluatesConditionsOnReadsAndWrites() {
    String id = add(JsonObject.of("url", URL, "title", "Me")).json().getString("_id");
    String tag = one(id).header("ETag");
    String listTag = NODE.get(ALL).header("ETag");
    unchanged(ALL + "/" + id, tag).expect(304);
    unchanged(ALL, listTag).expect(304);
    JsonObject body = JsonObject.of("title", "You");
    change(id, body, tag).expect(200);
    change(id, body, tag).expect(412);
    unchanged(ALL, listTag).expect(200);
    assertNotEquals(tag, one(id).header("ETag"));
    NODE.owner("DELETE", ALL + "/" + id).header("If-Match", tag).expect(412);
  }

  @Test
  void keepsEveryConcurrentChange() throws Exception {
    String id = add(JsonObject.of("url", URL, "title", "Me")).json().getString("_id");
    String tag = one(id).header("ETag");
    List<String> fields = List.of("title", "description");
    List<Integer> statuses =
        atOnce(number -> {
          String field = fields.get(number % 2);
          return change(id, JsonObject.of(field, field + number)).status();
        });
    assertEquals(Set.of(200), Set.copyOf(statuses));
    JsonObject link = one(id).json();
    fields.forEach(field -> assertTrue(link.getString(field).startsWith(field), link.encode()));
    List<Integer> conditional =
        atOnce(number -> change(id, JsonObject.of("title", "t"), tag).status());
    assertEquals(Set.of(412), Set.copyOf(conditional));
    String now = one(id).header("ETag");
    List<Integer> once = atOnce(number -> change(id, JsonObject.of("title", "t"), now).status());
    assertEquals(1, Collections.frequency(once, 200), once::toString);
  }

  @Test
  void limitsNumberOfHyperlinks() throws Exception {
    List<Integer> statuses =
        atOnce(number -> add(JsonObject.of("url", URL, "title", "t" + number)).status());
    assertEquals(
        AT_ONCE, Collections.frequency(statuses, 201) + Collections.frequency(statuses, 409));
    assertEquals(Collections.frequency(statuses, 201), all().size());
    assertTrue(all().size() <= MAX, statuses::toString);
  }

  private static List<Integer> atOnce(IntFunction<Integer> work) throws Exception {
    return Concurrently.times(AT_ONCE, work);
  }

  private static Client.Reply add(JsonObject body) {
    return NODE.owner("POST", ALL).json(body).send();
  }

  @Test
  void showsThePage() {
    String url = "mailto:ada@example.org?subject=Hi there";
    Client.Reply added = add(JsonObject.of("url", url, "title", "Write <to> me"));
    String page = NODE.get("/links").text();
    String link = "<a href=\"mailto:ada@example.org?subject=Hi%20there\">Write &lt;to&gt; me</a>";
    assertTrue(page.contains(link), page);
    delete(added.json().getString("_id"));
    assertFalse(NODE.get("/links").text().contains("mailto:"));
  }

  private static Client.Reply change(String id, JsonObject body) {
    return NODE.owner("PUT", ALL + "/" + id).json(body).send();
  }

  private static Client.Reply change(String id, JsonObject body, String tag) {
    return NODE.owner("PUT", ALL + "/" + id).header("If-Match", tag).json(body).send();
  }

  private static Client.Reply delete(String id) {
    return NODE.owner("DELETE", ALL + "/" + id).send();
  }

  private static Client.Reply one(String id) {
    return NODE.get(ALL + "/" + id);
  }

  private static Client.Reply unchanged(String path, String tag) {
    return NODE.request("GET", path).header("If-None-Match", tag).send();
  }

  private static JsonArray all() {
    return new JsonArray(NODE.get(ALL).text());
  }
}
