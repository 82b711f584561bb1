package dev.gatehouse.simulation;

import dev.gatehouse.areas.commerce.products.SimulatedStock;
import dev.gatehouse.formats.Money;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** Invariants: the stored orders agree with the provider's ledger and with the stock. */
final class Truth {
  private static final Set<String> PAID = Set.of("PAID", "SHIPPED");
  private static final Set<String> SOLD =
      Set.of("PAID", "SHIPPED", "PARTLY_REFUNDED", "REFUNDED", "CHARGED_BACK");
  private static final Set<String> OVER = Set.of("EXPIRED", "CANCELLED");

  private Truth() {}

  /** Returns an order of which the shop was notified, and that it shows in another state. */
  static String announced(SimulatedStore store) {
    for (JsonObject payment : store.all("paymentOrders").values()) {
      JsonObject order = store.all("storefrontOrders").get(payment.getString("shopOrder"));
      boolean quiet = payment.getValue("announceAt") == null;
      if (quiet
          && payment.getString("state").equals("PAID")
          && order.getString("state").equals("PENDING")) {
        return "the payment is paid and the order is pending";
      }
    }
    return "";
  }

  /** Returns a violation at the end; empty for none. */
  static String violation(SimulatedStore store, SimulatedProvider provider, int stock) {
    for (JsonObject order : store.all("storefrontOrders").values()) {
      String payment = order.getString("paymentOrder");
      String problem = money(order, payment == null ? null : provider.orders.get(payment), store);
      if (!problem.isEmpty()) {
        return problem + ": " + order.encode();
      }
      if (order.getValue("due") != null) {
        return "not final: " + order.encode();
      }
    }
    return stock(store, stock);
  }

  private static String money(JsonObject order, SimulatedProvider.Order at, SimulatedStore store) {
    String state = order.getString("state");
    Money taken = at == null ? null : at.taken;
    boolean alert =
        state.equals("UNRESOLVED")
            && store.all("outbox").values().stream()
                .anyMatch(mail -> mail.encode().contains("unresolved"));
    if (taken == null) {
      return OVER.contains(state) || alert ? "" : "nothing was taken, and it is " + state;
    }
    if (alert) {
      return "";
    }
    if (at.isReversed()) {
      return state.equals("CHARGED_BACK") ? "" : "charged back, and it is " + state;
    }
    if (at.returned != null) {
      String refunded = at.returned.equals(taken) ? "REFUNDED" : "PARTLY_REFUNDED";
      return state.equals(refunded) ? "" : refunded + ", and it is " + state;
    }
    boolean whole = taken.equals(MoneySchedule.TOTAL) && !at.captures.containsValue("DECLINED");
    if (!whole) {
      return taken + " was taken, and it is " + state;
    }
    return PAID.contains(state) ? "" : "the total was taken, and it is " + state;
  }

  /** Compares stock, holds and sales; not if the owner has deleted the product. */
  private static String stock(SimulatedStore store, int stock) {
    JsonObject book = store.all("products").get(SimulatedStock.BOOK);
    if (book == null) {
      return "";
    }
    int left = book.getJsonArray("stock").getJsonObject(0).getInteger("count");
    int held = 0;
    for (Object hold : book.getJsonArray("holds")) {
      JsonObject order = store.all("storefrontOrders").get(((JsonObject) hold).getString("order"));
      if (order == null || !order.getString("state").equals("UNRESOLVED")) {
        return "a hold of an order that is final: " + order;
      }
      held++;
    }
    long sold =
        store.all("storefrontOrders").values().stream()
            .filter(order -> SOLD.contains(order.getString("state")))
            .filter(order -> "sold".equals(order.getJsonObject("ledger").getString("stock")))
            .count();
    return left + held + sold == stock
        ? ""
        : "stock " + stock + ", left " + left + ", held " + held + ", sold " + sold;
  }
}
