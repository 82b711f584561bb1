package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The statistics of clicks over HTTP. */
class ClickStatisticsTest {
  private static final String ALL = "/api/proxy/redirects";
  private static final String FIREFOX =
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  private static final String IPHONE =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1";

  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void returnsClicksByHourDeviceAndHost() {
    make("talk");
    Instant first = NODE.clock.instant();
    follow("talk", FIREFOX, "https://news.example/a?token=secret");
    NODE.clock.advance(Duration.ofDays(8));
    follow("talk", IPHONE, "https://news.example/b");
    follow("talk", FIREFOX, "");
    follow("talk", FIREFOX, "https://192.0.2.7/");
    follow("talk", "Googlebot/2.1", "https://news.example/");
    JsonObject week = of("talk", "?days=7");
    assertEquals(3, week.getLong("clicks"));
    assertEquals(7, week.getJsonArray("timeline").size());
    JsonObject month = of("talk", "");
    assertEquals(30, month.getJsonArray("timeline").size());
    assertEquals(4, month.getLong("clicks"));
    assertEquals(
        new JsonObject("{\"desktop\":3,\"phone\":1,\"tablet\":0,\"bot\":1}"),
        month.getJsonObject("devices"));
    assertEquals(
        new JsonArray("[{\"host\":\"news.example\",\"clicks\":2}]"),
        month.getJsonArray("referrers"));
    assertEquals(1, month.getLong("direct"));
    assertEquals(1, month.getLong("otherReferrers"));
    JsonObject day = day(month, first);
    assertEquals(1, day.getLong("clicks"));
    assertEquals(1, day.getJsonArray("hours").getLong(first.atOffset(ZoneOffset.UTC).getHour()));
    assertEquals(4, month.getLong("clicks"));
    assertFalse(month.encode().contains("secret"));
  }

  private static JsonObject day(JsonObject statistics, Instant time) {
    LocalDate date = time.atOffset(ZoneOffset.UTC).toLocalDate();
    return statistics.getJsonArray("timeline").stream()
        .map(JsonObject.class::cast)
        .filter(day -> day.getString("date").equals(date.toString()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ranksShortUrlsAndLeavesOutDeletedOnes() {
    make("many");
    make("few");
    make("deleted");
    for (int i = 0; i < 3; i++) {
      follow("many", FIREFOX, "");
      follow("deleted", FIREFOX, "");
    }
    follow("few", FIREFOX, "");
    long before = all().getLong("otherLinks");
    assertTrue(links().contains("{\"key\":\"deleted\",\"clicks\":3}"), links());
    NODE.owner("DELETE", ALL + "/deleted").send();
    assertTrue(links().contains("{\"key\":\"many\",\"clicks\":3}"), links());
    assertTrue(links().indexOf("\"many\"") < links().indexOf("\"few\""), links());
    assertFalse(links().contains("\"deleted\""), links());
    assertEquals(before + 3, all().getLong("otherLinks"));
    statistics("/statistics/deleted").expect(404);
  }

  @Test
  void keepsStatisticsAcrossRestart() throws Exception {
    make("kept");
    follow("kept", FIREFOX, "https://news.example/");
    NODE.restart();
    assertEquals(1, of("kept", "").getLong("clicks"));
  }

  private static void make(String key) {
    JsonObject body = JsonObject.of("key", key, "url", "https://www.example.org/");
    NODE.owner("POST", ALL).json(body).expect(201);
  }

  private static void follow(String key, String agent, String referrer) {
    Client.Request request = NODE.request("GET", "/r/" + key).header("User-Agent", agent);
    (referrer.isEmpty() ? request : request.header("Referer", referrer)).expect(302);
  }

  private static Client.Reply statistics(String rest) {
    return NODE.owner("GET", ALL + rest).send();
  }

  private static JsonObject of(String key, String query) {
    return statistics("/statistics/" + key + query).json();
  }

  private static JsonObject all() {
    return statistics("/statistics?days=7").json();
  }

  private static String links() {
    return all().getJsonArray("links").encode();
  }
}
