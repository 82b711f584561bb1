package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The security responses that a front end, an unknown client and the owner get. */
class GateRepliesTest {
  private static final String ALIVE = "/api/proxy/still-alive/status";
  private static final String INFO = "/deployment/info";
  private static final String ORIGIN = "https://front.example";
  private static final String CONTACT = "https://example.org/contact";
  private static final int LIMIT = 5;

  /** Contains spaces and characters beyond ASCII, because any printable characters are allowed. */
  private static final String OWN_CODE = "Tür & Tor für Ümläute";

  private static final String OWN_KEY = "schlüssel für den Türsteher";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("LIMITS_DEFAULT_PER_MINUTE", Integer.toString(LIMIT))
          .with("CORS_ORIGINS", ORIGIN)
          .with("CONTACT_URL", CONTACT)
          .with("ACCESS_PERMANENT_CODE", OWN_CODE)
          .with("ACCESS_API_KEY", OWN_KEY);

  private static String token;

  @BeforeAll
  static void signIn() {
    token = NODE.token(OWN_CODE);
  }

  @Test
  void sendsCorsHeadersOn403ForBlockedAddress() throws IOException {
    String address = NODE.freshAddress();
    ban(address);
    Client.Reply reply = get(ALIVE, address).header("Origin", ORIGIN).expect(403);
    assertEquals(ORIGIN, reply.header("Access-Control-Allow-Origin"));
    assertTrue(reply.header("Access-Control-Expose-Headers").contains("Retry-After"));
    assertEquals("Origin", reply.header("Vary"));
    assertTrue(Integer.parseInt(reply.header("Retry-After")) > 0);
    assertNull(
        get(ALIVE, address)
            .header("Origin", "https://other.example")
            .send()
            .header("Access-Control-Allow-Origin"));
  }

  @Test
  void countsPreflightsInSeparateRateLimit() {
    String address = NODE.freshAddress();
    for (int i = 0; i < LIMIT; i++) {
      get(ALIVE, address).expect(200);
      Client.Reply preflight = preflight(address).expect(204);
      assertEquals("no-store", preflight.header("Cache-Control"));
      assertEquals("\"preflight\";q=5;w=60", preflight.header("RateLimit-Policy"));
    }
    get(ALIVE, address).expect(429);
    assertEquals(ORIGIN, preflight(address).expect(429).header("Access-Control-Allow-Origin"));
  }

  @Test
  void returns403ToBlockedAddressForInvalidHttp() throws IOException {
    String address = NODE.freshAddress();
    ban(address);
    String from = "X-Forwarded-For: " + address + "\r\n\r\n";
    assertEquals(403, once("GET / HTTP/7.3\r\nHost: x\r\n" + from));
    assertEquals(403, once("GET /%zz HTTP/1.1\r\nHost: x\r\n" + from));
    assertEquals(403, once("OPTIONS / HTTP/1.1\r\nHost: x\r\n" + from));
  }

  /** Apache's mod_proxy_hcheck sends the first form. */
  @ParameterizedTest
  @CsvSource({"OPTIONS * HTTP/1.0, 204", "OPTIONS * HTTP/1.1, 204", "GET * HTTP/1.1, 400"})
  void answersHealthChecksOfWholeServer(String line, int status) throws IOException {
    String from = "X-Forwarded-For: " + NODE.freshAddress() + "\r\n\r\n";
    assertEquals(status, once(line + "\r\nHost: x\r\n" + from));
  }

  @Test
  void liftsBanByListedAddress() throws IOException {
    for (String address : List.of(NODE.freshAddress(), "2001:db8:5:6::17", "2001:db8::1")) {
      ban(address);
      String shown = Samples.at(owner("GET", "/api/proxy/bans?limit=1").json(), "/bans/0/address");
      get(ALIVE, address).expect(403);
      assertEquals(
          200, owner("DELETE", "/api/proxy/bans/" + shown.replace("/", "%2F")).status(), shown);
      isAnsweredEverywhere(200, address);
      ban(address);
      JsonObject order = JsonObject.of("address", shown);
      assertEquals(200, NODE.manage("access.unban", order).status(), shown);
      isAnsweredEverywhere(200, address);
    }
    owner("DELETE", "/api/proxy/bans/nonsense%2f64").expect(400, "parameter_invalid");
  }

  @Test
  void acceptsPermanentCodeInAnyUnicodeForm() {
    for (String typed : List.of(OWN_CODE, OWN_CODE.replace("ü", "u\u0308"))) {
      NODE.login(typed).from(NODE.freshAddress()).expect(200);
    }
  }

  @Test
  void acceptsOwnerKeyInLatin1AndUtf8() throws IOException {
    String from = "X-Forwarded-For: " + NODE.freshAddress();
    assertEquals(200, once(RawClient.head("GET " + INFO, from, "X-API-Key: " + OWN_KEY)));
    String utf8 = new String(OWN_KEY.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertEquals(200, once(RawClient.head("GET " + INFO, from, "X-API-Key: " + utf8)));
  }

  @Test
  void includesContactUrlInOpenApiAndErrors() {
    JsonObject info = NODE.get("/openapi.json").json().getJsonObject("info");
    assertEquals(CONTACT, info.getJsonObject("contact").getString("url"));
    String address = NODE.freshAddress();
    assertTrue(get(INFO, address).send().error().endsWith(CONTACT));
    String visitor =
        NODE.token(owner("GET", "/api/proxy/daily-code/current").json().getString("code"));
    assertTrue(get("/api/proxy/bans", address).token(visitor).send().error().endsWith(CONTACT));
    for (int i = 2; i < LIMIT; i++) {
      get(ALIVE, address).send();
    }
    assertTrue(get(ALIVE, address).send().error().endsWith(CONTACT));
  }

  private static Client.Request get(String path, String address) {
    return NODE.request("GET", path).from(address);
  }

  private static Client.Reply preflight(String address) {
    return NODE.request("OPTIONS", INFO)
        .from(address)
        .header("Origin", ORIGIN)
        .header("Access-Control-Request-Method", "GET")
        .send();
  }

  /** Uses a token, because a Java client writes no umlauts into headers. */
  private static Client.Reply owner(String method, String path) {
    return NODE.request(method, path).from("198.19.255.1").token(token).send();
  }

  private static int once(String request) throws IOException {
    return NODE.exchange(request).status();
  }

  /** Sends the requests as an operator, to whom no rate limit applies. */
  private static void isAnsweredEverywhere(int status, String address) {
    NODE.everywhere(one -> one.request("GET", INFO).from(address).token(token).expect(status));
  }

  private static void ban(String address) throws IOException {
    NODE.manage("access.ban", JsonObject.of("address", address, "reason", "a test")).expect(200);
    isAnsweredEverywhere(403, address);
  }
}
