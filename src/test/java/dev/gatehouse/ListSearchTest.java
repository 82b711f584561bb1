package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Search by the start of names in the owner's lists, and their orders. */
class ListSearchTest {
  private static final String PRODUCTS = "/api/proxy/products?";

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  private static String token;

  /** Creates the names b1, a2 and a1 in each list, in this order. */
  @BeforeAll
  static void fill() throws Exception {
    token = NODE.token(TestNode.CODE);
    int number = 0;
    for (String name : List.of("b1", "a2", "a1")) {
      NODE.clock.advance(Duration.ofSeconds(1));
      send("/api/proxy/redirects", "key", name, "url", "https://example.org/" + name);
      send("/api/proxy/keys", "name", name);
      JsonObject email = JsonObject.of("email", name + "@example.org");
      NODE.owner("POST", "/api/proxy/storefront/customer-signup").json(email).send();
      send("/api/proxy/products", "name", name.toUpperCase(), "price", number++);
      Client.Request song = NODE.request("POST", "/audio/upload").token(token);
      song.file("file", name + ".wav", Wavs.tone(80)).expect(201);
      String address = "198.51.100." + Integer.parseInt(name, 16);
      NODE.manage("access.ban", JsonObject.of("address", address, "reason", name));
    }
  }

  private static void send(String path, Object... fields) {
    var body = new JsonObject();
    for (int i = 0; i < fields.length; i += 2) {
      body.put((String) fields[i], fields[i + 1]);
    }
    NODE.request("POST", path).token(token).json(body).expect(201);
  }

  private static Client.Reply get(String path) {
    return NODE.request("GET", path).token(token).expect(200);
  }

  private static List<String> names(JsonArray rows, String field) {
    return rows.stream().map(row -> ((JsonObject) row).getString(field)).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/proxy/redirects/public | redirects | key      | a1 a2 b1                             | a     | a1 a2
          /api/proxy/keys             | keys      | name     |                                      | a     | a1 a2
          /api/proxy/storefront/customers | customers | email |                                   | A2@   | a2@example.org
          /audio                      | files     | filename | a1.wav a2.wav b1.wav                 | a1.   | a1.wav
          /api/proxy/bans             | bans      | address  | 198.51.100.161 198.51.100.162 198.51.100.177 | 198.51.100.16 | 198.51.100.161 198.51.100.162
          """)
  void findsStartsOfNamesAndOrdersByTime(
      String path, String list, String field, String newest, String start, String found) {
    JsonObject searched = get(path + "?q=" + start).json();
    List<String> wanted = List.of(found.split(" "));
    assertEquals(wanted, names(searched.getJsonArray(list), field));
    assertEquals(wanted.size(), searched.getJsonObject("pagination").getInteger("total"));
    assertEquals(0, get(path + "?q=~").json().getJsonArray(list).size());
    if (newest != null) {
      List<String> rows = List.of(newest.split(" "));
      assertEquals(rows, names(get(path).json().getJsonArray(list), field));
      assertEquals(
          rows.reversed(), names(get(path + "?sort=oldest").json().getJsonArray(list), field));
    }
  }

  private static List<String> products(String query) {
    return names(new JsonArray(get(PRODUCTS + query).text()), "name");
  }

  @Test
  void findsAndOrdersProducts() {
    assertEquals(List.of("A1", "A2"), products("q=a"));
    assertEquals(List.of("B1", "A2", "A1"), products(""));
    assertEquals(List.of("A1", "A2", "B1"), products("sort=-created"));
    assertEquals(List.of("A1", "A2", "B1"), products("sort=-price"));
    String next = get(PRODUCTS + "q=A&limit=1").header("Link");
    assertTrue(next.contains("limit=1&skip=1&q=A>"), next);
  }
}
