package dev.gatehouse.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.commerce.products.SimulatedStock;
import dev.gatehouse.areas.payments.SimulatedPayments;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.SimulatedShop;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.messages.PaymentMessages;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/**
 * Schedules in which the simulator has found violations, as steps without a seed. A seed has
 * another meaning after each change of the simulator.
 */
class NamedSchedulesTest {
  private static final int MAX_STEPS = 10_000;

  private Baton baton;
  private SimulatedStore store;
  private InterruptedBus interrupted;
  private InterruptedProvider replies;
  private SimulatedProvider provider;
  private SimulatedShop shop;
  private SimulatedPayments payments;

  /** Opens a shop with one copy of a book. The baton's driver must be the thread of the test. */
  private void open() {
    baton = new Baton(1);
    baton.heal();
    store = new SimulatedStore(baton, Mutation.NONE);
    store.all("products").put(SimulatedStock.BOOK, SimulatedStock.book(1));
    provider = new SimulatedProvider(baton, MoneySchedule.TOTAL, (order, type) -> {});
    var bus = new SimulatedBus(baton, Mutation.NONE);
    interrupted = new InterruptedBus(bus);
    var links = new MailLinks(TestSettings.of(Map.of()));
    var documents = new Documents(store, new Random(1));
    shop = new SimulatedShop(documents, interrupted, baton, links, Duration.ofMinutes(30));
    replies = new InterruptedProvider(provider);
    payments = new SimulatedPayments(documents, replies, bus, baton, baton::yield);
    bus.host(SimulatedStock.of(documents, bus, baton));
    bus.host(shop.messages());
    bus.host(payments.messages());
  }

  /** Runs a schedule as the only actor. */
  private void run(Runnable schedule) {
    open();
    baton.start(() -> {
      try {
        schedule.run();
      } catch (RuntimeException broken) {
        throw new AssertionError(broken);
      }
    });
    baton.run(MAX_STEPS);
    if (baton.failure != null) {
      throw new AssertionError(baton.failure);
    }
  }

  private ShopOrder approved(String key) {
    ShopOrder order = shop.place(key, SimulatedStock.BOOK, MoneySchedule.TOTAL);
    at(order).approved = true;
    return order;
  }

  private SimulatedProvider.Order at(ShopOrder order) {
    return provider.orders.get(order.payment().paymentOrder());
  }

  private JsonObject stored(ShopOrder order) {
    return store.all("storefrontOrders").get(order.id());
  }

  private String state(ShopOrder order) {
    return stored(order).getString("state");
  }

  /** The first click finds the goods sold out. Before that reply, the second click pays. */
  @Test
  void reportsPaymentByAnotherClick() {
    run(() -> {
      ShopOrder late = approved("late");
      baton.advance(Duration.ofMinutes(31));
      shop.work();
      assertEquals("EXPIRED", state(late));
      approved("quick");
      interrupted.after(
          ProductMessages.HOLD_STOCK.address(), () -> assertEquals("", shop.pay(late.id())));
      assertEquals("", shop.pay(late.id()));
      assertEquals("PAID", state(late));
      assertEquals(MoneySchedule.TOTAL, at(late).taken);
    });
  }

  /** The report of a chargeback is applied after the dispute was won. */
  @Test
  void ignoresChargebackThatHasEnded() {
    run(() -> {
      ShopOrder order = chargedBack(() -> {});
      assertEquals("PAID", state(order));
    });
  }

  /** As before, and a node of an earlier release stores the order without the report's version. */
  @Test
  void ignoresEndedChargebackInUpgrade() {
    run(() -> {
      ShopOrder order =
          chargedBack(() -> {
            JsonObject stored = store.all("storefrontOrders").values().iterator().next();
            stored.put("version", stored.getLong("version") + 1);
            stored.getJsonObject("ledger").remove("report");
          });
      assertEquals("PAID", state(order));
      baton.advance(Duration.ofMinutes(2));
      payments.work();
      assertEquals("PAID", state(order));
    });
  }

  /** Reports a chargeback to the shop, which is paused until the dispute is won. */
  private ShopOrder chargedBack(Runnable afterwards) {
    ShopOrder order = approved("key");
    assertEquals("", shop.pay(order.id()));
    String payment = order.payment().paymentOrder();
    provider.reverse(at(order));
    interrupted.after(
        PaymentMessages.PAYMENT.address(),
        () -> {
          provider.returnToShop(at(order));
          payments.receive("WH-2", "CUSTOMER.DISPUTE.RESOLVED", payment);
          afterwards.run();
        });
    payments.receive("WH-1", "CHECKOUT.ORDER.CHANGED", payment);
    return order;
  }

  private static void loseReply() {
    throw ApiError.unknown("simulated").exception();
  }

  /** A caller reads a chargeback, and stores it after the dispute was won. */
  @Test
  void ignoresLateReplyOfCapture() {
    run(() -> {
      ShopOrder order = approved("key");
      replies.afterCapture(NamedSchedulesTest::loseReply);
      replies.afterRead(() -> replies.afterRead(NamedSchedulesTest::loseReply));
      shop.pay(order.id());
      assertEquals("PAYING", state(order));
      provider.reverse(at(order));
      baton.advance(Duration.ofMinutes(2));
      String payment = order.payment().paymentOrder();
      replies.afterRead(() -> {
        baton.advance(Duration.ofMinutes(2));
        payments.receive("WH-1", "CHECKOUT.ORDER.CHANGED", payment);
        provider.returnToShop(at(order));
        payments.receive("WH-2", "CUSTOMER.DISPUTE.RESOLVED", payment);
        assertEquals("PAID", state(order));
      });
      assertEquals("", shop.pay(order.id()));
      payments.work();
      assertEquals("PAID", state(order));
    });
  }
}
