package dev.gatehouse.simulation;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.commerce.products.SimulatedStock;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.SimulatedShop;
import dev.gatehouse.bus.Message;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.PaymentMessages;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonObject;

/**
 * One schedule of a shop without a payment provider: the owner decides, takes decisions back,
 * records refunds, returns goods, adds and takes units, and imports the product again on three
 * nodes while parts fail. At the end, the units of the stock and the refunds must add up.
 */
final class DeskSchedule {
  private static final MailLinks LINKS = new MailLinks(TestSettings.of(Map.of()));
  private static final int NODES = 3;
  private static final int ACTIONS = 7;
  private static final int UNITS = 2;
  private static final int MAX_STEPS = 3_000;

  private final Baton baton;
  private final SimulatedStore store;
  private final List<SimulatedShop> shops = new ArrayList<>();
  private final List<Documents> documents = new ArrayList<>();
  private final SimulatedBus bus;

  DeskSchedule(long seed) {
    baton = new Baton(seed);
    store = new SimulatedStore(baton, Mutation.NONE);
    bus = new SimulatedBus(baton, Mutation.NONE);
    store.all("products").put(SimulatedStock.BOOK, SimulatedStock.book(UNITS));
    baton.check(() -> "");
    for (int node = 0; node < NODES; node++) {
      var stored = new Documents(store, new Random(seed));
      var shop = new SimulatedShop(stored, bus, baton, LINKS, Duration.ofMinutes(30));
      documents.add(stored);
      bus.host(SimulatedStock.of(stored, bus, baton));
      bus.host(
          Message.Handlers.of()
              .on(
                  PaymentMessages.CHECKOUT,
                  (call, request) -> new CheckoutReply(false, null, null)));
      shops.add(shop);
    }
  }

  private SimulatedShop shop() {
    return shops.get(baton.random.nextInt(NODES));
  }

  /** Returns the violation that the schedule found; empty for none. */
  String run() {
    for (int buyer = 0; buyer < 2; buyer++) {
      String key = "key" + buyer;
      baton.start(() -> buy(key));
    }
    baton.run(MAX_STEPS);
    baton.heal();
    baton.run(100_000);
    // The owner repeats a return of goods that has failed.
    List.copyOf(store.all("storefrontOrders").keySet())
        .forEach(order -> baton.start(() -> shop().restock(order)));
    baton.run(100_000);
    for (int round = 0; round < 12; round++) {
      baton.advance(Duration.ofHours(2));
      baton.start(() -> shop().work());
      baton.run(100_000);
    }
    if (baton.failure != null) {
      throw new IllegalStateException(baton.failure);
    }
    return violation();
  }

  private void buy(String key) {
    ShopOrder order = shop().place(key, SimulatedStock.BOOK, MoneySchedule.TOTAL);
    for (int action = 0; action < ACTIONS; action++) {
      int choice = baton.random.nextInt(10);
      baton.start(() -> act(order.id(), choice));
      for (int pause = baton.random.nextInt(40); pause > 0; pause--) {
        baton.yield();
      }
    }
    baton.start(() -> shop().restock(order.id()));
  }

  private void act(String order, int choice) {
    switch (choice) {
      case 0, 1 -> shop().decide(order, true);
      case 2 -> shop().decide(order, false);
      case 3, 4 -> shop().undo(order);
      case 5 -> shop().refund(order, Optional.of(Money.of("USD", "5.00")));
      case 6 -> shop().refund(order, Optional.empty());
      case 7 -> SimulatedStock.importFile(node(), bus, baton, baton.random.nextInt(9));
      case 8 -> SimulatedStock.add(node(), bus, -1);
      default -> SimulatedStock.add(node(), bus, 1 + baton.random.nextInt(2));
    }
  }

  private Documents node() {
    return documents.get(baton.random.nextInt(NODES));
  }

  private String violation() {
    JsonObject book = store.all("products").get(SimulatedStock.BOOK);
    int left = book.getJsonArray("stock").getJsonObject(0).getInteger("count");
    int sold = 0;
    for (JsonObject reservation : store.all("stockReservations").values()) {
      String id = reservation.getString("_id");
      boolean returned = id.matches(".*-(0|-\\d+)");
      sold += !returned && reservation.getString("state").equals("SOLD") ? 1 : 0;
      sold -= returned && reservation.getString("state").equals("RELEASED") ? 1 : 0;
    }
    int held = book.getJsonArray("holds").size();
    int units = UNITS + SimulatedStock.added(book);
    if (left + held + sold != units) {
      return "units %s, left %s, held %s, sold %s: %s".formatted(units, left, held, sold, orders());
    }
    Set<String> invoices = new HashSet<>();
    for (JsonObject order : store.all("storefrontOrders").values()) {
      String problem = violation(order, invoices);
      if (!problem.isEmpty()) {
        return problem + ": " + order.encode();
      }
    }
    int issued = store.all("storefrontInvoices").size();
    for (int number = 1; number <= issued; number++) {
      if (!store
          .all("storefrontInvoices")
          .containsKey(String.format(Locale.ROOT, "RE-%04d", number))) {
        return "invoice " + number + " is missing of " + issued;
      }
    }
    return "";
  }

  private String violation(JsonObject order, Set<String> invoices) {
    JsonObject refunded = order.getJsonObject("ledger").getJsonObject("refunded");
    BigDecimal back =
        refunded == null ? BigDecimal.ZERO : new BigDecimal(refunded.getString("amount"));
    BigDecimal total = MoneySchedule.TOTAL.amount();
    String state = order.getString("state");
    if (back.compareTo(total) > 0) {
      return "more is refunded than was paid";
    }
    if (state.equals("REFUNDED") != (back.compareTo(total) == 0)) {
      return "the refunds do not match the state";
    }
    if (state.equals("PARTLY_REFUNDED") != (back.signum() > 0 && back.compareTo(total) < 0)) {
      return "the partial refunds do not match the state";
    }
    if (order.getValue("due") != null) {
      return "not final";
    }
    String invoice = order.getString("invoice");
    return invoice == null || invoices.add(invoice) ? "" : "two orders have one invoice number";
  }

  private String orders() {
    return store.all("storefrontOrders").values().toString()
        + store.all("stockReservations").values();
  }
}
