package dev.gatehouse.areas.notifications.push;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Browsers subscribed at a node during a test, and an owner who notifies them. */
final class PushCaller implements BeforeEachCallback, AfterEachCallback {
  static final String SUBSCRIPTIONS = "/api/proxy/push/subscriptions";

  private final TestNode node;
  private final PushService service;
  private final List<JsonObject> subscribed = new ArrayList<>();

  PushCaller(TestNode node, PushService service) {
    this.node = node;
    this.service = service;
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    service.forget();
  }

  @Override
  public void afterEach(ExtensionContext test) {
    subscribed.forEach(browser -> request("DELETE", SUBSCRIPTIONS, browser));
  }

  /** The subscriptions, the oldest first. */
  List<JsonObject> subscribed() {
    return subscribed;
  }

  void subscribe(PushSubscriber browser, String endpoint) {
    JsonObject subscription = browser.subscription(endpoint);
    Client.Reply reply = request("POST", SUBSCRIPTIONS, subscription);
    assertEquals(201, reply.status(), reply.text());
    subscribed.add(subscription);
  }

  /** Notifies all subscribers. Returns the results. */
  JsonObject notify(String title, String body) {
    Client.Reply reply =
        request(
            "POST", "/api/proxy/notify", new JsonObject().put("title", title).put("body", body));
    assertEquals(200, reply.status(), reply.text());
    return reply.json().getJsonObject("data");
  }

  Client.Reply request(String method, String path, JsonObject body) {
    return node.client().request(method, path).key(TestNode.KEY).json(body).send();
  }
}
