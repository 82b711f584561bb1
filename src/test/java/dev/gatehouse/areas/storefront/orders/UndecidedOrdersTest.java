package dev.gatehouse.areas.storefront.orders;

import static dev.gatehouse.areas.storefront.orders.OrdersInMemory.BUYER;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders with an unknown payment, and other orders that must not wait for them. */
class UndecidedOrdersTest {
  private final OrdersInMemory shop = new OrdersInMemory();
  private final RepliesOfAreas bus = shop.bus;

  private State pay() {
    return shop.checkout.pay(BUYER, shop.stored()).order().state();
  }

  private ShopOrder now(ShopOrder order) {
    return shop.orders.find(order.id()).orElseThrow();
  }

  private void afterHold() {
    shop.clock.advance(OrdersInMemory.HOLD.plusMinutes(1));
    shop.reconciliation.run();
  }

  private int released() {
    return Collections.frequency(bus.calls, "releaseStock 1");
  }

  private static List<Email> letters(OrdersInMemory shop) {
    return shop.outbox.select(Email.KIND, OutboxEntry.State.WAITING).page(0, 500).stream()
        .map(entry -> entry.body(Email.class))
        .toList();
  }

  /** The owner decides then. The buyer's button reads the payment, but does not capture again. */
  @ParameterizedTest
  @CsvSource({"capturing, PAYING", "pending, PENDING"})
  void leavesOrderToOwnerAfterOneMonth(String facts, State first) {
    ShopOrder order = shop.place().order();
    bus.facts = facts;
    assertEquals(first, pay());
    Instant begun = shop.clock.instant();
    for (int looks = 0; shop.stored().standing().due() != null; looks++) {
      assertTrue(looks < 100, "there is no end");
      shop.clock.set(shop.stored().standing().due());
      shop.reconciliation.run();
    }
    Duration looked = Duration.between(begun, shop.clock.instant());
    assertTrue(looked.toDays() >= 25, looked::toString);
    assertEquals(State.UNRESOLVED, shop.stored().state());
    assertEquals(0, released());
    String subject = "Order " + order.reference() + ": unresolved";
    Email letter =
        letters(shop).stream()
            .filter(each -> each.subject().equals(subject))
            .findFirst()
            .orElseThrow();
    assertTrue(letter.to().isEmpty() && letter.text().contains("PAY1"), letter.text());
    bus.calls.clear();
    assertEquals(State.UNRESOLVED, pay());
    assertFalse(bus.calls.contains("captureAgreed"), bus.calls::toString);
    if (first == State.PAYING) {
      bus.facts = "paid";
      assertEquals(State.PAID, pay());
    } else {
      shop.desk.decide(BUYER, shop.stored(), true);
      assertEquals(State.PAID, shop.stored().state());
    }
    assertTrue(bus.calls.contains("sellStock 1"), bus.calls::toString);
  }

  /** An order whose reconciliation fails is retried at growing intervals until it succeeds. */
  @Test
  void postponesFailingOrderWithoutBlockingOthers() {
    ShopOrder poison = shop.place("poison").order();
    bus.failing = poison.id();
    afterHold();
    shop.reconciliation.run();
    shop.reconciliation.run();
    assertEquals(State.EXPIRED, now(poison).state());
    assertTrue(now(poison).standing().due().isAfter(shop.clock.instant()), "due at once again");
    ShopOrder other = shop.place("other").order();
    afterHold();
    assertEquals(State.EXPIRED, now(other).state());
    assertNull(now(other).standing().due());
    assertEquals(1, released());
    bus.failing = "";
    shop.clock.advance(Duration.ofHours(2));
    shop.reconciliation.run();
    assertEquals(2, released());
    assertNull(now(poison).standing().due());
  }

  /** More orders are due than one batch holds. None is held past its expiry. */
  @Test
  void processesAllDueOrdersInOneRun() {
    for (int i = 0; i < 60; i++) {
      shop.place("many " + i);
    }
    afterHold();
    assertEquals(60, released());
  }

  /** Orders without a payment provider are free, so an address gets at most five emails. */
  @Test
  void limitsOrderMailsPerRecipient(@TempDir Path folder) {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      var documents = new Documents(store.documents(), new SecureRandom());
      var free = new OrdersInMemory(documents);
      documents.createIndexes();
      free.bus.checkout = Answer.ok(new CheckoutReply(false, null, null));
      for (int i = 0; i < 9; i++) {
        String email = "vic.tim+" + i + "@gmail.com";
        assertEquals(State.PLACED, free.place("bomb " + i, email).order().state());
      }
      List<Email> letters = letters(free);
      assertEquals(5, letters.stream().filter(each -> each.to().startsWith("vic.tim")).count());
      assertEquals(9, letters.stream().filter(each -> each.text().contains("vic.tim")).count());
    }
  }
}
