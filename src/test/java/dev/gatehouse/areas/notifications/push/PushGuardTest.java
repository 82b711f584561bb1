package dev.gatehouse.areas.notifications.push;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An endpoint is checked at each delivery too, because its address may have changed. */
class PushGuardTest {
  @RegisterExtension
  static final TestNode NODE = new TestNode().with("PUSH_PRIVATE_NETWORKS", "true");

  @Test
  void rechecksStoredEndpointOnDelivery() throws IOException {
    try (var service = new PushService()) {
      JsonObject subscription =
          PushSubscriber.fresh().subscription(service.endpoint("201", "reader"));
      post("/api/proxy/push/subscriptions", subscription).expect(201);
      assertEquals(1, pushed().getInteger("pushCount"));

      NODE.with("PUSH_PRIVATE_NETWORKS", "false").restart();
      JsonObject refused = pushed();
      assertFalse(refused.getBoolean("pushSent"));
      assertEquals(0, refused.getInteger("pushCount"));
      assertEquals("endpoint must begin with https://", refused.getString("pushError"));
      assertEquals(1, service.messages().size(), "nothing went there");

      NODE.with("PUSH_PRIVATE_NETWORKS", "true").restart();
      assertEquals(1, pushed().getInteger("pushCount"), "the subscription is kept");
    }
  }

  private static JsonObject pushed() {
    JsonObject notification = JsonObject.of("title", "t", "body", "b");
    return post("/api/proxy/notify", notification).json().getJsonObject("data");
  }

  private static Client.Reply post(String path, JsonObject body) {
    return NODE.owner("POST", path).json(body).send();
  }
}
