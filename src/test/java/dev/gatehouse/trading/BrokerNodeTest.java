package dev.gatehouse.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A whole node whose positions are a broker's, and the broker is away. */
class BrokerNodeTest {
  private static final String PATH = "/api/proxy/public/trading/positions";
  private static final String SECRET = "the-brokers-secret";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("TRADING_POSITIONS_URL", "http://127.0.0.1:" + closedPort())
          .with("TRADING_POSITIONS_KEY_ID", "the-brokers-id")
          .with("TRADING_POSITIONS_SECRET", SECRET);

  @Test
  void whatNobodyWouldSeeIsNotTaken() {
    Client.Reply refused =
        NODE.client()
            .request("PUT", PATH)
            .key(TestNode.KEY)
            .json(new JsonObject().put("positions", new JsonArray()))
            .send();
    assertEquals(409, refused.status(), refused.text());
  }

  @Test
  void aBrokerThatIsAwayIsABadGateway() {
    Client.Reply reply = NODE.client().get(PATH);
    assertEquals(502, reply.status(), reply.text());
    assertFalse(reply.text().contains(SECRET), reply.text());
  }

  private static int closedPort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
