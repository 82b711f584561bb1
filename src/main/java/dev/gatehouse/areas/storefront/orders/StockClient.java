package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.EndHold;
import dev.gatehouse.messages.ProductMessages.HoldStock;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.WantedStock;

/** Client for the stock in the catalog, over the bus. All methods block and are idempotent. */
record StockClient(MessageBus dispatcher) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  StockHeld hold(Origin origin, ShopOrder order) {
    var request = new HoldStock(order.id(), order.standing().attempt(), lines(order));
    return dispatcher.ask(ProductMessages.HOLD_STOCK, request, origin, PATIENCE);
  }

  private static List<WantedStock> lines(ShopOrder order) {
    return order.goods().lines().stream()
        .map(line -> new WantedStock(line.product(), line.label(), line.quantity()))
        .toList();
  }

  /** Returns the goods of a refunded order that were sold, once. */
  void restock(Origin origin, ShopOrder order) {
    restock(origin, order, 0);
  }

  /** Returns the goods of a cancelled order that were sold in this attempt, once. */
  void restockAttempt(Origin origin, ShopOrder order) {
    restock(origin, order, -order.standing().attempt());
  }

  private void restock(Origin origin, ShopOrder order, int attempt) {
    var request = new HoldStock(order.id(), attempt, lines(order));
    dispatcher.ask(ProductMessages.RESTOCK, request, origin, PATIENCE);
  }

  /** Returns the stock that an order holds, in this and all earlier attempts. */
  void release(Origin origin, ShopOrder order) {
    release(origin, order, order.standing().attempt());
  }

  /** Returns the stock that the attempts of an order hold, up to a last one. */
  void release(Origin origin, ShopOrder order, int last) {
    for (int attempt = 1; attempt <= last; attempt++) {
      end(ProductMessages.RELEASE_STOCK, origin, order, attempt);
    }
  }

  /**
   * Ends the hold of an order whose goods are sold, and returns those of earlier attempts.
   *
   * @return whether the goods are sold; otherwise the hold was released before
   */
  boolean sell(Origin origin, ShopOrder order) {
    int attempt = order.standing().attempt();
    release(origin, order, attempt - 1);
    return !end(ProductMessages.SELL_STOCK, origin, order, attempt).message().equals("released");
  }

  private Done end(Message<EndHold, Done> message, Origin origin, ShopOrder order, int attempt) {
    List<String> products =
        order.goods().lines().stream().map(ShopOrder.Line::product).distinct().toList();
    var request = new EndHold(order.id(), attempt, products);
    return dispatcher.ask(message, request, origin, PATIENCE);
  }
}
