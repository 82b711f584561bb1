package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The stock of the catalogue, asked over the bus. Its methods block and may be repeated. */
final class StockClient {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Dispatcher dispatcher;

  StockClient(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** Stock of which there is less than is wanted. */
  record Shortage(String product, String label, int left) {}

  /**
   * The stock that is held: all, or nothing where something is short.
   *
   * @param prices of the products, as they are while it is held
   */
  record Held(List<Shortage> shortages, Map<String, BigDecimal> prices) {}

  Held hold(Origin origin, ShopOrder order) {
    List<Map<String, Object>> lines =
        order.goods().lines().stream()
            .map(line ->
                Map.<String, Object>of(
                    "product", line.product(),
                    "label", line.label(),
                    "quantity", line.quantity()))
            .toList();
    return ask(
            "commerce.holdStock",
            origin,
            Map.of("order", order.id(), "attempt", order.standing().attempt(), "lines", lines))
        .body(Held.class);
  }

  /** Gives back what an order holds. */
  void release(Origin origin, ShopOrder order) {
    end("commerce.releaseStock", origin, order);
  }

  /** Ends the holds of an order whose goods are sold. */
  void sell(Origin origin, ShopOrder order) {
    end("commerce.sellStock", origin, order);
  }

  private void end(String message, Origin origin, ShopOrder order) {
    List<String> products =
        order.goods().lines().stream().map(ShopOrder.Line::product).distinct().toList();
    ask(
        message,
        origin,
        Map.of("order", order.id(), "attempt", order.standing().attempt(), "products", products));
  }

  private Answer ask(String message, Origin origin, Map<String, Object> body) {
    return switch (dispatcher.dispatch(Call.message(message, origin, PATIENCE, body)).await()) {
      case Answer answer -> answer;
      case ApiError failure -> throw failure.exception();
    };
  }
}
