package dev.gatehouse.areas.commerce.listings;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.commerce.listings.ListingSource.Found;
import dev.gatehouse.areas.commerce.listings.Listings.ListingSettings;
import dev.gatehouse.areas.site.Simulator;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.OddElements;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Section;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same odd elements as in {@code OddElementsTest}, in the listings of every source, and texts
 * that other programs cannot store.
 */
class OddListingsTest {
  private static final String TOKEN = "{\"access_token\":\"a\",\"expires_in\":3600}";

  @TempDir Path folder;
  private final OddElements marketplace = new OddElements();
  private final TestClock clock = new TestClock();
  private final Vertx vertx = Vertx.vertx();

  /** Source of listings with the path that returns the list, and a valid element. */
  private record Kind(
      String name, String marketplace, String path, String envelope, String good, String key) {}

  static Stream<Kind> kinds() {
    return """
    creators | A | /api/catalog/v1/getItems | {'itemsResult':{'items':[%s]}} \
      | {'asin':'B0EXAMPLE1','itemInfo':{'title':{'displayValue':'t'}}} | itemInfo
    ebay | B | /api/item_summary/search | {'total':2,'itemSummaries':[%s]} | {'legacyItemId':'1','title':'t'} | title
    json | A | /feed | {'listings':[%s]} | {'title':'t'} | title
    file | B | / | {'listings':[%s]} | {'title':'t'} | title
    """
        .replace('\'', '"')
        .lines()
        .map(line -> line.split(" +\\| +"))
        .map(cells -> new Kind(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]));
  }

  @AfterEach
  void close() {
    vertx.close().await();
    marketplace.close();
  }

  private ListingSource source(Kind kind) {
    return source(kind, marketplace.url());
  }

  private ListingSource source(Kind kind, String url) {
    Map<String, String> own = new HashMap<>();
    own.put("SOURCE", kind.name());
    own.put("API_URL", url + "/api");
    own.put("TOKEN_URL", url + "/token");
    own.put("CLIENT_ID", "id");
    own.put("CLIENT_SECRET", "secret");
    own.put("URL", url + "/feed");
    own.put("FILE", folder.resolve("listings.json").toString());
    own.put(kind.marketplace.equals("A") ? "ITEMS" : "QUERY", "B0EXAMPLE1");
    Map<String, String> environment = new HashMap<>();
    own.forEach((name, value) ->
        environment.put("GATEHOUSE_MARKETPLACE_" + kind.marketplace + '_' + name, value));
    Section section = TestSettings.of(environment).section("marketplace" + kind.marketplace);
    var providers = new Providers(vertx, clock, new Random(1), new SimpleMeterRegistry());
    var settings = new ListingSettings(section, "marketplace", providers);
    return (kind.marketplace.equals("A") ? settings.a() : settings.b()).orElseThrow();
  }

  private void reply(Kind kind, String elements) throws IOException {
    String body = kind.envelope.formatted(elements);
    Files.writeString(folder.resolve("listings.json"), body);
    marketplace.reply("/token", TOKEN);
    marketplace.reply(kind.path, body);
    clock.advance(Duration.ofMinutes(2));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void leavesOutAndCountsOddListings(Kind kind) throws IOException {
    ListingSource source = source(kind);
    for (String odd : OddElements.of(kind.good, kind.key)) {
      reply(kind, odd + ',' + kind.good);
      Found found = source.fetch();
      assertEquals(1, found.unreadable(), odd);
      assertEquals("t", found.listings().getFirst().title());
    }
    reply(kind, kind.good);
    assertEquals(0, source.fetch().unreadable());
  }

  /** Otherwise, the stored listings would be removed. */
  @ParameterizedTest
  @MethodSource("kinds")
  void refusesRepliesWithoutAList(Kind kind) throws IOException {
    ListingSource source = source(kind);
    marketplace.reply("/token", TOKEN);
    for (String body : List.of("{}", "{\"error\":\"try later\"}", "{\"total\":2}", "[]", "null")) {
      Files.writeString(folder.resolve("listings.json"), body);
      marketplace.reply(kind.path, body);
      clock.advance(Duration.ofMinutes(2));
      assertThrows(ApiException.class, source::fetch, body);
    }
  }

  /** The API omits the list if it finds nothing, but never on a page that it has announced. */
  @ParameterizedTest
  @CsvSource({
    "'{\"total\":0}', '', 0",
    "'{\"total\":201,\"itemSummaries\":[{\"title\":\"t\"}]}', '{\"total\":201}', 1",
    "'{\"total\":201,\"next\":\"n\",\"itemSummaries\":[{\"title\":\"t\"}]}', '{\"total\":201}', -1",
    "'{\"total\":201,\"next\":\"n\",\"itemSummaries\":[{\"title\":\"t\"}]}',"
        + " '{\"total\":201,\"itemSummaries\":[{\"title\":\"u\"}]}', 2",
  })
  void readsAllPagesOrNone(String first, String second, int found) {
    try (Simulator pages = new Simulator()) {
      pages.says("/token", TOKEN);
      String search = "/api/item_summary/search?q=B0EXAMPLE1&limit=200&offset=";
      pages.says(search + "0", first);
      pages.says(search + "200", second);
      ListingSource source = source(kinds().skip(1).findFirst().orElseThrow(), pages.url());
      if (found < 0) {
        assertThrows(ApiException.class, source::fetch);
      } else {
        assertEquals(found, source.fetch().listings().size());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void refusesListsThatAreNotJson(Kind kind) throws IOException {
    reply(kind, kind.good + ",NaN");
    ListingSource source = source(kind);
    assertThrows(ApiException.class, source::fetch);
  }

  private static final String PATH = "/api/proxy/listings?type=marketplace-";
  private static final Path FEED = TestNode.folder("listings").resolve("listings.json");

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("MARKETPLACE_A_SOURCE", "file")
          .with("MARKETPLACE_A_FILE", FEED.toString());

  @Test
  void rejectsBlankTitles() {
    JsonObject blank = JsonObject.of("title", "\u00a0\u3000");
    NODE.owner("PUT", PATH + "b")
        .json(JsonObject.of("listings", JsonArray.of(blank)))
        .expect(400)
        .has("listings[0].title must not be blank");
  }

  @Test
  void skipsHostileListingsOfSource() throws IOException {
    String titles =
        "{'title':'Good'},{'title':'evil\u202Etitle'},{'title':'Bell','price':'\\u0007'}";
    String feed = "{'listings':[" + titles + "]}";
    Files.write(
        FEED, "{\"listings\":[{\"title\":\"Caf\u00e9\"}]}".getBytes(StandardCharsets.ISO_8859_1));
    NODE.get(PATH + "a").expect(500);
    Files.writeString(FEED, feed.replace('\'', '"'));
    JsonArray listings = NODE.get(PATH + "a").json().getJsonArray("listings");
    assertEquals(1, listings.size(), listings.encode());
    assertEquals("Good", listings.getJsonObject(0).getString("title"));
  }
}
