package dev.gatehouse.areas.access;

import static dev.gatehouse.areas.access.AtOnce.statuses;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two nodes over one store that exchange only stored data. */
@Tag("slow")
class TwoNodesTest {
  private static final String INFO = "/deployment/info";
  private static final int CALLERS = 30;
  private static final int KEYS = 12;
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension static final TestNode FIRST = STORE.serves(node());
  @RegisterExtension static final TestNode SECOND = STORE.serves(node());

  private static TestNode node() {
    return new TestNode().behindProxy().with("PUBLIC_URL", TestAuthenticator.ORIGIN);
  }

  /** The other node's memory does not contain the ban yet, so the stored state decides. */
  @Test
  void enforcesAttemptLimitAcrossNodes() {
    String token = FIRST.client().token(TestNode.CODE);
    for (TestNode here : List.of(FIRST, SECOND)) {
      TestNode elsewhere = here == FIRST ? SECOND : FIRST;
      String byKey = FIRST.freshAddress();
      String byToken = FIRST.freshAddress();
      exhaust(elsewhere, byKey);
      assertEquals("this address is blocked", ask(here, byKey).key(TestNode.KEY).send().error());
      exhaust(elsewhere, byToken);
      assertEquals("this address is blocked", ask(here, byToken).token(token).send().error());
      ask(here, FIRST.freshAddress()).key(TestNode.KEY).expect(200);
    }
  }

  /** The other node's memory does not contain the key yet, so the stored state decides. */
  @Test
  void acceptsKeysOfAnotherNodeWithoutAttempt() throws IOException {
    for (TestNode here : List.of(FIRST, SECOND)) {
      TestNode elsewhere = here == FIRST ? SECOND : FIRST;
      String address = FIRST.freshAddress();
      for (int i = 0; i < KEYS; i++) {
        String key = newKey(elsewhere, "deployment");
        ask(here, address).key(key).expect(200);
      }
      String other = newKey(elsewhere, "bans");
      assertEquals(
          "the credential does not cover this operation",
          ask(here, address).key(other).send().error());
      exhaust(here, address);
      String late = newKey(elsewhere, "deployment");
      assertEquals("this address is blocked", ask(here, address).key(late).send().error());
    }
  }

  private static String newKey(TestNode node, String scope) throws IOException {
    JsonObject order =
        JsonObject.of("name", "key-" + NUMBERS.incrementAndGet(), "scopes", List.of(scope));
    return node.manage("access.addKey", order).json().getString("key");
  }

  private static void exhaust(TestNode node, String address) {
    for (int i = 0; i < 10; i++) {
      assertEquals(
          "the credential is wrong",
          ask(node, address).key("wrong-key-number-" + i).send().error());
    }
  }

  private static Client.Request ask(TestNode node, String address) {
    return node.client().request("GET", INFO).from(address);
  }

  /** One node creates the challenges, and the other verifies the signatures. */
  @Test
  void acceptsOneOfThirtyUsesOfAChallenge() throws Exception {
    String passkeys = "/api/proxy/passkeys";
    String signIn = "/api/proxy/auth/passkey";
    var authenticator = new TestAuthenticator();
    String token = FIRST.client().token(TestNode.CODE);
    String id = added(SECOND, authenticator, token);
    String signed =
        authenticator.sign(FIRST.client().request("POST", signIn + "/options").answer()).encode();
    String address = FIRST.freshAddress();
    List<RawClient.Reply> replies = atOnce(n -> AtOnce.json(signIn, address, signed));
    Map<Integer, Long> statuses = statuses(replies);
    assertEquals(1, statuses.get(200), statuses::toString);
    assertTrue(List.of(200, 400, 429, 503).containsAll(statuses.keySet()), statuses::toString);
    FIRST.client().request("DELETE", passkeys + '/' + id).token(token).expect(200);
  }

  /** Adds a passkey, whose challenge is of the first node, to a node. Returns its id. */
  private static String added(TestNode node, TestAuthenticator authenticator, String token) {
    String passkeys = "/api/proxy/passkeys";
    JsonObject creation =
        FIRST.client().request("POST", passkeys + "/options").token(token).answer();
    JsonObject order = authenticator.create(creation, "Laptop");
    Client.Request add = node.client().request("POST", passkeys).token(token).json(order);
    return add.expect(201).json().getString("id");
  }

  /**
   * Clients that leave before their whole request has come are no attempts, and use no challenge.
   */
  @Test
  void countsNoSignInsOfClientsThatLeave() throws Exception {
    String signIn = "/api/proxy/auth/passkey";
    var authenticator = new TestAuthenticator();
    String token = FIRST.client().token(TestNode.CODE);
    String id = added(FIRST, authenticator, token);
    JsonObject signed =
        authenticator.sign(FIRST.client().request("POST", signIn + "/options").answer());
    String body = signed.encode();
    String address = FIRST.freshAddress();
    for (int i = 0; i < CALLERS; i++) {
      try (RawClient client = (i % 2 == 0 ? FIRST : SECOND).raw()) {
        String whole = AtOnce.json(signIn, address, body);
        client.send(whole.substring(0, whole.length() - 1));
      }
    }
    SECOND.client().request("POST", signIn).from(address).json(signed).expect(200);
    FIRST.client().request("DELETE", "/api/proxy/passkeys/" + id).token(token).send();
  }

  private static List<RawClient.Reply> atOnce(java.util.function.IntFunction<String> request)
      throws Exception {
    return AtOnce.send(CALLERS, n -> (n % 2 == 0 ? FIRST : SECOND).raw(), request);
  }
}
