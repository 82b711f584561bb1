package dev.gatehouse.areas.notifications.push;

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
    request("POST", SUBSCRIPTIONS, subscription).expect(201);
    subscribed.add(subscription);
  }

  /** Notifies all subscribers. Returns the results. */
  JsonObject notify(String title, String body) {
    return request("POST", "/api/proxy/notify", JsonObject.of("title", title, "body", body))
        .expect(200)
        .json()
        .getJsonObject("data");
  }

  Client.Reply request(String method, String path, JsonObject body) {
    return node.client().owner(method, path).json(body).send();
  }
}
