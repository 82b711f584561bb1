package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node whose memory holds three entries of each kind. The others are read from the store. */
class MoreThanIsHeldTest {
  private static final int MANY = 8;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().behindProxy().with("SECURITY_MAX_ENTRIES_IN_MEMORY", "3");

  @Test
  void enforcesEveryBanUntilLifted() throws IOException {
    List<String> banned = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      String address = NODE.freshAddress();
      NODE.manage("access.ban", JsonObject.of("address", address, "reason", "a test")).expect(200);
      banned.add(address);
    }
    for (String address : banned) {
      NODE.everywhere(one -> assertEquals(403, alive(one, address)));
    }
    assertEquals(200, alive(NODE.client(), NODE.freshAddress()));
    assertTrue(NODE.get("/openapi.json").status() == 200);
    for (String address : banned) {
      NODE.manage("access.unban", JsonObject.of("address", address)).expect(200);
      NODE.everywhere(one -> assertEquals(200, alive(one, address)));
    }
    String metrics = new Client(NODE.managementAddress()).get("/metrics").text();
    assertTrue(metrics.contains("gatehouse_gate_complete 0"), metrics);
  }

  @Test
  void enforcesEveryLogout() {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      String token = NODE.token(TestNode.CODE);
      info().token(token).expect(200);
      NODE.request("POST", "/api/proxy/auth/logout").token(token).expect(200);
      tokens.add(token);
    }
    for (String token : tokens) {
      NODE.everywhere(one -> assertEquals("the token is revoked", info(one, token)));
    }
    info().token(NODE.token(TestNode.CODE)).expect(200);
  }

  @Test
  void acceptsKeysUntilRevokedAndCountsWrongOnes() throws IOException {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      keys.add(
          NODE.manage("access.addKey", JsonObject.of("name", "key-" + i)).json().getString("key"));
    }
    for (String key : keys) {
      info().key(key).expect(200);
    }
    String address = NODE.freshAddress();
    for (int i = 0; i < 10; i++) {
      assertEquals(
          "the credential is wrong",
          info().from(address).key("wrong-key-0123-" + i).send().error());
    }
    NODE.everywhere(
        one -> assertEquals("this address is blocked", info(one, address, keys.get(7))));
    for (int i = 0; i < MANY; i++) {
      NODE.manage("access.revokeKey", JsonObject.of("name", "key-" + i));
      String key = keys.get(i);
      NODE.everywhere(
          one -> assertEquals("the credential is wrong", info(one, NODE.freshAddress(), key)));
    }
  }

  private static Client.Request info() {
    return NODE.request("GET", "/deployment/info");
  }

  private static String info(Client one, String token) {
    return one.request("GET", "/deployment/info").token(token).send().error();
  }

  private static String info(Client one, String address, String key) {
    return one.request("GET", "/deployment/info").from(address).key(key).send().error();
  }

  private static int alive(Client one, String address) {
    return one.request("GET", "/api/proxy/still-alive/status").from(address).send().status();
  }
}
