package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limit, expiry, renewal and uses of API keys. */
class KeyTermsTest {
  private static final String KEYS = "/api/proxy/keys";
  private static final String BANS = "/api/proxy/bans";
  private static final int LIMIT = 60;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("LIMITS_DEFAULT_PER_MINUTE=45 LIMITS_OPERATOR_PER_MINUTE=1000");

  private static JsonObject made(JsonObject order) throws IOException {
    return NODE.manage("access.addKey", order).expect(201).json();
  }

  private static Client.Reply ask(String key, String address) {
    return NODE.request("GET", BANS).from(address).key(key).send();
  }

  private static JsonObject listed(String name) {
    JsonArray keys = NODE.request("GET", KEYS).token(token()).answer().getJsonArray("keys");
    return Samples.one(keys, "name", name);
  }

  private static String token() {
    return NODE.login(TestNode.CODE).from(NODE.freshAddress()).answer().getString("token");
  }

  @Test
  void appliesOwnLimitAndNeverBans() throws IOException {
    String address = NODE.freshAddress();
    String key =
        made(JsonObject.of("name", "bot", "scopes", JsonArray.of("bans"), "perMinute", LIMIT))
            .getString("key");
    for (int i = 0; i < LIMIT; i++) {
      assertEquals(200, ask(key, address).status(), "request " + i);
    }
    for (int i = 0; i < 150; i++) {
      Client.Reply refused = ask(key, address).expect(429);
      assertTrue(refused.text().contains("retry after"), refused.text());
    }
    // Other clients of the address have the general limit, and no ban.
    NODE.request("GET", "/api/proxy/products").from(address).expect(200);
  }

  @Test
  void listsUses() throws Exception {
    String address = NODE.freshAddress();
    String key =
        made(JsonObject.of("name", "seen", "scopes", JsonArray.of("bans"))).getString("key");
    assertNull(listed("seen").getString("lastUsedAt"));
    for (int i = 0; i < 3; i++) {
      ask(key, address).expect(200);
    }
    NODE.manage("jobs.run", JsonObject.of("name", "access.storeKeyUses")).expect(200);
    Waiting.until(() -> listed("seen").getInteger("uses") == 3);
    assertEquals(address, listed("seen").getString("lastAddress"));
    assertNotNull(listed("seen").getString("lastUsedAt"));
  }

  @Test
  void rejectsExpiredKey() throws IOException {
    String address = NODE.freshAddress();
    String key =
        made(JsonObject.of(
                "name", "brief", "scopes", JsonArray.of("bans"), "lifetimeSeconds", 3_600))
            .getString("key");
    ask(key, address).expect(200);
    NODE.clock.advance(Duration.ofMinutes(61));
    Client.Reply refused = ask(key, address).expect(403);
    assertTrue(refused.text().contains("the API key brief expired"), refused.text());
  }

  @Test
  void renewsUnderTheSameName() throws IOException {
    String address = NODE.freshAddress();
    String old =
        made(JsonObject.of("name", "mail", "scopes", JsonArray.of("bans"), "perMinute", 500))
            .getString("key");
    JsonObject order = JsonObject.of("name", "mail", "overlapSeconds", 7_200);
    String renewed = NODE.manage("access.renewKey", order).expect(201).json().getString("key");
    assertNotEquals(old, renewed);
    ask(old, address).expect(200);
    ask(renewed, address).expect(200);
    assertEquals(500, listed("mail").getInteger("perMinute"));
    assertNotNull(listed("mail.previous").getString("expiresAt"));
    NODE.clock.advance(Duration.ofHours(2));
    ask(old, address).expect(403);
    ask(renewed, address).expect(200);
    NODE.manage("access.renewKey", order).expect(201);
    NODE.manage("access.renewKey", order.put("name", "none")).expect(404);
  }

  @Test
  void revokesReplacedKeyWithTheKey() throws IOException {
    String address = NODE.freshAddress();
    JsonObject name = JsonObject.of("name", "stolen");
    String old = made(name.copy().put("scopes", JsonArray.of("bans"))).getString("key");
    NODE.manage("access.renewKey", name.copy().put("overlapSeconds", 86_400));
    ask(old, address).expect(200);
    Client.Reply revoked = NODE.manage("access.revokeKey", name);
    assertEquals("stolen and stolen.previous are revoked", revoked.json().getString("message"));
    ask(old, address).expect(403);
    NODE.manage("access.revokeKey", name).expect(404);
  }
}
