package dev.gatehouse.killed;

import dev.gatehouse.HastyAreas;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Reply;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** Creates orders and captures each of them twice at the same time. */
final class Payer implements AreasUntilKilled.Kind {
  private static final int BUYERS = 2;
  private static final int PAGE = 100;

  private final HastyAreas areas;

  Payer(HastyAreas areas) {
    this.areas = areas;
  }

  @Override
  public void begin() {
    for (int buyer = 0; buyer < BUYERS; buyer++) {
      Thread.ofVirtual().start(this::buy);
    }
  }

  private void buy() {
    Map<String, Object> amount = Map.of("currency_code", "USD", "value", DirectPayments.PRICE);
    Map<String, Object> order =
        Map.of("intent", "CAPTURE", "purchase_units", List.of(Map.of("amount", amount)));
    while (true) {
      Reply made = areas.call("payments.createOrder", Map.of(), order);
      if (made instanceof Answer answer) {
        String id = answer.json().toJsonObject().getString("id");
        AreasUntilKilled.print("payments", "created", id);
        Thread.ofVirtual().start(() -> capture(id));
        capture(id);
      } else {
        HastyAreas.pause();
      }
    }
  }

  /** Requests the payment of an order. The simulated provider treats each order as approved. */
  private void capture(String id) {
    switch (areas.call("payments.captureOrder", Map.of(), Map.of("orderID", id))) {
      case Answer answer -> AreasUntilKilled.print("payments", "paid", id);
      case ApiError failure ->
          AreasUntilKilled.print("payments", "failed", Integer.toString(failure.status()), id);
    }
  }

  @Override
  public void listAtEnd() {
    var capturing = Map.<String, Object>of("state", "capturing", "limit", 1L, "skip", 0L);
    while (!list(capturing).getJsonArray("orders").isEmpty()) {
      HastyAreas.pause();
    }
    long skip = 0;
    JsonObject page;
    do {
      page = list(Map.of("limit", (long) PAGE, "skip", skip));
      page.getJsonArray("orders")
          .forEach(each -> {
            var order = (JsonObject) each;
            AreasUntilKilled.print(
                "payments",
                "listed",
                String.valueOf(order.getString("id")),
                order.getString("state"));
          });
      skip += PAGE;
    } while (page.getJsonObject("pagination").getBoolean("hasMore"));
    var figures =
        (Answer)
            areas.call(
                "payments.figures",
                Map.of(),
                Map.of("from", "2000-01-01T00:00:00Z", "until", "2199-01-01T00:00:00Z"));
    JsonObject paid = figures.json().toJsonObject().getJsonArray("figures").getJsonObject(1);
    AreasUntilKilled.print(
        "payments",
        "figures",
        paid.getString("name").replace(' ', '-'),
        paid.getInteger("count").toString(),
        paid.getJsonArray("amounts").getJsonObject(0).getString("value"));
  }

  private JsonObject list(Map<String, Object> query) {
    return ((Answer) areas.call("payments.listOrders", query, null)).json().toJsonObject();
  }
}
