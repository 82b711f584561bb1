package dev.gatehouse.simulation;

import module java.base;

import dev.gatehouse.areas.commerce.products.SimulatedStock;
import dev.gatehouse.formats.Money;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Invariants: the stored orders agree with the provider's ledger and with the stock, and all texts
 * are true.
 *
 * <p>After each step, an order may differ from the ledger only while its next decision is
 * scheduled: the order is due, or its payment is due for a read or for a notice to the shop, or the
 * provider repeats an event. Money that an attempt of the shop has taken never leaves the order
 * cancelled or expired.
 */
final class Truth {
  private static final Set<String> PAID = Set.of("PAID", "SHIPPED");
  private static final Set<String> SOLD =
      Set.of("PAID", "SHIPPED", "PARTLY_REFUNDED", "REFUNDED", "CHARGED_BACK");
  private static final Set<String> OVER = Set.of("EXPIRED", "CANCELLED");

  private final SimulatedStore store;
  private final SimulatedProvider provider;
  private final int stock;
  private final Collection<String> undelivered;

  /** Provider's orders whose money an attempt of the shop has taken. */
  private final Set<String> captured = new HashSet<>();

  private final Set<String> seen = new HashSet<>();
  private long changes;
  private int mails;

  /**
   * @param undelivered orders with an event that the provider repeats
   */
  Truth(
      SimulatedStore store, SimulatedProvider provider, int stock, Collection<String> undelivered) {
    this.store = store;
    this.provider = provider;
    this.stock = stock;
    this.undelivered = undelivered;
  }

  /** Returns a violation after a step; empty for none. */
  String afterStep() {
    long now = store.changes() + provider.changes;
    if (now == changes) {
      return "";
    }
    changes = now;
    for (JsonObject order : store.all("storefrontOrders").values()) {
      String problem = afterStep(order);
      if (!problem.isEmpty()) {
        return problem + ": " + order.encode();
      }
    }
    String mail = mail();
    return mail.isEmpty() ? stockAfterStep() : mail;
  }

  private String afterStep(JsonObject order) {
    String state = order.getString("state");
    SimulatedProvider.Order at = at(order);
    if (at != null && at.taken != null && seen.add(at.id) && state.equals("PAYING")) {
      captured.add(at.id);
    }
    String lie = reported(order, Reported.page(order));
    if (!lie.isEmpty()) {
      return lie;
    }
    if (at == null || at.taken == null || isScheduled(order, at)) {
      return "";
    }
    return money(order, at, store);
  }

  private SimulatedProvider.Order at(JsonObject order) {
    String payment = order.getString("paymentOrder");
    return payment == null ? null : provider.orders.get(payment);
  }

  /** Returns why a text about an order is false; empty if it is true. */
  String reported(JsonObject order, String text) {
    SimulatedProvider.Order at = at(order);
    return Reported.lie(text, at, at != null && captured.contains(at.id));
  }

  private boolean isScheduled(JsonObject order, SimulatedProvider.Order at) {
    if (order.getValue("due") != null || undelivered.contains(at.id)) {
      return true;
    }
    for (JsonObject payment : store.all("paymentOrders").values()) {
      if (at.id.equals(payment.getString("order"))) {
        return payment.getValue("lookAt") != null || payment.getValue("announceAt") != null;
      }
    }
    return false;
  }

  /** Returns whether nothing is scheduled, so that more runs of the jobs would do nothing. */
  boolean isQuiet() {
    return store.all("storefrontOrders").values().stream()
            .allMatch(order -> order.getValue("due") == null)
        && store.all("paymentOrders").values().stream()
            .allMatch(
                each -> each.getValue("lookAt") == null && each.getValue("announceAt") == null);
  }

  /** Checks the emails that were enqueued in this step. */
  private String mail() {
    Map<String, JsonObject> all = store.all("outbox");
    if (all.size() == mails) {
      return "";
    }
    List<JsonObject> fresh = all.values().stream().skip(mails).toList();
    mails = all.size();
    for (JsonObject mail : fresh) {
      String text = new JsonObject(mail.getString("body")).getString("text");
      for (JsonObject order : store.all("storefrontOrders").values()) {
        String reference = order.getString("_id").substring(0, 8).toUpperCase(Locale.ROOT);
        String payment = "payment of order " + order.getString("paymentOrder") + ' ';
        boolean about = text.contains(reference) || text.contains(payment);
        String lie = about ? reported(order, text) : "";
        if (!lie.isEmpty()) {
          return "email: " + lie;
        }
      }
    }
    return "";
  }

  /** Compares stock, holds and reservations that are sold; not if the product is deleted. */
  private String stockAfterStep() {
    JsonObject book = store.all("products").get(SimulatedStock.BOOK);
    if (book == null) {
      return "";
    }
    JsonArray holds = book.getJsonArray("holds");
    int left = book.getJsonArray("stock").getJsonObject(0).getInteger("count");
    int sold = 0;
    for (JsonObject reservation : store.all("stockReservations").values()) {
      sold += reservation.getString("state").equals("SOLD") && !isHeld(holds, reservation) ? 1 : 0;
    }
    return left + holds.size() + sold == stock
        ? ""
        : "stock " + stock + ", left " + left + ", held " + holds + ", sold " + sold;
  }

  private static boolean isHeld(JsonArray holds, JsonObject reservation) {
    for (Object hold : holds) {
      JsonObject each = (JsonObject) hold;
      String id = each.getString("order") + '-' + each.getValue("attempt");
      if (id.equals(reservation.getString("_id"))) {
        return true;
      }
    }
    return false;
  }

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
