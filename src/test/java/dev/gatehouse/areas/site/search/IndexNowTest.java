package dev.gatehouse.areas.site.search;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Words;
import dev.gatehouse.areas.site.Simulator;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Submissions to a search engine on loopback, by request and automatic, and the key's file. */
class IndexNowTest {
  private static final String PATH = "/api/proxy/indexnow";
  private static final String SITE = "https://www.example.org";
  private static final String PAGE = SITE + "/links";
  private static final Simulator ENGINE = new Simulator();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("PUBLIC_URL", SITE)
          .with("INDEXNOW_URL", ENGINE.url() + "/indexnow")
          .with("INDEXNOW_PAGES", "hyperlinks=" + PAGE + ", hyperlinks=" + SITE + "/");

  private static String key;

  @BeforeAll
  static void connect() {
    key = report().getString("key");
  }

  @BeforeEach
  void engineWorks() {
    ENGINE.says("/indexnow", 200, "");
    ENGINE.asked().clear();
  }

  @Test
  void servesKeyFileAtReportedLocation() {
    assertTrue(key.matches("[0-9a-f]{32}"), key);
    assertEquals(SITE + "/" + key + ".txt", report().getString("keyLocation"));
    Client.Reply file = NODE.get("/" + key + ".txt").expect(200);
    assertEquals(key, file.text());
    assertEquals("text/plain; charset=utf-8", file.header("Content-Type"));
    NODE.request("GET", "/" + key + ".txt").header("Accept", "text/plain").expect(200);
    String path = "/" + key + ".txt";
    NODE.request("GET", path).header("If-None-Match", file.header("ETag")).expect(304);
    Client.Reply part = NODE.request("GET", path).header("Range", "bytes=0-3").expect(206);
    assertEquals(key.substring(0, 4), part.text());
    NODE.request("GET", path).header("Range", "bytes=99-").expect(416);
    NODE.request("HEAD", path).expect(200);
  }

  @ParameterizedTest
  @Words(
      """
      /humans.txt /ads.txt /x /x.text /a/b.txt /.txt /KEY /KEY.txtx
      """)
  void otherPathsAreUnknown(String path) {
    String asked = path.replace("KEY", key);
    assertEquals(404, NODE.get(asked).status(), asked);
  }

  /** The path template of the key's file does not shadow other paths at the same level. */
  @ParameterizedTest
  @CsvSource({
    "GET, /swagger, 200", "GET, /openapi.json, 200", "GET, /audio, 401",
    "POST, /swagger, 405", "POST, /humans.txt, 405", "POST, /nowhere, 404",
    "GET, /robots.txt/, 307", "GET, /%72obots.txt, 200",
  })
  void servesPathsBesideKeyFile(String method, String path, int status) {
    NODE.request(method, path).expect(status);
  }

  @Test
  void submitsUrlsWithKey() throws Exception {
    Client.Reply reply = submit(SITE + "/a", SITE + "/ä?b=c", SITE + "/a").expect(200);
    assertEquals(2, reply.json().getInteger("urlCount"));
    Waiting.until(() -> latest().getString("state").equals("sent"));
    JsonObject example = new JsonObject(Simulator.example("indexnow/submit_request"));
    JsonObject sent = new JsonObject(ENGINE.asked().getLast().body());
    assertEquals(example.fieldNames(), sent.fieldNames());
    assertEquals("www.example.org", sent.getString("host"));
    assertEquals(key, sent.getString("key"));
    assertEquals(SITE + "/" + key + ".txt", sent.getString("keyLocation"));
    assertEquals(
        List.of(SITE + "/a", SITE + "/%C3%A4?b=c"), sent.getJsonArray("urlList").getList());
    assertEquals(2, latest().getInteger("urlCount"));
    assertNull(latest().getString("error"));
  }

  @Test
  void retriesFailedSubmission() throws Exception {
    ENGINE.says("/indexnow", 429, "", Map.of("Retry-After", "1"));
    submit(SITE + "/later");
    Waiting.until(() -> latest().getString("error") != null);
    assertEquals("waiting", latest().getString("state"));
    ENGINE.says("/indexnow", 200, "");
    Waiting.until(() -> {
      NODE.clock.advance(Duration.ofSeconds(10));
      return latest().getString("state").equals("sent");
    });
  }

  @Test
  void rejectsForeignUrls() {
    for (String url :
        List.of(
            "https://www.example.com/a",
            "https://example.org/a",
            "javascript:alert(1)",
            "/a",
            "https://www.example.org@evil.example/")) {
      Client.Reply refused = submit(SITE + "/a", url);
      assertEquals(400, refused.status(), url);
      assertTrue(refused.error().startsWith("urls[1] "), refused.error());
    }
    submit(Collections.nCopies(10_000, SITE + "/many").toArray(String[]::new)).expect(200);
    assertEquals(List.of(), ENGINE.asked().stream().filter(each -> each.body().isEmpty()).toList());
  }

  /** All changes within a period are submitted together, once. */
  @Test
  void submitsPagesOnceAfterChanges() throws Exception {
    JsonObject link = JsonObject.of("url", "https://example.com/", "title", "t");
    for (int i = 0; i < 3; i++) {
      NODE.owner("POST", "/api/proxy/hyperlinks").json(link).expect(201);
    }
    Waiting.until(() -> {
      NODE.clock.advance(Duration.ofMinutes(1));
      return !submitted(PAGE).isEmpty();
    });
    assertEquals(List.of(SITE, PAGE), submitted(PAGE).getFirst().getJsonArray("urlList").getList());
    NODE.clock.advance(Duration.ofMinutes(30));
    submit(SITE + "/another");
    Waiting.until(() -> !submitted(SITE + "/another").isEmpty());
    assertEquals(1, submitted(PAGE).size());
  }

  private static List<JsonObject> submitted(String url) {
    return ENGINE.asked().stream()
        .map(asked -> new JsonObject(asked.body()))
        .filter(body -> body.getJsonArray("urlList").contains(url))
        .toList();
  }

  private static Client.Reply submit(String... urls) {
    JsonObject body = JsonObject.of("urls", new JsonArray(List.of(urls)));
    return NODE.owner("POST", PATH).json(body).send();
  }

  private static JsonObject report() {
    return NODE.get(PATH).json();
  }

  private static JsonObject latest() {
    return report().getJsonArray("submissions").getJsonObject(0);
  }
}
