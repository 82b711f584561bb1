package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.FrozenProxy;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two nodes over one store, of which one cannot reach the store for a while. */
@Timeout(60)
class CutOffNodeTest {
  private static final String INFO = "/deployment/info";
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
  @RegisterExtension static final TestNode CUT = STORE.serves(node());

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
    return CUT.client().request("GET", INFO);
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
