package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.TestSettings;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Money;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.simulation.SimulatedStore;
import dev.gatehouse.store.Documents;

/** The orders of a shop in memory, with stock and payments whose replies a test sets. */
final class OrdersInMemory {
  static final Origin BUYER = Origin.ownTask("r", "buyer");
  static final Duration HOLD = Duration.ofMinutes(30);

  final TestClock clock = TestClock.stoppedAt(Instant.parse("2026-01-01T00:00:00Z"));
  final RepliesOfAreas bus = new RepliesOfAreas();
  final ShopOrders orders;
  final Outbox outbox;
  final OrderChanges changes;
  final Checkout checkout;
  final OrderDesk desk;
  final OrderReconciliation reconciliation;

  OrdersInMemory() {
    this(SimulatedStore.withoutFaults());
  }

  OrdersInMemory(Documents documents) {
    var links = new MailLinks(TestSettings.of(Map.of()));
    var shop = new SimulatedShop(documents, bus, clock, links, HOLD);
    orders = shop.orders;
    outbox = shop.outbox;
    changes = shop.changes;
    checkout = shop.checkout;
    desk = shop.desk;
    reconciliation = shop.reconciliation;
  }

  Checkout.Result place() {
    return place("key");
  }

  Checkout.Result place(String key) {
    return place(key, "ada@example.org");
  }

  Checkout.Result place(String key, String email) {
    ShopOrder.Goods goods = SimulatedShop.goods("book", Money.of("USD", "9.00"));
    return checkout.place(BUYER, key, goods, SimulatedShop.buyer("Ada", email));
  }

  /** Places an order and pays it. */
  ShopOrder paid() {
    place();
    bus.facts = "paid";
    return checkout.pay(BUYER, stored()).order();
  }

  /** Returns the stored order of the first key. */
  ShopOrder stored() {
    return orders.ofKey("key").orElseThrow();
  }
}
