package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.storefront.orders.OrderMailContent.OrderMails;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Money;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.simulation.SimulatedStore;
import dev.gatehouse.simulation.SimulatedTime;
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
    Documents documents = SimulatedStore.withoutFaults();
    orders = new ShopOrders(documents, new Random(1), clock);
    outbox = new Outbox(documents, SimulatedTime.of(clock));
    var stock = new StockClient(bus);
    var payments = new PaymentClient(bus);
    var links = new MailLinks(new SettingsReader(Map.of()).read(Path.of("none.yaml")));
    var mails = new OrderMails(outbox, new OrderMailContent(SimulatedShop.PAGES, links));
    var followUps =
        new OrderReconciliationQueue(
            orders,
            stock,
            mails,
            new InvoiceNumbers(documents, "RE-{number}", ZoneOffset.UTC, clock),
            clock);
    changes = new OrderChanges(orders, followUps, HOLD, clock);
    checkout = new Checkout(orders, stock, payments, changes, SimulatedShop.PAGES);
    desk = new OrderDesk(payments, stock, changes, orders);
    reconciliation = new OrderReconciliation(orders, payments, checkout, changes, followUps);
  }

  Checkout.Result place() {
    return place("key");
  }

  Checkout.Result place(String key) {
    Money price = Money.of("USD", "9.00");
    var line = new ShopOrder.Line("v", "book", "one", "A book", 1, price);
    var buyer =
        ShopOrder.Buyer.of(
            "Ada",
            "ada@example.org",
            new PostalAddress("1 Some Street", "10115", "Some City", "", "DE"),
            Locale.ENGLISH);
    return checkout.place(BUYER, key, new ShopOrder.Goods(List.of(line), price), buyer);
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
