package dev.gatehouse.areas.commerce.listings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.areas.commerce.listings.ListingSource.Found;
import dev.gatehouse.areas.commerce.listings.Listings.ListingSettings;
import dev.gatehouse.areas.site.Simulator;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.OddElements;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingsReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The same odd elements as in {@code OddElementsTest}, in the listings of every source. */
class OddListingsTest {
  private static final String TOKEN = "{\"access_token\":\"a\",\"expires_in\":3600}";

  @TempDir Path folder;
  private final OddElements marketplace = new OddElements();
  private final TestClock clock = new TestClock();
  private final Vertx vertx = Vertx.vertx();

  /** Sources of listings with a valid element and the path that returns the list. */
  private enum Kind {
    CREATORS(
        "A",
        "/api/catalog/v1/getItems",
        "{\"itemsResult\":{\"items\":[%s]}}",
        "{\"asin\":\"B0EXAMPLE1\",\"itemInfo\":{\"title\":{\"displayValue\":\"t\"}}}",
        "itemInfo"),
    EBAY(
        "B",
        "/api/item_summary/search",
        "{\"total\":2,\"itemSummaries\":[%s]}",
        "{\"legacyItemId\":\"1\",\"title\":\"t\"}",
        "title"),
    JSON("A", "/feed", "{\"listings\":[%s]}", "{\"title\":\"t\"}", "title"),
    FILE("B", "", "{\"listings\":[%s]}", "{\"title\":\"t\"}", "title");

    private final String marketplace;
    private final String path;
    private final String envelope;
    private final String good;
    private final String key;

    Kind(String marketplace, String path, String envelope, String good, String key) {
      this.marketplace = marketplace;
      this.path = path;
      this.envelope = envelope;
      this.good = good;
      this.key = key;
    }
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
    own.put("SOURCE", kind.name().toLowerCase(Locale.ROOT));
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
    Section section =
        new SettingsReader(environment)
            .read(Path.of("none.yaml"))
            .section("marketplace" + kind.marketplace);
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
  @EnumSource
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
  @EnumSource
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
      ListingSource source = source(Kind.EBAY, pages.url());
      if (found < 0) {
        assertThrows(ApiException.class, source::fetch);
      } else {
        assertEquals(found, source.fetch().listings().size());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesListsThatAreNotJson(Kind kind) throws IOException {
    reply(kind, kind.good + ",NaN");
    ListingSource source = source(kind);
    assertThrows(ApiException.class, source::fetch);
  }
}
