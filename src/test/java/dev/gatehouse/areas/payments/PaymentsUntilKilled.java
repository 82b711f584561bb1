package dev.gatehouse.areas.payments;

import dev.gatehouse.HastyAreas;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Reply;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Payments area in a process that can be killed. It creates orders, captures each of them twice
 * concurrently, and prints the replies.
 *
 * <p>Arguments: the store's folder and the provider's address. With a third argument the process
 * creates nothing, waits until all outcomes are known, and lists the orders.
 */
final class PaymentsUntilKilled {
  private static final int BUYERS = 4;

  private final HastyAreas areas;

  private PaymentsUntilKilled(Path folder, String provider) throws IOException {
    areas =
        new HastyAreas(
            folder,
            PaymentKills.settings(provider),
            services -> List.of(PaymentsModule.of(services)));
  }

  public static void main(String[] arguments) throws IOException {
    var node = new PaymentsUntilKilled(Path.of(arguments[0]), arguments[1]);
    System.out.println("ready.");
    node.areas.lookAfterThem();
    if (arguments.length > 2) {
      node.listWhenSettled();
      System.exit(0);
    }
    for (int buyer = 0; buyer < BUYERS; buyer++) {
      Thread.ofVirtual().start(node::buy);
    }
    LockSupport.park();
  }

  private void buy() {
    while (true) {
      Reply made =
          areas.call("payments.createOrder", Map.of(), Shop.plain(Shop.order("USD", "100.00")));
      if (made instanceof Answer answer) {
        String id = answer.json().toJsonObject().getString("id");
        System.out.println("created " + id + " .");
        Thread.ofVirtual().start(() -> capture(id));
        capture(id);
      } else {
        HastyAreas.pause();
      }
    }
  }

  /** Requests the payment of an order. This test's provider treats every order as approved. */
  private void capture(String id) {
    switch (areas.call("payments.captureOrder", Map.of(), Map.of("orderID", id))) {
      case Answer answer -> System.out.println("paid " + id + " .");
      case ApiError failure -> System.out.println(failure.status() + " " + id + " .");
    }
  }

  private void listWhenSettled() {
    var capturing = Map.<String, Object>of("state", "capturing", "limit", 1L, "skip", 0L);
    while (!list(capturing).getJsonArray("orders").isEmpty()) {
      HastyAreas.pause();
    }
    int skip = 0;
    JsonObject page;
    do {
      page = list(Map.of("limit", 100L, "skip", (long) skip));
      page.getJsonArray("orders")
          .forEach(each -> {
            var order = (JsonObject) each;
            System.out.println(
                "listed " + order.getString("id") + ' ' + order.getString("state") + " .");
          });
      skip += 100;
    } while (page.getJsonObject("pagination").getBoolean("hasMore"));
    var figures =
        (Answer)
            areas.call(
                "payments.figures",
                Map.of(),
                Map.of("from", "2000-01-01T00:00:00Z", "until", "2199-01-01T00:00:00Z"));
    System.out.println("figures " + figures.json());
  }

  private JsonObject list(Map<String, Object> query) {
    return ((Answer) areas.call("payments.listOrders", query, null)).json().toJsonObject();
  }
}
