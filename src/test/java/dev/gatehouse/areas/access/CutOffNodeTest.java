package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.FrozenProxy;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two nodes over one store, of which one cannot reach the store for a while. */
@Tag("slow")
@Timeout(180)
class CutOffNodeTest {
  private static final String INFO = "/deployment/info";
  private static final int MAX_REFUSALS = 4;
  @AutoClose private static FrozenProxy proxy;

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

  @RegisterExtension static final TestNode FIRST = STORE.serves(new TestNode());

  @RegisterExtension
  static final TestNode CUT =
      STORE
          .serves(new TestNode())
          .with("MONGO_SELECTION_TIMEOUT=1500ms MONGO_OPERATION_TIMEOUT=3s")
          .with("LIMITS_DEFAULT_PER_MINUTE", "15")
          .with("SECURITY_MAX_REFUSALS", "" + MAX_REFUSALS)
          .behindProxy();

  @AfterEach
  void restore() throws Exception {
    proxy.thaw();
    Waiting.until(() -> cut().key(TestNode.KEY).send().status() == 200);
  }

  private static Client.Request cut() {
    return CUT.client().request("GET", INFO).from(CUT.freshAddress());
  }

  /** Returns the first reply that does not blame the store. */
  private static Client.Reply settled(String token) {
    Client.Reply reply = cut().token(token).send();
    return reply.status() == 503 ? settled(token) : reply;
  }

  private static void logOut(String token) {
    FIRST.client().request("POST", "/api/proxy/auth/logout").token(token).expect(200);
  }

  @Test
  void rejectsRevokedTokenWhileCutOff() throws Exception {
    String token = FIRST.client().token(TestNode.CODE);
    settled(token).expect(200);
    proxy.freeze();
    logOut(token);
    for (int i = 0; i < 3; i++) {
      assertEquals(
          "1", cut().token(token).expect(503, "credentials_unconfirmed").header("Retry-After"));
    }
    cut().key(TestNode.KEY).expect(503);
    CUT.client().get("/api/proxy/still-alive/status").expect(200);
    proxy.thaw();
    assertEquals("token_revoked", settled(token).code());
  }

  /** The sender is exempt from both limits, but the node cannot know that. */
  @Test
  void bansNoOperatorWhileKeysCannotBeChecked() throws Exception {
    String address = CUT.freshAddress();
    proxy.freeze();
    for (int i = 0; i < 12; i++) {
      create(address).expect(503);
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
        .json(JsonObject.of("name", "n", "price", 1))
        .send();
  }

  @Test
  void rejectsTokenOnAllNodesAfterLogout() {
    for (int i = 0; i < 10; i++) {
      String token = FIRST.client().token(TestNode.CODE);
      settled(token).expect(200);
      logOut(token);
      assertEquals("token_revoked", settled(token).code());
    }
  }
}
