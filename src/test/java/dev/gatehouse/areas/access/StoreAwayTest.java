package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The security checks while attempts and bans cannot be stored: no credential is evaluated, and no
 * attempt is counted or banned.
 */
class StoreAwayTest {
  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension
  static final TestNode NODE =
      STORE.serves(new TestNode().behindProxy().with("MONGO_SELECTION_TIMEOUT", "2s"));

  @Test
  void countsNoAttemptsWhileStoreIsDown() throws Exception {
    String address = NODE.freshAddress();
    String known = NODE.freshAddress();
    Waiting.until(() -> info(known).key(TestNode.KEY).send().status() == 200);
    String forged = NODE.token(TestNode.CODE).replaceFirst("[^.]{43}$", "A".repeat(43));
    STORE.stop();
    try {
      for (int i = 0; i < 4; i++) {
        for (Client.Request request :
            List.of(
                code("wrong-" + i, address), code(TestNode.CODE, address),
                info(address).key("wrong-key-number-" + i), info(address).key(TestNode.KEY),
                info(address).token(forged), NODE.request("GET", "/.env").from(address))) {
          assertTrue(Integer.parseInt(request.expect(503).header("Retry-After")) > 0);
        }
      }
      // Another node may have banned the address or revoked the key meanwhile.
      Waiting.until(() -> info(known).key(TestNode.KEY).send().status() == 503);
      alive(address).expect(200);
    } finally {
      STORE.start();
    }
    Waiting.until(() -> code("wrong", NODE.freshAddress()).send().status() == 401);
    // On a busy machine, a command can still take longer than the node waits.
    var first = new AtomicReference<Client.Reply>();
    Waiting.until(() -> {
      first.set(code("wrong", address).send());
      return first.get().status() == 401;
    });
    assertEquals(9, first.get().json().getInteger("attemptsRemaining"), "the first that counts");
    Waiting.until(() -> code(TestNode.CODE, address).send().status() == 200);
  }

  private static Client.Request code(String code, String address) {
    return NODE.login(code).from(address);
  }

  private static Client.Request info(String address) {
    return NODE.request("GET", "/deployment/info").from(address);
  }

  private static Client.Reply alive(String address) {
    return NODE.request("GET", "/api/proxy/still-alive/status").from(address).send();
  }
}
