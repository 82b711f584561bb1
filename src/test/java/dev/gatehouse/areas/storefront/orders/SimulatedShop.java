package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.storefront.orders.OrderMailContent.OrderMails;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.StorefrontMessages;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.simulation.SimulatedTime;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonObject;

/** The shop of a simulated node. */
public final class SimulatedShop {
  public static final Pages PAGES = Pages.of(TestSettings.of(Map.of()));
  private static final Origin ORIGIN = Origin.ownTask("simulation", "buyer");

  final ShopOrders orders;
  final Outbox outbox;
  final OrderChanges changes;
  final Checkout checkout;
  final OrderDesk desk;
  final OrderReconciliation reconciliation;

  public SimulatedShop(
      Documents documents, MessageBus bus, InstantSource clock, MailLinks links, Duration hold) {
    orders = new ShopOrders(documents, new Random(1), clock);
    var stock = new StockClient(bus);
    var payments = new PaymentClient(bus);
    outbox = new Outbox(documents, SimulatedTime.of(clock));
    var mails = new OrderMails(outbox, new OrderMailContent(PAGES, links));
    var invoices = new InvoiceNumbers(documents, "RE-{number}", ZoneOffset.UTC, clock);
    var followUps = new OrderReconciliationQueue(orders, stock, mails, invoices, clock);
    changes = new OrderChanges(orders, followUps, hold, clock);
    checkout = new Checkout(orders, stock, payments, changes, PAGES);
    desk = new OrderDesk(payments, stock, changes, orders);
    reconciliation = new OrderReconciliation(orders, payments, checkout, changes, followUps);
  }

  public Message.Handlers messages() {
    return Message.Handlers.of()
        .on(StorefrontMessages.PAYMENT_CHANGED, reconciliation::paymentChanged);
  }

  public ShopOrder place(String key, String book, Money price) {
    return checkout.place(ORIGIN, key, goods(book, price), buyer("Ada", "ada@example.org")).order();
  }

  static ShopOrder.Goods goods(String book, Money price) {
    return new ShopOrder.Goods(
        List.of(new ShopOrder.Line("v", book, "one", "A book", 1, price)), price);
  }

  static ShopOrder.Buyer buyer(String name, String email) {
    var address = new PostalAddress("1 Some Street", "10115", "Some City", "", "DE");
    return ShopOrder.Buyer.of(name, email, address, Locale.ENGLISH);
  }

  /** Returns the message for the buyer; empty for none. */
  public String pay(String id) {
    return checkout.pay(ORIGIN, orders.find(id).orElseThrow()).problem();
  }

  /** Returns the message for the buyer; empty for none. */
  public String cancel(String id) {
    return checkout.cancel(ORIGIN, orders.find(id).orElseThrow()).problem();
  }

  /** Returns what the page of a stored order shows about its payment. */
  public static String page(JsonObject stored) {
    var payment =
        new ShopOrder.Payment(
            null,
            null,
            0,
            0,
            Json.convert(stored.getMap().get("ledger"), Ledger.class),
            Json.convert(stored.getMap().get("shipment"), ShopOrder.Shipment.class));
    var standing =
        new ShopOrder.Standing(
            ShopOrder.State.valueOf(stored.getString("state")), 1, null, 0, null, null);
    OrderNews news =
        OrderNews.of(new ShopOrder("", 1, null, null, standing, payment), PAGES.site());
    return news.title() + ". " + news.body();
  }

  public void ship(String id) {
    desk.ship(ORIGIN, orders.find(id).orElseThrow(), new ShopOrder.Shipment("Post", "1", false));
  }

  public void refund(String id, Optional<Money> amount) {
    desk.refund(ORIGIN, orders.find(id).orElseThrow(), "r" + amount, amount);
  }

  public void decide(String id, boolean paid) {
    desk.decide(ORIGIN, orders.find(id).orElseThrow(), paid);
  }

  public void undo(String id) {
    desk.undo(ORIGIN, orders.find(id).orElseThrow());
  }

  /** Returns the goods of a refunded order, as the owner does with the refund. */
  public void restock(String id) {
    ShopOrder order = orders.find(id).orElseThrow();
    if (order.state() == ShopOrder.State.REFUNDED && order.payment().ledger().hasSold()) {
      desk.restock(ORIGIN, order);
    }
  }

  /** Runs the job once. */
  public void work() {
    reconciliation.run();
  }
}
