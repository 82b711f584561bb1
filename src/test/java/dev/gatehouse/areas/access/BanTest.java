package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The life cycle of bans: escalation, removal and restarts. Also covers log-outs. */
class BanTest {
  private static final String ALIVE = "/api/proxy/still-alive/status";
  private static final String BANS = "/api/proxy/bans";
  private static final int MAX = 3;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("SECURITY_MAX_ATTEMPTS", Integer.toString(MAX))
          .with("SECURITY_ALLOW_LIST", "198.51.100.0/24, 2001:db8:aaaa::/48");

  private Client client;

  @BeforeEach
  void connect() {
    client = NODE.client();
  }

  @Test
  void escalatesBanToHourDayMonthPermanent() {
    String address = NODE.freshAddress();
    for (Duration step : List.of(Duration.ofHours(1), Duration.ofHours(24), Duration.ofDays(30))) {
      guessUntilBlocked(address);
      int left = Integer.parseInt(alive(address).header("Retry-After"));
      assertTrue(Math.abs(left - step.toSeconds()) < 30, step + " is not " + left);
      NODE.clock.advance(step.minusSeconds(30));
      assertEquals(403, alive(address).status());
      NODE.clock.advance(Duration.ofSeconds(31));
      assertEquals(200, alive(address).status());
    }
    guessUntilBlocked(address);
    assertNull(alive(address).header("Retry-After"));
    NODE.clock.advance(Duration.ofDays(3_650));
    assertEquals(403, alive(address).status());
    assertNull(entry(address).getValue("until"));
  }

  @Test
  void listsBansAndUnbansOnDelete() {
    String address = NODE.freshAddress();
    guessUntilBlocked(address);
    JsonObject entry = entry(address);
    assertEquals("failed attempts", entry.getString("reason"));
    assertEquals(3, entry.getInteger("attempts"));
    assertTrue(
        entry.getString("until").matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"));
    assertEquals(200, unban(address).status());
    isAnsweredEverywhere(200, address);
    assertEquals(404, unban(address).status());
    assertEquals(400, unban("nonsense").status());
    assertEquals(3, guessUntilBlocked(address), "the count begins anew");
  }

  @Test
  void unbansThroughTheManagementInterface() throws IOException {
    String address = NODE.freshAddress();
    guessUntilBlocked(address);
    JsonObject order = new JsonObject().put("address", address);
    assertEquals(200, NODE.manage("access.unban", order).status());
    isAnsweredEverywhere(200, address);
    assertEquals(404, NODE.manage("access.unban", order).status());
  }

  @Test
  void treatsIpv6NetworkAsOneClient() {
    guessUntilBlocked("2001:db8:1:2::1");
    assertEquals(403, alive("2001:db8:1:2:ffff::9").status());
    assertEquals(200, alive("2001:db8:1:3::1").status());
    assertEquals(200, unban("2001:db8:1:2::77").status());
    isAnsweredEverywhere(200, "2001:db8:1:2::1");
  }

  @Test
  void keepsBansAttemptsAndLogoutsAfterRestart() throws IOException {
    String blocked = NODE.freshAddress();
    String suspect = NODE.freshAddress();
    guessUntilBlocked(blocked);
    assertEquals(403, guess(suspect).status());
    assertEquals(403, guess(suspect).status());
    String token = client.token(TestNode.CODE);
    assertEquals(200, info(token).status());
    assertEquals(
        200, client.request("POST", "/api/proxy/auth/logout").token(token).send().status());
    NODE.everywhere(one -> assertEquals("the token is revoked", info(one, token).error()));
    String other = client.token(TestNode.CODE);

    NODE.restart();
    connect();

    assertEquals(403, alive(blocked).status());
    assertEquals("the token is revoked", info(token).error());
    assertEquals(200, info(other).status(), "the others stay good");
    assertEquals(200, alive(suspect).status());
    guess(suspect);
    // The third attempt counts with the first two.
    isAnsweredEverywhere(403, suspect);
  }

  @Test
  void forgetsAttemptsAfterADay() {
    String address = NODE.freshAddress();
    guess(address);
    guess(address);
    NODE.clock.advance(Duration.ofHours(24).plusSeconds(1));
    guess(address);
    guess(address);
    assertEquals(200, alive(address).status());
    guess(address);
    isAnsweredEverywhere(403, address);
  }

  @Test
  void expiresTokenAfterADay() {
    String token = client.token(TestNode.CODE);
    NODE.clock.advance(Duration.ofHours(24).minusSeconds(20));
    assertEquals(200, info(token).status());
    NODE.clock.advance(Duration.ofSeconds(21));
    assertEquals("the token has expired", info(token).error());
  }

  @Test
  void rejectsLogoutWithAnApiKey() {
    Client.Reply reply = client.request("POST", "/api/proxy/auth/logout").key(TestNode.KEY).send();
    assertEquals(400, reply.status());
  }

  @Test
  void neverBansAllowlistedAddresses() {
    for (String address : List.of("198.51.100.7", "2001:db8:aaaa:1::1")) {
      for (int i = 0; i < 6; i++) {
        assertEquals("the credential is wrong", guess(address).error());
      }
      client.request("GET", "/.env").from(address).send();
      assertEquals(200, alive(address).status());
    }
  }

  @Test
  void keepsExistingBanUnchanged() throws IOException {
    String address = NODE.freshAddress();
    guessUntilBlocked(address);
    JsonObject before = entry(address);
    NODE.manage("access.ban", new JsonObject().put("address", address).put("reason", "again"));
    assertEquals(before, entry(address));
  }

  /** Guesses until blocked. Returns the number of evaluated guesses. */
  private int guessUntilBlocked(String address) {
    int tries = 0;
    while (tries < MAX && !guess(address).error().equals("this address is blocked")) {
      tries++;
    }
    isAnsweredEverywhere(403, address);
    return tries;
  }

  private static void isAnsweredEverywhere(int status, String address) {
    NODE.everywhere(one -> assertEquals(status, alive(one, address).status()));
  }

  private Client.Reply guess(String address) {
    return client
        .request("GET", "/deployment/info")
        .key("no-key-of-ours-0123")
        .from(address)
        .send();
  }

  private Client.Reply alive(String address) {
    return alive(client, address);
  }

  private static Client.Reply alive(Client one, String address) {
    return one.request("GET", ALIVE).from(address).send();
  }

  private Client.Reply info(String token) {
    return info(client, token);
  }

  private static Client.Reply info(Client one, String token) {
    return one.request("GET", "/deployment/info").token(token).send();
  }

  private Client.Reply unban(String address) {
    return client.request("DELETE", BANS + "/" + address).key(TestNode.KEY).send();
  }

  private JsonObject entry(String address) {
    return client.request("GET", BANS).key(TestNode.KEY).send().json().getJsonArray("bans").stream()
        .map(JsonObject.class::cast)
        .filter(ban -> ban.getString("address").equals(address))
        .findFirst()
        .orElseThrow();
  }
}
