package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Words;
import dev.gatehouse.formats.WebAddress;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Short URLs over HTTP: their creators, their targets, and the requests that count as clicks. */
class ShortUrlTest {
  private static final String ALL = "/api/proxy/redirects";
  private static final String TARGET = "https://www.example.org/a?b=c#d";
  private static final String FIREFOX =
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  private static final int AT_ONCE = 30;
  private static final int MAX = 40;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("PUBLIC_URL", "https://go.example.org/api")
          .with("LINKS_MAX_SHORT_URLS", Integer.toString(MAX));

  private final OwnAddresses own = new OwnAddresses(TestSettings.of(Map.of()), "");

  @Test
  void createsFollowsListsAndDeletesShortUrl() {
    Client.Reply made = make("life", TARGET).expect(201);
    assertEquals("https://go.example.org/api/r/life", made.json().getString("shortUrl"));
    assertEquals("https://go.example.org/api/r/life", made.header("Location"));
    Client.Reply followed = NODE.get("/r/life").expect(302);
    assertEquals(TARGET, followed.header("Location"));
    assertEquals("no-store", followed.header("Cache-Control"));
    assertEquals(TARGET, NODE.get(ALL + "/resolve/life").json().getString("url"));
    assertEquals(1, clicks("life"));
    make("life", "https://elsewhere.example/").expect(409);
    delete("life").expect(200);
    delete("life").expect(404);
    NODE.get("/r/life").expect(404);
    NODE.get(ALL + "/resolve/life").expect(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "javascript:alert(1)",
        "JAVA\tSCRIPT:alert(1)", "data:text/html,x", "https://paypal.com@evil.example/",
        "https://xn--80ak6aa92e.com/", "https://аpple.com/", "http://2130706433/",
        "https://example.org/\r\nSet-Cookie: a=b",
      })
  void aTargetDoesNotDeceive(String url) {
    Client.Reply refused = make("deceit", url).expect(400);
    assertTrue(refused.error().startsWith("url "), refused.error());
  }

  /**
   * Targets that point back to the node by its public name, the requested host or its socket, in
   * any spelling.
   */
  @ParameterizedTest
  @Words(
      """
      https://go.example.org/api/r/loop https://GO.example.org./api/r/loop http://go.example.org/r/loop
      https://go.example.org:443/api//r/loop https://go.example.org/api/x/../r/loop?a=b
      https://go.example.org/api/%72/loop https://go.example.org/api/%2572/loop https://go.example.org/api/r/
      """)
  void noShortUrlLeadsToAnother(String url) {
    assertEquals(
        "url must not be a short URL of this service", make("loop", url).expect(400).error());
  }

  @Test
  void acceptsOwnPagesAsTargets() {
    make("ours", "https://go.example.org/api/audio/a.wav").expect(201);
    make("other", "https://go.example.com/r/ours").expect(201);
    delete("ours");
    delete("other");
  }

  @ParameterizedTest
  @CsvSource({
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36, 1",
    "Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) Chrome/138.0 Mobile, 1",
    "curl/8.5.0, 1",
    "'', 0",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html), 0",
    "Mozilla/5.0 (compatible; bingbot/2.0), 0",
    "facebookexternalhit/1.1, 0",
    "Slackbot-LinkExpanding 1.0, 0",
    "TelegramBot (like TwitterBot), 0",
    "WhatsApp/2.23.20.0, 0",
    "Mozilla/5.0 HeadlessChrome/140.0, 0",
    "Baiduspider, 0",
    "UptimeRobot/2.0, 0",
  })
  void countsClicksOfBrowsersButNotBots(String agent, int counted) {
    make("agents", TARGET);
    NODE.request("GET", "/r/agents").header("User-Agent", agent).expect(302);
    assertEquals(counted, clicks("agents"), agent);
    delete("agents");
  }

  @Test
  void ignoresHeadPrefetchAndResolveRequests() {
    make("unseen", TARGET);
    browser("HEAD", "/r/unseen").expect(302);
    browser("GET", "/r/unseen").header("Sec-Purpose", "prefetch;prerender").expect(302);
    browser("GET", "/r/unseen").header("Purpose", "prefetch").expect(302);
    browser("GET", "/r/unseen").header("X-Moz", "prefetch").expect(302);
    NODE.get(ALL + "/resolve/unseen").expect(200);
    assertEquals(0, clicks("unseen"));
    browser("GET", "/r/unseen").expect(302);
    assertEquals(1, clicks("unseen"));
    delete("unseen");
  }

  @ParameterizedTest
  @CsvSource({"document, 1", "image, 0", "iframe, 0", "script, 0", "empty, 0", "video, 0"})
  void countsOnlyRequestsThatOpenAPage(String destination, int counted) {
    make("parts", TARGET);
    browser("GET", "/r/parts").header("Sec-Fetch-Dest", destination).expect(302);
    assertEquals(counted, clicks("parts"));
    delete("parts");
  }

  /** Each of the concurrent requests counts as a click, even if they share a look-up. */
  @Test
  void countsConcurrentClicksAcrossRestart() throws Exception {
    make("herd", TARGET);
    Concurrently.times(AT_ONCE, number -> browser("GET", "/r/herd").send().status())
        .forEach(status -> assertEquals(302, status));
    assertEquals(AT_ONCE, clicks("herd"));
    browser("GET", "/r/herd").send();
    NODE.restart();
    assertEquals(AT_ONCE + 1, clicks("herd"));
    delete("herd");
  }

  @Test
  void returns410ForExpiredShortUrl() {
    String end = NODE.clock.instant().truncatedTo(ChronoUnit.MILLIS).plusSeconds(60).toString();
    JsonObject body = JsonObject.of("key", "brief", "url", TARGET, "expiresAt", end);
    NODE.owner("POST", ALL).json(body).expect(201);
    NODE.get("/r/brief").expect(302);
    NODE.clock.advance(Duration.ofSeconds(61));
    NODE.get("/r/brief").expect(410);
    NODE.get(ALL + "/resolve/brief").expect(410);
    NODE.get("/r/breif").expect(404);
    assertFalse(listed().stream().anyMatch(each -> each.getString("key").equals("brief")));
    make("brief", TARGET).expect(409);
    delete("brief").expect(200);
    NODE.get("/r/brief").expect(404);
  }

  @ParameterizedTest
  @CsvSource({"2001-01-01", "+999999999-12-31T23:59:59Z"})
  void rejectsInvalidExpiry(String end) {
    JsonObject body = JsonObject.of("key", "late", "url", TARGET, "expiresAt", end);
    Client.Reply refused = NODE.owner("POST", ALL).json(body).expect(400);
    assertTrue(refused.error().startsWith("expiresAt"), refused.error());
  }

  @Test
  void limitsNumberOfShortUrlsAndPagesThem() throws Exception {
    listed().forEach(each -> delete(each.getString("key")));
    List<Integer> statuses =
        Concurrently.times(3 * MAX / 2, number -> make("many-" + number, TARGET).status());
    assertTrue(Collections.frequency(statuses, 201) <= MAX, statuses::toString);
    assertEquals(
        3 * MAX / 2, Collections.frequency(statuses, 201) + Collections.frequency(statuses, 409));
    assertEquals(Collections.frequency(statuses, 201), listed().size());
    for (int i = 0; i < 2 * MAX && listed().size() < MAX; i++) {
      make("more-" + i, TARGET);
    }
    Client.Reply refused = make("one-too-many", TARGET).expect(409);
    assertEquals("the maximum of 40 short URLs is reached", refused.error());
    List<String> keys =
        IntStream.range(0, MAX / 8 + 1)
            .mapToObj(page -> page(8, 8 * page))
            .flatMap(List::stream)
            .toList();
    assertEquals(MAX, keys.size());
    assertEquals(MAX, keys.stream().distinct().count());
    listed().forEach(each -> delete(each.getString("key")));
  }

  private static Client.Request browser(String method, String path) {
    return NODE.request(method, path).header("User-Agent", FIREFOX);
  }

  private static Client.Reply make(String key, String url) {
    return NODE.owner("POST", ALL).json(JsonObject.of("key", key, "url", url)).send();
  }

  private static Client.Reply delete(String key) {
    return NODE.owner("DELETE", ALL + "/" + key).send();
  }

  private static long clicks(String key) {
    return listed().stream()
        .filter(each -> each.getString("key").equals(key))
        .findFirst()
        .orElseThrow()
        .getLong("clicks");
  }

  private static List<String> page(int limit, int skip) {
    return redirects("?limit=" + limit + "&skip=" + skip).texts("redirects", "key");
  }

  private static List<JsonObject> listed() {
    return redirects("?limit=100").list("redirects");
  }

  private static Client.Reply redirects(String query) {
    return NODE.get(ALL + "/public" + query);
  }

  @ParameterizedTest
  @CsvSource({
    "a.b, /r/a.b",
    "tour/2026, /r/tour/2026",
    "tour/2026/spring, /r/tour/2026/spring",
    "ünïcode, /r/%C3%BCn%C3%AFcode",
    "u\u0308, /r/%C3%BC",
    "音楽, /r/%E9%9F%B3%E6%A5%BD",
    "हिन्दी, /r/%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80",
  })
  void followsKeysOfAnyScriptAndParts(String key, String path) {
    make(key, "https://example.org/x").expect(201);
    assertEquals("https://example.org/x", NODE.get(path).header("Location"), path);
    NODE.get(path + "+").expect(200);
    NODE.get(path + "/qr").expect(200);
    Client.Reply resolved = NODE.get(ALL + path.replaceFirst("/r/", "/resolve/"));
    assertEquals("https://example.org/x", resolved.json().getString("url"));
    delete(URLEncoder.encode(key, StandardCharsets.UTF_8)).expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"new album", "merch+", "50%off", "🎸", "/a", "a/", "a//b", "..", "a/qr"})
  void namesWhatAKeyMayHave(String key) {
    Client.Reply refused = make(key, "https://example.org/x").expect(400);
    assertTrue(refused.error().startsWith("key must "), refused.error());
  }

  @Test
  void changesTargetAndKeepsClicks() {
    JsonObject wanted = JsonObject.of("key", "poster", "url", "https://example.org/old");
    wanted.put("clicks", 158).put("createdAt", "2021-05-01");
    Client.Reply made = send("POST", ALL, wanted).expect(201);
    assertEquals("2021-05-01T00:00:00.000Z", made.json().getString("createdAt"));
    String poster = ALL + "/poster";
    send("PUT", poster, JsonObject.of("url", "https://example.org/new", "expiresAt", "2100-01-01"))
        .expect(200);
    assertEquals("https://example.org/new", NODE.get("/r/poster").header("Location"));
    JsonObject changed = JsonObject.of("description", "Wall", "neverExpires", true);
    JsonObject details = send("PUT", poster, changed).json();
    assertEquals("https://example.org/new", details.getString("url"));
    assertEquals("Wall", details.getString("description"));
    assertNull(details.getString("expiresAt"));
    assertTrue(details.getLong("clicks") >= 158, details.encode());
    assertEquals(1, details.getJsonArray("history").size());
    JsonObject former = details.getJsonArray("history").getJsonObject(0);
    assertEquals("https://example.org/old", former.getString("url"));
    send("PUT", ALL + "/nowhere", new JsonObject()).expect(404);
    delete("poster");
  }

  private static Client.Reply send(String method, String path, JsonObject body) {
    return NODE.owner(method, path).json(body).send();
  }

  /** A node without a public URL knows its own addresses by the requested host and its socket. */
  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8080/r/a, true", "http://localhost:8080/r/a, true",
    "http://www.localhost:8080/r/a, true", "http://127.9.9.9:8080/r/a, true",
    "http://[::1]:8080/r/a, true", "http://0.0.0.0:8080/r/a, true",
    "https://asked.example/r/a, true", "http://ASKED.example:80/r/a, true",
    "http://localhost:9090/r/a, false", "http://localhost:8080/audio/r/a, false",
    "http://localhost:8080/rr/a, false", "https://asked.example.org/r/a, false",
    "https://asked.example:444/r/a, false",
  })
  void recognizesOwnShortUrls(String target, boolean ours) {
    assertEquals(ours, own.shortens(WebAddress.parse(target), "https://asked.example"));
  }

  @ParameterizedTest
  @CsvSource({"http://a b", "''", "http://", "http://x:y"})
  void ignoresInvalidBaseUrl(String base) {
    assertEquals(false, own.shortens(WebAddress.parse("https://asked.example/r/a"), base));
  }
}
