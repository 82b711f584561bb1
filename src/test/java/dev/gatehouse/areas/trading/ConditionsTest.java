package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.TestNode;
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
    String etag = NODE.get(ALL + path).header("ETag");
    assertNotNull(etag);
    Reply same = asked(path, "If-None-Match", "\"other\", " + etag).expect(304);
    assertEquals(0, same.bytes().length);
    assertEquals(etag, same.header("ETag"));
    assertEquals("public, max-age=60", same.header("Cache-Control"));
    asked(path, "If-None-Match", "\"other\"").expect(200);
    NODE.clock.advance(Duration.ofSeconds(2));
    put(2);
    assertNotEquals(etag, asked(path, "If-None-Match", etag).expect(200).header("ETag"));
  }

  @ParameterizedTest
  @CsvSource({"/SPY, true", "/SPY?format=json, true", "'', false"})
  void evaluatesIfModifiedSince(String path, boolean timed) {
    String modified = NODE.get(ALL + path).header("Last-Modified");
    if (!timed) {
      assertNull(modified);
      return;
    }
    asked(path, "If-Modified-Since", modified).expect(304);
    asked(path, "If-Modified-Since", "Mon, 01 Jan 2001 00:00:00 GMT").expect(200);
    asked(path, "If-Modified-Since", "yesterday").expect(200);
  }

  @Test
  void assignsETagPerPage() {
    String newest = NODE.get(ALL + "/SPY?format=json").header("ETag");
    assertNotEquals(newest, NODE.get(ALL + "/SPY?format=json&sortOrder=asc").header("ETag"));
    asked("/NONE", "If-None-Match", "*").expect(404);
    asked("/SPY?format=json&page=0", "If-None-Match", newest).expect(400);
  }

  @Test
  void listsEverySymbolOnceAcrossPages() {
    put("AAA", 1);
    put("ZZZ", 1);
    String first = page(0, 2, "AAA", "SPY").header("ETag");
    page(2, 2, "ZZZ");
    asked("?limit=2", "If-None-Match", first).expect(304);
    assertEquals(200, delete("AAA"));
    put("BBB", 1);
    assertEquals(200, asked("?limit=2", "If-None-Match", first).status(), "as many, and as late");
    NODE.get(ALL + "?limit=501").expect(400);
    assertEquals(200, delete("BBB"));
    assertEquals(200, delete("ZZZ"));
  }

  private static Reply page(int skip, int limit, String... symbols) {
    Reply page = NODE.get(ALL + "?limit=" + limit + "&skip=" + skip);
    assertEquals(List.of(symbols), page.texts("symbols", "symbol"));
    assertEquals(symbols.length, page.json().getInteger("count"));
    assertEquals(3, page.json().getJsonObject("pagination").getInteger("total"));
    return page;
  }

  private static int delete(String symbol) {
    return NODE.owner("DELETE", ALL + '/' + symbol).send().status();
  }

  private static Reply asked(String path, String header, String value) {
    return NODE.request("GET", ALL + path).header(header, value).send();
  }

  private static void put(int price) {
    put("SPY", price);
  }

  private static void put(String symbol, int price) {
    String csv = "date,open,high,low,close\n2024-01-01,P,P,P,P\n".replace("P", "" + price);
    NODE.owner("PUT", ALL + '/' + symbol).body("text/csv", csv).expect(200);
  }
}
