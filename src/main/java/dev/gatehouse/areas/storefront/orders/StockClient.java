package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.EndHold;
import dev.gatehouse.messages.ProductMessages.HoldStock;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.WantedStock;
import java.time.Duration;
import java.util.List;

/** Client for the stock in the catalog, over the bus. All methods block and are idempotent. */
final class StockClient {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Dispatcher dispatcher;

  StockClient(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  StockHeld hold(Origin origin, ShopOrder order) {
    List<WantedStock> lines =
        order.goods().lines().stream()
            .map(line -> new WantedStock(line.product(), line.label(), line.quantity()))
            .toList();
    var request = new HoldStock(order.id(), order.standing().attempt(), lines);
    return dispatcher.ask(ProductMessages.HOLD_STOCK, request, origin, PATIENCE);
  }

  /** Returns the stock that an order holds. */
  void release(Origin origin, ShopOrder order) {
    end(ProductMessages.RELEASE_STOCK, origin, order);
  }

  /** Ends the holds of an order whose goods are sold. */
  void sell(Origin origin, ShopOrder order) {
    end(ProductMessages.SELL_STOCK, origin, order);
  }

  private void end(Message<EndHold, Done> message, Origin origin, ShopOrder order) {
    List<String> products =
        order.goods().lines().stream().map(ShopOrder.Line::product).distinct().toList();
    var request = new EndHold(order.id(), order.standing().attempt(), products);
    dispatcher.ask(message, request, origin, PATIENCE);
  }
}
