package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries of products in the syntax that Storefront clients send. */
class SearchSyntaxTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  private static final Shop SHOP = new Shop(NODE);

  @BeforeAll
  static void fill() {
    add("Tee box", "new arrivals", 20);
    add("Teapot", "home", 8);
    add("Cup", "home", 5);
  }

  private static void add(String name, String category, int price) {
    JsonObject product =
        new JsonObject()
            .put("name", name)
            .put("price", price)
            .put("category", category)
            .put("stock", JsonObject.of("one", 3));
    assertEquals(201, SHOP.owner("POST", "/api/proxy/products").json(product).send().status());
  }

  private static JsonObject search(String query) {
    JsonObject document =
        new JsonObject()
            .put("query", "query($q: String) { products(first: 9, query: $q) { nodes { title } } }")
            .put("variables", JsonObject.of("q", query));
    return NODE.request("POST", "/api/2024-01/graphql.json").json(document).send().json();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "title:'Tee box'|Tee box",
        "title:\"Tee box\"|Tee box",
        "tag:'new arrivals'|Tee box",
        "product_type:\"new arrivals\"|Tee box",
        "te*|Tee box, Teapot",
        "title:Cu*|Cup",
        "tag:home OR title:box|Tee box, Teapot, Cup",
        "-tag:home|Tee box",
        "NOT tag:home|Tee box",
        "tag_not:home|Tee box",
        "variants.price:>10|Tee box",
        "variants.price:<=8 AND tag:home|Teapot, Cup",
        "(title:cup OR title:box) AND variants.price:5|Cup",
        "tag:home -cup|Teapot",
        "available_for_sale:true tag:home|Teapot, Cup",
        "-(title:cup OR title:box)|Teapot",
        "title:tea\\pot|Teapot",
        "'tee \\b\\ox'|Tee box",
        "created_at:>2020-01-01 title:cup|Cup",
        "created_at:<='2020-01-01T00:00:00Z' OR title:cup|Cup",
        "variants.price:>'10'|Tee box",
        "tea - pot|Teapot",
        "-tag:ho\\*|Tee box, Teapot, Cup",
        "-tag:ho*|Tee box",
        "title: cup|Cup",
        "tag: home title: cup|Cup",
      })
  void finds(String query, String titles) {
    JsonObject reply = search(query);
    assertNull(reply.getValue("errors"), reply.encode());
    List<String> found =
        reply.getJsonObject("data").getJsonObject("products").getJsonArray("nodes").stream()
            .map(each -> ((JsonObject) each).getString("title"))
            .toList();
    assertEquals(List.of(titles.split(", ")), found, query);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "inventory_total:>3|inventory_total",
        "created_at:>soon|which is none",
        "title:*box|not at the end",
        "te*pot|not at the end",
        "available_for_sale:yes|neither",
        "cup OR|ends with OR",
        "tag:|no value behind tag:",
        "tag:[home]|cannot be read from [home]",
        "variants.price:cheap|not an amount",
        "title:'open|cannot be read",
        "(tag:home|without )",
        "tag:home)|without (",
      })
  void namesWhatIsNotSupported(String query, String problem) {
    JsonObject reply = search(query);
    assertTrue(reply.getJsonArray("errors").encode().contains(problem), reply.encode());
  }
}
