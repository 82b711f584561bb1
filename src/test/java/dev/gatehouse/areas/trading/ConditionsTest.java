package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Client.Reply;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that has the current page, description or list gets 304 without a body. */
class ConditionsTest {
  private static final String ALL = "/api/proxy/historical-data";

  @RegisterExtension static final TestNode NODE = new TestNode();

  @BeforeEach
  void put() {
    put(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/SPY", "/SPY?format=json", "/SPY?format=json&columns=timeUtc,close"})
  void returns304UntilDataChange(String path) {
    Reply whole = NODE.client().get(ALL + path);
    String etag = whole.header("ETag");
    assertNotNull(etag);
    Reply same = asked(path, "If-None-Match", "\"other\", " + etag);
    assertEquals(304, same.status());
    assertEquals(0, same.bytes().length);
    assertEquals(etag, same.header("ETag"));
    assertEquals("public, max-age=60", same.header("Cache-Control"));
    assertEquals(200, asked(path, "If-None-Match", "\"other\"").status());
    NODE.clock.advance(Duration.ofSeconds(2));
    put(2);
    Reply changed = asked(path, "If-None-Match", etag);
    assertEquals(200, changed.status());
    assertNotEquals(etag, changed.header("ETag"));
  }

  @ParameterizedTest
  @CsvSource({"/SPY, true", "/SPY?format=json, true", "'', false"})
  void evaluatesIfModifiedSince(String path, boolean timed) {
    String modified = NODE.client().get(ALL + path).header("Last-Modified");
    if (!timed) {
      assertNull(modified);
      return;
    }
    assertEquals(304, asked(path, "If-Modified-Since", modified).status());
    assertEquals(200, asked(path, "If-Modified-Since", "Mon, 01 Jan 2001 00:00:00 GMT").status());
    assertEquals(200, asked(path, "If-Modified-Since", "yesterday").status());
  }

  @Test
  void assignsETagPerPage() {
    String newest = NODE.client().get(ALL + "/SPY?format=json").header("ETag");
    assertNotEquals(
        newest, NODE.client().get(ALL + "/SPY?format=json&sortOrder=asc").header("ETag"));
    assertEquals(404, asked("/NONE", "If-None-Match", "*").status());
    assertEquals(400, asked("/SPY?format=json&page=0", "If-None-Match", newest).status());
  }

  @Test
  void listsEverySymbolOnceAcrossPages() {
    put("AAA", 1);
    put("ZZZ", 1);
    String first = page(0, 2, "AAA", "SPY").header("ETag");
    page(2, 2, "ZZZ");
    assertEquals(304, asked("?limit=2", "If-None-Match", first).status());
    assertEquals(200, delete("AAA"));
    put("BBB", 1);
    Reply changed = asked("?limit=2", "If-None-Match", first);
    assertEquals(200, changed.status(), "as many, and as late");
    assertEquals(400, NODE.client().get(ALL + "?limit=501").status());
    assertEquals(200, delete("BBB"));
    assertEquals(200, delete("ZZZ"));
  }

  private static Reply page(int skip, int limit, String... symbols) {
    Reply page = NODE.client().get(ALL + "?limit=" + limit + "&skip=" + skip);
    assertEquals(
        List.of(symbols),
        page.json().getJsonArray("symbols").stream()
            .map(entry -> ((JsonObject) entry).getString("symbol"))
            .toList());
    assertEquals(symbols.length, page.json().getInteger("count"));
    assertEquals(3, page.json().getJsonObject("pagination").getInteger("total"));
    return page;
  }

  private static int delete(String symbol) {
    return NODE.client().request("DELETE", ALL + '/' + symbol).key(TestNode.KEY).send().status();
  }

  private static Reply asked(String path, String header, String value) {
    return NODE.client().request("GET", ALL + path).header(header, value).send();
  }

  private static void put(int price) {
    put("SPY", price);
  }

  private static void put(String symbol, int price) {
    String csv = "date,open,high,low,close\n2024-01-01,P,P,P,P\n".replace("P", "" + price);
    Client.Request request = NODE.client().request("PUT", ALL + '/' + symbol).key(TestNode.KEY);
    assertEquals(
        200, request.body("text/csv", csv.getBytes(StandardCharsets.UTF_8)).send().status());
  }
}
