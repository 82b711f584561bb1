package dev.gatehouse.http;

import static dev.gatehouse.http.EveryStatusTest.expect;
import static dev.gatehouse.http.EveryStatusTest.owner;
import static dev.gatehouse.http.EveryStatusTest.seen;
import static org.junit.jupiter.api.Assertions.fail;

import dev.gatehouse.Client;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Statuses of mail, hire forms and push that their own tests do not provoke. */
final class NoticeStatuses {
  /** The number of hire requests that an address may send per hour. */
  private static final int AT_ONCE = 3;

  private static final int ROUNDS = 30;

  private NoticeStatuses() {}

  static void provoke() {
    String previews = "/api/proxy/email/previews";
    expect("notifications.previewMail", 200, owner("GET", previews));
    expect("notifications.previewMail", 404, owner("GET", previews + "?kind=letter"));
    JsonObject letter =
        new JsonObject().put("to", "a@example.org").put("subject", "s").put("body", "b");
    underWay("notifications.sendEmail", "/api/proxy/email/send", letter);
    JsonObject form =
        new JsonObject()
            .put("name", "A Visitor")
            .put("email", "a@example.org")
            .put("projectType", "site")
            .put("budget", "hourly")
            .put("description", "d");
    underWay("notifications.hire", "/api/proxy/hire", form);
    JsonObject old = new JsonObject().put("subject", "s").put("body", "b");
    underWay("notifications.hireLegacy", "/api/proxy/hire/send", old);
    subscriptions();
  }

  /**
   * Of several concurrent requests with one Idempotency-Key, one is executed and the others get the
   * error status.
   */
  static void underWay(String operation, String path, JsonObject body) {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int round = 0; round < ROUNDS; round++) {
        String key = operation + round;
        String address = EveryStatusTest.NODE.freshAddress();
        Supplier<Client.Request> one =
            () -> owner("POST", path).from(address).header("Idempotency-Key", key).json(body);
        Callable<Integer> send = () -> one.get().send().status();
        List<Integer> statuses =
            threads.invokeAll(Collections.nCopies(AT_ONCE, send)).stream()
                .map(Future::resultNow)
                .toList();
        if (statuses.contains(409)) {
          seen(operation, 409);
          return;
        }
      }
      fail(operation + ": never under way");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The node of this test accepts only one subscription. */
  private static void subscriptions() {
    String path = "/api/proxy/push/subscriptions";
    expect("notifications.subscribe", 201, owner("POST", path).json(subscription("one")));
    expect("notifications.subscribe", 409, owner("POST", path).json(subscription("two")));
    String id =
        expect("notifications.listSubscriptions", 200, owner("GET", path))
            .json()
            .getJsonArray("subscriptions")
            .getJsonObject(0)
            .getString("_id");
    expect("notifications.endSubscription", 200, owner("DELETE", path + "/" + id));
    expect("notifications.endSubscription", 404, owner("DELETE", path + "/" + id));
  }

  /** Returns keys from the example of RFC 8291. */
  private static JsonObject subscription(String name) {
    JsonObject keys =
        new JsonObject()
            .put(
                "p256dh",
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
            .put("auth", "BTBZMqHH6r4Tts7J_aSIgg");
    return new JsonObject().put("endpoint", "https://127.0.0.1:9/" + name).put("keys", keys);
  }
}
