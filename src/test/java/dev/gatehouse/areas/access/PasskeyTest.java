package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.access.PasskeyVerifier.RelyingParty;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Adding passkeys, signing in with them, and the penalties for wrong signatures. */
class PasskeyTest {
  private static final String PASSKEYS = "/api/proxy/passkeys";
  private static final String SIGN_IN = "/api/proxy/auth/passkey";
  private static final int MAX_ATTEMPTS = 3;
  private static final int MAX_PASSKEYS = 20;

  /** What can be wrong with a response. */
  private static final Map<String, Consumer<TestAuthenticator>> WRONG =
      Map.of(
          "origin", one -> one.origin = "https://gate.example.com",
          "port", one -> one.origin = TestAuthenticator.ORIGIN + ":8443",
          "relying party", one -> one.host = "example.org",
          "type", one -> one.type = "webauthn.other",
          "user not verified", one -> one.verified = false);

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("PUBLIC_URL", TestAuthenticator.ORIGIN)
          .with("SECURITY_MAX_ATTEMPTS", Integer.toString(MAX_ATTEMPTS));

  private static Client client;
  private static String token;

  @BeforeAll
  static void connect() {
    client = NODE.client();
    token = client.token(TestNode.CODE);
  }

  @Test
  void signsInWithoutAName() {
    var authenticator = new TestAuthenticator();
    authenticator.counter = 1;
    String id = added(authenticator, "Laptop");
    JsonObject listed = listed(id);
    assertEquals("Laptop", listed.getString("name"));
    assertEquals(TestAuthenticator.ORIGIN, listed.getString("origin"));
    assertFalse(listed.getBoolean("synced"));
    assertNull(listed.getValue("lastUsedAt"));
    JsonObject options = options();
    assertEquals(TestAuthenticator.HOST, options.getString("rpId"));
    assertEquals("required", options.getString("userVerification"));
    authenticator.counter = 2;
    Client.Reply reply = signIn(authenticator.sign(options)).expect(200);
    assertEquals("no-store", reply.header("Cache-Control"));
    String other = reply.json().getString("token");
    List<JsonObject> sessions =
        client.request("GET", "/api/proxy/sessions").token(other).send().list("sessions");
    JsonObject current =
        sessions.stream().filter(one -> one.getBoolean("current")).findAny().orElseThrow();
    assertEquals("passkey", current.getString("method"));
    assertNotNull(listed(id).getString("lastUsedAt"));
    delete(id);
  }

  @Test
  void acceptsSyncedPasskeyWithoutCounter() {
    var authenticator = new TestAuthenticator();
    authenticator.synced = true;
    String id = added(authenticator, "Phone");
    assertTrue(listed(id).getBoolean("synced"));
    for (int i = 0; i < 3; i++) {
      signIn(authenticator.sign(options())).expect(200);
    }
    delete(id);
  }

  static Stream<String> wrong() {
    return WRONG.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void rejectsWrongResponses(String what) {
    var authenticator = new TestAuthenticator();
    WRONG.get(what).accept(authenticator);
    add(authenticator, "Wrong").expect(400, "content_invalid");
    var known = new TestAuthenticator();
    String id = added(known, "Right");
    WRONG.get(what).accept(known);
    isRefused(signIn(known.sign(options())));
    delete(id);
  }

  @Test
  void rejectsWrongSignatureAndOtherKey() {
    var authenticator = new TestAuthenticator();
    String id = added(authenticator, "Laptop");
    JsonObject signed = authenticator.sign(options());
    isRefused(
        signIn(
            signed.copy().put("signature", authenticator.sign(options()).getString("signature"))));
    isRefused(signIn(signed.copy().put("signature", "AAAA")));
    isRefused(signIn(signed.copy().put("authenticatorData", "AAAA")));
    isRefused(signIn(new TestAuthenticator().sign(options()).put("id", signed.getString("id"))));
    isRefused(signIn(new TestAuthenticator().sign(options())));
    signIn(signed).expect(200);
    delete(id);
  }

  @Test
  void rejectsCounterThatGoesBack() {
    var authenticator = new TestAuthenticator();
    authenticator.counter = 5;
    String id = added(authenticator, "Security key");
    for (long counter : new long[] {5, 4, 0}) {
      authenticator.counter = counter;
      isRefused(signIn(authenticator.sign(options())));
    }
    authenticator.counter = 6;
    signIn(authenticator.sign(options())).expect(200);
    isRefused(signIn(authenticator.sign(options())));
    delete(id);
  }

  @Test
  void acceptsEachChallengeOnceForItsPurpose() {
    var authenticator = new TestAuthenticator();
    JsonObject creation = creationOptions();
    String id = post(PASSKEYS, authenticator.create(creation, "Laptop")).json().getString("id");
    var other = new TestAuthenticator();
    isExpired(post(PASSKEYS, other.create(creation, "Other")));
    isExpired(post(PASSKEYS, other.create(options(), "Other")));
    String address = NODE.freshAddress();
    JsonObject signed = authenticator.sign(options());
    signIn(signed, address).expect(200);
    for (int i = 0; i <= MAX_ATTEMPTS; i++) {
      isExpired(signIn(signed, address));
    }
    isExpired(signIn(authenticator.sign(creationOptions())));
    isExpired(signIn(authenticator.sign(JsonObject.of("challenge", "AAAA"))));
    isExpired(signIn(authenticator.sign(new JsonObject())));
    isExpired(signIn(authenticator.sign(options()).put("clientDataJSON", "AAAAA")));
    delete(id);
  }

  @Test
  void rejectsExpiredChallenge() {
    var authenticator = new TestAuthenticator();
    String id = added(authenticator, "Laptop");
    JsonObject signed = authenticator.sign(options());
    NODE.clock.advance(PasskeyChallenges.LIFETIME.plus(Duration.ofSeconds(1)));
    isExpired(signIn(signed));
    delete(id);
  }

  @Test
  void countsWrongSignatureLikeWrongCode() {
    var authenticator = new TestAuthenticator();
    String id = added(authenticator, "Laptop");
    String address = NODE.freshAddress();
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      isRefused(signIn(authenticator.sign(options()).put("signature", "AAAA"), address));
    }
    assertEquals("banned", signIn(authenticator.sign(options()), address).code());
    signIn(authenticator.sign(options())).expect(200);
    delete(id);
  }

  @Test
  void endsSessionsOfDeletedPasskey() {
    var authenticator = new TestAuthenticator();
    String id = added(authenticator, "Lost phone");
    String theirs = signIn(authenticator.sign(options())).json().getString("token");
    String own = signIn(authenticator.sign(options())).json().getString("token");
    JsonObject later = authenticator.sign(options());
    change("DELETE", id).token(own).expect(200);
    assertEquals("token_revoked", get(theirs).json().getString("code"));
    get(own).expect(200);
    get(token).expect(200);
    isRefused(signIn(later));
    assertEquals("passkey_not_found", change("DELETE", id).token(own).answer().getString("code"));
  }

  @Test
  void renamesPasskey() {
    String id = added(new TestAuthenticator(), "Laptop");
    JsonObject name = JsonObject.of("name", "Old laptop");
    change("PUT", id).token(token).json(name).expect(200);
    assertEquals("Old laptop", listed(id).getString("name"));
    delete(id);
    change("PUT", id).token(token).json(name).expect(404);
  }

  @Test
  void limitsPasskeysAndExcludesKnownOnes() {
    var authenticator = new TestAuthenticator();
    added(authenticator, "First");
    JsonArray excluded = creationOptions().getJsonArray("excludeCredentials");
    assertTrue(
        excluded.stream()
            .map(JsonObject.class::cast)
            .anyMatch(one -> one.getString("id").equals(authenticator.credentialId())));
    assertEquals("passkey_exists", add(authenticator, "Again").json().getString("code"));
    int before = get(PASSKEYS, token).list("passkeys").size();
    for (int i = before; i < MAX_PASSKEYS; i++) {
      added(new TestAuthenticator(), "Key " + i);
    }
    assertEquals(
        "record_limit_reached", add(new TestAuthenticator(), "x").json().getString("code"));
    List<JsonObject> all = get(PASSKEYS, token).list("passkeys");
    assertEquals(MAX_PASSKEYS, all.size());
    all.forEach(one -> delete(one.getString("id")));
  }

  private static void isRefused(Client.Reply reply) {
    reply.expect(401, "passkey_invalid");
  }

  private static void isExpired(Client.Reply reply) {
    reply.expect(400, "challenge_expired");
  }

  private static JsonObject options() {
    return client
        .request("POST", SIGN_IN + "/options")
        .from(NODE.freshAddress())
        .expect(200)
        .json();
  }

  private static JsonObject creationOptions() {
    return client.request("POST", PASSKEYS + "/options").token(token).answer();
  }

  private static Client.Reply signIn(JsonObject signed) {
    return signIn(signed, NODE.freshAddress());
  }

  private static Client.Reply signIn(JsonObject signed, String address) {
    return client.request("POST", SIGN_IN).from(address).json(signed).send();
  }

  private static Client.Reply post(String path, JsonObject body) {
    return client.request("POST", path).token(token).json(body).send();
  }

  private static Client.Reply add(TestAuthenticator authenticator, String name) {
    return post(PASSKEYS, authenticator.create(creationOptions(), name));
  }

  private static String added(TestAuthenticator authenticator, String name) {
    return add(authenticator, name).expect(201).json().getString("id");
  }

  private static Client.Request change(String method, String id) {
    return client.request(method, PASSKEYS + '/' + id);
  }

  private static void delete(String id) {
    change("DELETE", id).token(token).expect(200);
  }

  private static Client.Reply get(String bearer) {
    return get("/deployment/info", bearer);
  }

  private static Client.Reply get(String path, String bearer) {
    return client.request("GET", path).token(bearer).send();
  }

  private static JsonObject listed(String id) {
    return Samples.one(get(PASSKEYS, token).json().getJsonArray("passkeys"), "id", id);
  }

  /** Addresses for which browsers store passkeys. */
  @ParameterizedTest
  @CsvSource({
    "https://gate.example.org, http://127.0.0.1:8080, gate.example.org, https://gate.example.org,"
        + " ''",
    "https://Gate.Example.org:443/api, http://x, gate.example.org, https://gate.example.org, ''",
    "https://example.org:8443, http://x, example.org, https://example.org:8443, ''",
    "http://localhost:8080, http://x, localhost, http://localhost:8080, ''",
    "'', http://localhost:8080, localhost, http://localhost:8080, ''",
    "'', http://127.0.0.1:8080, '', '', 'passkeys need the setting public.url, or"
        + " http://localhost'",
    "'', https://evil.example, '', '', 'passkeys need the setting public.url, or http://localhost'",
    "http://gate.example.org, http://localhost, '', '', passkeys need https in public.url",
    "https://203.0.113.7, http://x, '', '', 'passkeys need a host name in public.url, not an IP"
        + " address'",
    "https://[2001:db8::1], http://x, '', '', 'passkeys need a host name in public.url, not an IP"
        + " address'",
    "'', 'http://a b', '', '', the address of this service has no valid host name",
  })
  void bindsPasskeysToHostNameWithTls(
      String publicUrl, String requested, String id, String origin, String problem) {
    assertEquals(new RelyingParty(id, origin, problem), RelyingParty.of(publicUrl, requested));
  }
}
