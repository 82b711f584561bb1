package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.FrozenProxy;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two nodes over one store, of which one cannot reach the store for a while. */
@Tag("slow")
@Timeout(60)
class CutOffNodeTest {
  private static final String INFO = "/deployment/info";
  private static final int MAX_REFUSALS = 4;
  private static FrozenProxy proxy;

  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @Order(2)
  @RegisterExtension
  static final BeforeAllCallback PROXY =
      context -> {
        proxy = new FrozenProxy(STORE.port());
        CutOffNodeTest.CUT.with("MONGO_URL", "mongodb://127.0.0.1:" + proxy.port() + "/gatehouse");
      };

  @RegisterExtension static final TestNode FIRST = STORE.serves(node());

  @RegisterExtension
  static final TestNode CUT =
      STORE.serves(
          node()
              .with("LIMITS_DEFAULT_PER_MINUTE", "15")
              .with("SECURITY_MAX_REFUSALS", "" + MAX_REFUSALS)
              .behindProxy());

  private static TestNode node() {
    return new TestNode()
        .with("MONGO_SELECTION_TIMEOUT", "500ms")
        .with("MONGO_OPERATION_TIMEOUT", "2s");
  }

  @AfterEach
  void restore() throws Exception {
    proxy.thaw();
    Waiting.until(() -> cut().key(TestNode.KEY).send().status() == 200);
  }

  @AfterAll
  static void close() throws IOException {
    proxy.close();
  }

  private static Client.Request cut() {
    return CUT.client().request("GET", INFO).from(CUT.freshAddress());
  }

  private static void logOut(String token) {
    Client.Reply reply =
        FIRST.client().request("POST", "/api/proxy/auth/logout").token(token).send();
    assertEquals(200, reply.status(), reply.text());
  }

  @Test
  void rejectsRevokedTokenWhileCutOff() throws Exception {
    String token = FIRST.client().token(TestNode.CODE);
    assertEquals(200, cut().token(token).send().status());
    proxy.freeze();
    logOut(token);
    for (int i = 0; i < 3; i++) {
      Client.Reply reply = cut().token(token).send();
      assertEquals(503, reply.status(), reply.text());
      assertEquals("credentials_unconfirmed", reply.json().getString("code"));
      assertEquals("1", reply.header("Retry-After"));
    }
    assertEquals(503, cut().key(TestNode.KEY).send().status());
    assertEquals(200, CUT.client().get("/api/proxy/still-alive/status").status());
    proxy.thaw();
    Waiting.until(() -> cut().token(token).send().status() != 503);
    assertEquals("token_revoked", cut().token(token).send().json().getString("code"));
  }

  /** The sender is exempt from both limits, but the node cannot know that. */
  @Test
  void bansNoOperatorWhileKeysCannotBeChecked() throws Exception {
    String address = CUT.freshAddress();
    proxy.freeze();
    for (int i = 0; i < 12; i++) {
      assertEquals(503, create(address).status());
    }
    var replies = new ConcurrentLinkedQueue<Integer>();
    var back = new AtomicBoolean();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        threads.submit(() -> {
          while (!back.get()) {
            replies.add(cut().key(TestNode.KEY).from(address).send().status());
          }
        });
      }
      Waiting.until(() -> Collections.frequency(replies, 429) > 10 * MAX_REFUSALS);
      // A ban can only be stored when the store returns.
      proxy.thaw();
      Waiting.until(() -> cut().key(TestNode.KEY).send().status() == 200);
      back.set(true);
    }
    Waiting.until(() -> create(address).status() == 201);
  }

  private static Client.Reply create(String address) {
    Client.Request request = CUT.client().request("POST", "/api/proxy/products");
    return request
        .key(TestNode.KEY)
        .from(address)
        .json(new JsonObject().put("name", "n").put("price", 1))
        .send();
  }

  @Test
  void rejectsTokenOnAllNodesAfterLogout() {
    for (int i = 0; i < 10; i++) {
      String token = FIRST.client().token(TestNode.CODE);
      assertEquals(200, cut().token(token).send().status());
      logOut(token);
      Client.Reply reply = cut().token(token).send();
      assertEquals("token_revoked", reply.json().getString("code"), reply.text());
    }
  }
}
