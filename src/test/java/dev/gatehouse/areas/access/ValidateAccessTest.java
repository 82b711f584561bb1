package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exchanging codes for tokens, penalties for wrong codes, and credentials that are replaced. */
class ValidateAccessTest {
  private static final String PATH = "/api/proxy/auth/validate-access";
  private static final int MAX_ATTEMPTS = 3;
  private static final String OLD_CODE = "previous-permanent-code";
  private static final String OLD_KEY = "previous-key-0123456789";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("SECURITY_MAX_ATTEMPTS", Integer.toString(MAX_ATTEMPTS))
          .with("ACCESS_PREVIOUS_PERMANENT_CODE", OLD_CODE)
          .with("ACCESS_PREVIOUS_API_KEY", OLD_KEY);

  private static Client client;

  @BeforeAll
  static void connect() {
    client = NODE.client();
  }

  @Test
  void issuesOperatorTokenForPermanentCode() {
    Client.Reply reply = show(TestNode.CODE, NODE.freshAddress()).expect(200);
    assertEquals(Set.of("success", "token"), reply.json().fieldNames());
    assertTrue(reply.json().getBoolean("success"));
    assertEquals("no-store", reply.header("Cache-Control"));
    JsonObject claims = claims(reply);
    assertEquals("operator", claims.getString("role"));
    assertEquals(86_400, claims.getLong("exp") - claims.getLong("iat"));
    assertEquals("gatehouse", claims.getString("iss"));
    assertNotNull(claims.getString("jti"));
  }

  @Test
  void issuesVisitorTokenAndKeepsCodeUsable() {
    Client.Reply first = show(client.dailyCode(), NODE.freshAddress());
    Client.Reply second =
        show(client.dailyCode().toLowerCase(java.util.Locale.ROOT), NODE.freshAddress());
    assertEquals("visitor", claims(first).getString("role"));
    assertEquals("visitor", claims(second).getString("role"));
    assertNotEquals(claims(first).getString("jti"), claims(second).getString("jti"));
  }

  @Test
  void bansAfterLastWrongCode() {
    String address = NODE.freshAddress();
    for (int left = MAX_ATTEMPTS - 1; left >= 0; left--) {
      Client.Reply reply = show("wrong", address).expect(401);
      assertEquals(
          Set.of("success", "message", "error", "code", "banned", "attemptsRemaining"),
          reply.json().fieldNames());
      assertFalse(reply.json().getBoolean("success"));
      assertEquals(left, reply.json().getInteger("attemptsRemaining"));
      assertEquals(left == 0, reply.json().getBoolean("banned"));
    }
    isBlockedEverywhere(address);
    for (String code : List.of("wrong", TestNode.CODE)) {
      Client.Reply blocked = show(code, address).expect(403);
      assertEquals("{\"error\":\"this address is blocked\",\"code\":\"banned\"}", blocked.text());
    }
    client.request("GET", "/nowhere").from(address).expect(403);
    show(TestNode.CODE, NODE.freshAddress()).expect(200);
  }

  @Test
  void keepsAttemptCountAfterVisitorSuccess() {
    String address = NODE.freshAddress();
    assertEquals(2, remaining(show("wrong", address)));
    show(client.dailyCode(), address).expect(200);
    assertEquals(1, remaining(show("wrong", address)));
    show(client.dailyCode(), address).expect(200);
    assertEquals(0, remaining(show("wrong", address)));
    isBlockedEverywhere(address);
    show(client.dailyCode(), address).expect(403);
  }

  @Test
  void clearsAttemptCountAfterOperatorSuccess() {
    String address = NODE.freshAddress();
    assertEquals(2, remaining(show("wrong", address)));
    assertEquals(1, remaining(show("wrong", address)));
    show(TestNode.CODE, address).expect(200);
    assertEquals(2, remaining(show("wrong", address)));
  }

  @Test
  void countsWrongKeysTokensAndCodesTogether() {
    String address = NODE.freshAddress();
    assertEquals(2, remaining(show("wrong", address)));
    info(address).key("wrong-key-0123456789").expect(403);
    info(address).token("e30.e30.e30").expect(403);
    assertEquals(401, info(address).send().status(), "junk is no attempt");
    String forged = client.token(TestNode.CODE).replaceFirst("[^.]{43}$", "A".repeat(43));
    info(address).token(forged).expect(403);
    isBlockedEverywhere(address);
  }

  @Test
  void doesNotCountMalformedCodeAsAttempt() {
    String address = NODE.freshAddress();
    for (String body :
        List.of(
            "{}",
            "{\"code\":7}",
            "{\"code\":null}",
            "{\"code\":{\"$ne\":\"\"}}",
            "{\"code\":[\"a\"]}",
            "{\"code\":\"\"}",
            "{\"code\":\"" + "x".repeat(129) + "\"}",
            "{\"code\":\"a\",\"code\":\"b\"}",
            "{\"code\":\"a\",\"more\":1}",
            "[\"a\"]",
            "\"a\"",
            "{\"code\"",
            "")) {
      Client.Reply reply =
          client.request("POST", PATH).from(address).body("application/json", body).send();
      assertEquals(400, reply.status(), body);
    }
    info(address).expect(401);
    assertEquals(MAX_ATTEMPTS - 1, remaining(show("x".repeat(128), address)));
  }

  @Test
  void neverBansUnidentifiableClient() {
    // With two unreadable hops the client is unknown, and a ban would affect the proxy.
    for (int i = 0; i < MAX_ATTEMPTS + 2; i++) {
      assertFalse(show("wrong", "not-an-address").expect(401).json().getBoolean("banned"));
    }
  }

  @Test
  void listsAndRevokesTheOwnersSessions() {
    String address = NODE.freshAddress();
    Client.Request signIn = client.request("POST", PATH).from(address);
    signIn.header("User-Agent", "Firefox \u00e9 " + "x".repeat(600));
    JsonObject code = JsonObject.of("code", TestNode.CODE);
    Client.Reply other = signIn.json(code).send();
    Client.Reply own = show(TestNode.CODE, NODE.freshAddress());
    show(client.dailyCode(), NODE.freshAddress());
    String token = own.json().getString("token");
    List<JsonObject> sessions = sessions(token);
    JsonObject listed = session(sessions, other);
    assertEquals(address, listed.getString("address"));
    assertEquals(500, listed.getString("userAgent").length());
    assertFalse(listed.getBoolean("current"));
    assertTrue(session(sessions, own).getBoolean("current"));
    assertTrue(sessions.stream().noneMatch(one -> one.getString("address").isEmpty()));

    String path = "/api/proxy/sessions/" + listed.getString("id");
    client.request("DELETE", path).token(token).expect(200);
    String ended = other.json().getString("token");
    Client.Reply refused = client.request("GET", "/deployment/info").token(ended).send();
    assertEquals("token_revoked", refused.code(), refused.text());
    assertEquals(sessions.size() - 1, sessions(token).size());
    Client.Reply again = client.request("DELETE", path).token(token).send();
    assertEquals("404 session_not_found", again.status() + " " + again.code());

    client.request("POST", "/api/proxy/auth/logout").token(token).send();
    String third = show(TestNode.CODE, NODE.freshAddress()).json().getString("token");
    assertEquals(sessions.size() - 1, sessions(third).size());
    client.owner("GET", "/api/proxy/sessions").expect(403);
    client.request("DELETE", path + "~").token(third).expect(400);
    client.request("GET", "/api/proxy/sessions?limit=0").token(third).expect(400);
  }

  @Test
  void remembersDevice() {
    Client.Reply plain = signIn(false);
    Client.Reply remembered = signIn(true);
    assertEquals(86_400, lifetime(plain));
    assertEquals(30 * 86_400, lifetime(remembered));
    String token = plain.json().getString("token");
    assertFalse(session(sessions(token), plain).getBoolean("remembered"));
    JsonObject listed = session(sessions(token), remembered);
    assertTrue(listed.getBoolean("remembered"));
    assertEquals("code", listed.getString("method"));
    String path = "/api/proxy/sessions/" + listed.getString("id");
    client.request("DELETE", path).token(token).expect(200);
    String ended = remembered.json().getString("token");
    Client.Reply refused = client.request("GET", "/deployment/info").token(ended).send();
    assertEquals("token_revoked", refused.code());
    JsonObject visitor = JsonObject.of("code", client.dailyCode(), "remember", true);
    assertEquals(86_400, lifetime(start(visitor)));
    start(JsonObject.of("code", "wrong")).expect(401);
  }

  @Test
  void requiresRecentSignInForNewKeys() {
    String session = signIn(true).json().getString("token");
    String program = show(TestNode.CODE, NODE.freshAddress()).json().getString("token");
    makeKey("first", session).expect(201);
    NODE.clock.advance(Duration.ofMinutes(15));
    for (int i = 0; i <= MAX_ATTEMPTS; i++) {
      makeKey("second", session).expect(403, "verification_required");
    }
    client.request("GET", "/api/proxy/keys").token(session).expect(200);
    makeKey("second", program).expect(201);
    makeKey("third", signIn(false).json().getString("token")).expect(201);
  }

  private static Client.Reply makeKey(String name, String token) {
    JsonObject order = JsonObject.of("name", "step-up-" + name);
    return client.request("POST", "/api/proxy/keys").token(token).json(order).send();
  }

  private static long lifetime(Client.Reply reply) {
    return claims(reply).getLong("exp") - claims(reply).getLong("iat");
  }

  private static Client.Reply signIn(boolean remember) {
    return start(JsonObject.of("code", TestNode.CODE, "remember", remember));
  }

  private static Client.Reply start(JsonObject code) {
    Client.Request request = client.request("POST", "/api/proxy/auth/session");
    return request.from(NODE.freshAddress()).json(code).send();
  }

  private static List<JsonObject> sessions(String token) {
    return client
        .request("GET", "/api/proxy/sessions?limit=100")
        .token(token)
        .expect(200)
        .list("sessions");
  }

  private static JsonObject session(List<JsonObject> sessions, Client.Reply signedIn) {
    String id = claims(signedIn).getString("jti");
    return sessions.stream().filter(one -> one.getString("id").equals(id)).findAny().orElseThrow();
  }

  private static Client.Reply show(String code, String address) {
    return client.request("POST", PATH).from(address).json(JsonObject.of("code", code)).send();
  }

  private static Client.Request info(String address) {
    return info(client, address);
  }

  private static Client.Request info(Client one, String address) {
    return one.request("GET", "/deployment/info").from(address);
  }

  private static void isBlockedEverywhere(String address) {
    NODE.everywhere(
        one -> assertEquals("this address is blocked", info(one, address).send().error()));
  }

  private static int remaining(Client.Reply reply) {
    reply.expect(401);
    return reply.json().getInteger("attemptsRemaining");
  }

  private static JsonObject claims(Client.Reply reply) {
    String payload = reply.json().getString("token").split("\\.")[1];
    return new JsonObject(
        new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    TestNode.KEY + ", 200",
    OLD_KEY + ", 200",
    "previous-key-0123456788, 403",
  })
  void acceptsBothKeys(String key, int status) {
    info(NODE.freshAddress()).key(key).expect(status);
  }

  @ParameterizedTest
  @CsvSource({
    TestNode.CODE + ", 200",
    OLD_CODE + ", 200",
    "previous-permanent-codf, 401",
  })
  void acceptsBothCodes(String code, int status) {
    show(code, NODE.freshAddress()).expect(status);
  }

  @Test
  void requiresCurrentValues() {
    for (String name : new String[] {"PERMANENT_CODE", "API_KEY"}) {
      Map<String, String> only = Map.of("GATEHOUSE_ACCESS_PREVIOUS_" + name, OLD_KEY);
      var refused = assertThrows(SettingsException.class, () -> TestSettings.of(only));
      assertTrue(refused.getMessage().contains(" requires access."), refused.getMessage());
    }
  }
}
