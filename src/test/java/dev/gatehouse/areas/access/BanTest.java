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
      alive(address).expect(403);
      NODE.clock.advance(Duration.ofSeconds(31));
      alive(address).expect(200);
    }
    guessUntilBlocked(address);
    assertNull(alive(address).header("Retry-After"));
    NODE.clock.advance(Duration.ofDays(3_650));
    alive(address).expect(403);
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
    unban(address).expect(200);
    isAnsweredEverywhere(200, address);
    unban(address).expect(404, "ban_not_found");
    unban("nonsense").expect(400, "parameter_invalid");
    assertEquals(3, guessUntilBlocked(address), "the count begins anew");
  }

  @Test
  void treatsIpv6NetworkAsOneClient() {
    guessUntilBlocked("2001:db8:1:2::1");
    alive("2001:db8:1:2:ffff::9").expect(403);
    alive("2001:db8:1:3::1").expect(200);
    unban("2001:db8:1:2::77").expect(200);
    isAnsweredEverywhere(200, "2001:db8:1:2::1");
  }

  @Test
  void keepsBansAttemptsAndLogoutsAfterRestart() throws IOException {
    String blocked = NODE.freshAddress();
    String suspect = NODE.freshAddress();
    guessUntilBlocked(blocked);
    guess(suspect).expect(403);
    guess(suspect).expect(403);
    String token = client.token(TestNode.CODE);
    info(token).expect(200);
    client.request("POST", "/api/proxy/auth/logout").token(token).expect(200);
    NODE.everywhere(one -> assertEquals("the token is revoked", info(one, token).error()));
    String other = client.token(TestNode.CODE);

    NODE.restart();
    connect();

    alive(blocked).expect(403);
    assertEquals("the token is revoked", info(token).error());
    assertEquals(200, info(other).status(), "the others stay good");
    alive(suspect).expect(200);
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
    alive(address).expect(200);
    guess(address);
    isAnsweredEverywhere(403, address);
  }

  @Test
  void rejectsLogoutWithAnApiKey() {
    client.owner("POST", "/api/proxy/auth/logout").expect(400, "token_required");
  }

  @Test
  void neverBansAllowlistedAddresses() {
    for (String address : List.of("198.51.100.7", "2001:db8:aaaa:1::1")) {
      for (int i = 0; i < 6; i++) {
        assertEquals("the credential is wrong", guess(address).error());
      }
      client.request("GET", "/.env").from(address).send();
      alive(address).expect(200);
    }
  }

  @Test
  void keepsExistingBanUnchanged() throws IOException {
    String address = NODE.freshAddress();
    guessUntilBlocked(address);
    JsonObject before = entry(address);
    NODE.manage("access.ban", JsonObject.of("address", address, "reason", "again"));
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
    NODE.everywhere(one -> alive(one, address).expect(status));
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
    return client.owner("DELETE", BANS + "/" + address).send();
  }

  private JsonObject entry(String address) {
    return client.owner("GET", BANS).send().list("bans").stream()
        .filter(ban -> ban.getString("address").equals(address))
        .findFirst()
        .orElseThrow();
  }
}
