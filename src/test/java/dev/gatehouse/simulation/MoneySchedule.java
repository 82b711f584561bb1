package dev.gatehouse.simulation;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.commerce.products.SimulatedStock;
import dev.gatehouse.areas.payments.SimulatedPayments;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.SimulatedShop;
import dev.gatehouse.formats.Money;
import dev.gatehouse.store.Documents;

/**
 * One schedule: buyers order, pay, and cancel on three nodes while parts fail, then the faults end
 * and every order must be final and true.
 */
final class MoneySchedule {
  static final Money TOTAL = Money.of("USD", "20.00");
  private static final MailLinks LINKS = new MailLinks(TestSettings.of(Map.of()));
  private static final int NODES = 3;
  private static final int MAX_STEPS = 1_500;

  private final Baton baton;
  private final SimulatedStore store;
  private final SimulatedProvider provider;
  private final List<SimulatedPayments> payments = new ArrayList<>();
  private final SimulatedPayments inPublic;
  private final List<SimulatedShop> shops = new ArrayList<>();
  private final int stock;
  private final Truth truth;
  private final Map<String, String> undelivered = new TreeMap<>();
  private int events;

  MoneySchedule(long seed, Mutation mutation) {
    baton = new Baton(seed);
    store = new SimulatedStore(baton, mutation);
    var bus = new SimulatedBus(baton, mutation);
    provider = new SimulatedProvider(baton, TOTAL, this::notify);
    stock = 1 + baton.random.nextInt(2);
    store.all("products").put(SimulatedStock.BOOK, SimulatedStock.book(stock));
    truth = new Truth(store, provider, stock, undelivered.values());
    baton.check(truth::afterStep);
    // During an upgrade, one node still has an earlier release.
    boolean upgrade = baton.random.nextInt(4) == 0;
    for (int node = 0; node < NODES; node++) {
      var documents =
          new Documents(upgrade && node == 0 ? store.asEarlier() : store, new Random(seed));
      var shop = new SimulatedShop(documents, bus, baton, LINKS, Duration.ofMinutes(30));
      var payment = new SimulatedPayments(documents, provider, bus, baton, baton::yield);
      bus.host(SimulatedStock.of(documents, bus, baton));
      bus.host(shop.messages());
      bus.host(payment.messages());
      shops.add(shop);
      payments.add(payment);
    }
    var publicly = new Documents(store.inPublic(), new Random(seed));
    inPublic = new SimulatedPayments(publicly, provider, bus, baton, baton::yield);
  }

  /** Delivers an event, twice or late. The provider repeats it until a delivery succeeds. */
  private void notify(SimulatedProvider.Order order, String type) {
    String event = type + ' ' + events++;
    undelivered.put(event, order.id);
    int times = baton.fault(4) ? 0 : 1 + baton.random.nextInt(2);
    for (int i = 0; i < times; i++) {
      baton.start(() -> deliver(event, order.id));
    }
  }

  private void deliver(String event, String order) {
    payment().receive(event, event.split(" ")[0], order);
    undelivered.remove(event);
  }

  private SimulatedShop shop() {
    return shops.get(baton.random.nextInt(NODES));
  }

  private SimulatedPayments payment() {
    return payments.get(baton.random.nextInt(NODES));
  }

  /** Returns the violation that the schedule found; empty for none. */
  String run() {
    int buyers = 1 + baton.random.nextInt(2);
    for (int buyer = 0; buyer < buyers; buyer++) {
      String key = "key" + buyer;
      baton.start(() -> buy(key));
    }
    baton.run(MAX_STEPS);
    jobs();
    baton.run(MAX_STEPS);
    baton.heal();
    baton.run(100_000);
    provider.orders.values().forEach(provider::decide);
    baton.run(100_000);
    baton.advance(Duration.ofMinutes(3));
    undelivered.forEach((event, order) -> baton.start(() -> deliver(event, order)));
    baton.run(100_000);
    String announced = Truth.announced(store);
    if (!announced.isEmpty()) {
      return announced;
    }
    for (int round = 0; round < 40 && baton.violation.isEmpty(); round++) {
      provider.orders.values().forEach(provider::decide);
      baton.advance(Duration.ofMinutes(Math.min(720, 1L << Math.min(round, 10))));
      long changes = store.changes();
      jobs();
      baton.run(100_000);
      if (store.changes() == changes && truth.isQuiet()) {
        break;
      }
    }
    if (baton.failure != null) {
      throw new IllegalStateException(baton.failure);
    }
    if (!baton.violation.isEmpty()) {
      return baton.violation;
    }
    return baton.isIdle() ? Truth.violation(store, provider, stock) : "it does not end";
  }

  private void jobs() {
    baton.start(() -> shop().work());
    baton.start(() -> payment().work());
  }

  private void buy(String key) {
    ShopOrder order = shop().place(key, SimulatedStock.BOOK, TOTAL);
    String payment = order.payment().paymentOrder();
    if (payment == null) {
      return;
    }
    SimulatedProvider.Order at = provider.orders.get(payment);
    at.approved = baton.random.nextInt(8) > 0;
    at.outcome = outcome();
    if (baton.random.nextInt(10) == 0) {
      at.amount = Money.of(baton.random.nextBoolean() ? "USD" : "EUR", "0.01");
    }
    for (int click = baton.random.nextInt(3); click >= 0; click--) {
      baton.start(() -> reported(order.id(), shop().pay(order.id())));
    }
    if (baton.random.nextInt(4) == 0) {
      baton.start(() -> inPublic.captureInPublic(payment));
    }
    if (baton.random.nextInt(5) == 0) {
      baton.start(() -> reported(order.id(), shop().cancel(order.id())));
    }
    if (baton.random.nextInt(6) == 0) {
      baton.advance(Duration.ofMinutes(31));
      jobs();
      baton.yield();
      reported(order.id(), shop().pay(order.id()));
    }
    if (baton.random.nextInt(6) == 0) {
      shop().place(key, SimulatedStock.BOOK, TOTAL);
    }
    later(at, order.id());
  }

  /** Checks a message that the buyer reads now. */
  private void reported(String order, String problem) {
    String lie = truth.reported(store.all("storefrontOrders").get(order), problem);
    baton.violation = baton.violation.isEmpty() ? lie : baton.violation;
  }

  private String outcome() {
    return switch (baton.random.nextInt(10)) {
      case 0, 1 -> "PENDING";
      case 2 -> "PARTIAL";
      default -> "COMPLETED";
    };
  }

  /** Reverses the capture, and returns the money in every other dispute. */
  private void dispute(SimulatedProvider.Order at) {
    provider.reverse(at);
    boolean wins = baton.random.nextBoolean();
    for (int pause = baton.random.nextInt(60); pause > 0; pause--) {
      baton.yield();
    }
    if (wins) {
      provider.returnToShop(at);
    }
  }

  private void later(SimulatedProvider.Order at, String order) {
    for (int pause = baton.random.nextInt(60); pause > 0; pause--) {
      baton.yield();
    }
    switch (baton.random.nextInt(8)) {
      case 0 -> shop().refund(order, Optional.empty());
      case 1 -> shop().refund(order, Optional.of(Money.of("USD", "5.00")));
      case 2 -> shop().ship(order);
      case 3 -> dispute(at);
      case 4 -> store.all("products").remove(SimulatedStock.BOOK);
      default -> provider.decide(at);
    }
  }
}
