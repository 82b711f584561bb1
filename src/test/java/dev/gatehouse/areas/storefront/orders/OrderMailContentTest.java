package dev.gatehouse.areas.storefront.orders;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.charges.Charges.Tax;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.formats.Money;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.OutboxEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Emails about orders. */
class OrderMailContentTest {
  private static final Instant PLACED = Instant.parse("2026-01-01T00:00:00Z");
  private static final Money TOTAL = usd("42.00");
  private static final Ledger PAID = new Ledger(TOTAL, null, false, null, null, null);

  private final OrderMailContent contents =
      new OrderMailContent(
          SimulatedShop.PAGES,
          new MailLinks(TestSettings.of(Map.of("GATEHOUSE_PUBLIC_URL", "https://site.example"))));

  private static Money usd(String value) {
    return Money.of("USD", value);
  }

  private static ShopOrder order(State state, Ledger ledger, Charges charges) {
    var payment = new ShopOrder.Payment("PAY1", null, 1, 0, ledger, null);
    var line = new ShopOrder.Line("v", "book", "one", "A book", 2, usd("21.00"));
    return new ShopOrder(
        "0123456789abcdef0123456789abcdef",
        1,
        ShopOrder.Goods.of(List.of(line), charges),
        SimulatedShop.buyer("Ada", "ada@example.org"),
        new ShopOrder.Standing(state, 1, null, 0, PLACED, PLACED),
        payment);
  }

  private static ShopOrder order(State state, Ledger ledger) {
    return order(state, ledger, Charges.none(TOTAL));
  }

  private String toOwner(ShopOrder order) {
    return contents.toOwner(order, order.state().label().replace('_', '-'), "").text();
  }

  @Test
  void namesGoodsAndAddressToOwner() {
    Email email = contents.toOwner(order(State.PAID, PAID), "paid", "");
    assertEquals("Order 01234567: paid", email.subject());
    assertEquals("", email.to());
    assertEquals("ada@example.org", email.replyTo());
    for (String part :
        List.of(
            "2 × A book, one",
            "$42.00",
            "Ada <ada@example.org>",
            "1 Some Street",
            "https://site.example/storefront/orders/0123456789abcdef0123456789abcdef")) {
      assertTrue(email.text().contains(part), part + " in " + email.text());
    }
    assertFalse(email.text().contains("sold out"), email.text());
    assertFalse(email.text().contains("chargeback"), email.text());
  }

  @Test
  void advisesOwner() {
    String unresolved = toOwner(order(State.UNRESOLVED, PAID));
    assertTrue(unresolved.contains("could not be confirmed within one month"), unresolved);
    assertTrue(unresolved.contains("PAY1"), unresolved);
    Ledger odd = new Ledger(TOTAL, usd("2.00"), false, null, "one part was declined", null);
    String known = toOwner(order(State.UNRESOLVED, odd));
    assertTrue(known.contains("Its payment is not as ordered: one part was declined."), known);
    String sold = toOwner(order(State.SHIPPED, PAID.settled(true)));
    assertTrue(sold.contains("Its goods are sold out."), sold);
    String won = toOwner(order(State.PAID, PAID.returnedToShop()));
    assertTrue(won.contains("A chargeback was withdrawn"), won);
    String reversed = toOwner(order(State.CHARGED_BACK, PAID));
    assertTrue(reversed.contains("A chargeback has reversed payment PAY1."), reversed);
    String refunded = toOwner(order(State.PARTLY_REFUNDED, odd));
    assertTrue(refunded.contains("Refunded: $2.00."), refunded);
    String placed = toOwner(order(State.PLACED, Ledger.NONE));
    assertTrue(placed.contains("No payment provider is configured"), placed);
    assertFalse(toOwner(order(State.REFUNDED, odd)).contains("Refunded: "), "by the subject only");
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, Your order 01234567 was received, The shop will email you the result.",
    "PLACED, Your order 01234567 was received, The shop will email you payment instructions.",
    "PAID, Your order 01234567 is confirmed, Your order will be shipped to you.",
    "REFUNDED, Refund for your order 01234567, The order will not be shipped",
  })
  void tellsBuyer(State state, String subject, String text) {
    Email email = contents.toBuyer(order(state, PAID), "");
    assertEquals(subject, email.subject());
    assertEquals("ada@example.org", email.to());
    assertTrue(email.text().contains(text), email.text());
    assertFalse(email.text().contains("Some Street"), "no text of the sender");
    assertTrue(email.text().contains("01234567") && email.text().contains("2026"), email.text());
  }

  @Test
  void tellsBuyerOfShipment() {
    var post = new ShopOrder.Shipment("Post", "SE1", false);
    ShopOrder shipped = order(State.SHIPPED, PAID);
    assertEquals("Carrier: Post, tracking: SE1.", news(shipped, post));
    assertEquals("Carrier: Post.", news(shipped, new ShopOrder.Shipment("Post", "", false)));
    Ledger part = new Ledger(TOTAL, usd("2.00"), false, null, null, null);
    ShopOrder refunded = order(State.PARTLY_REFUNDED, part);
    assertEquals("Refunded: $2.00.", news(refunded, null));
    assertEquals(
        "Refunded: $2.00. Your order was shipped. Carrier: Post, tracking: SE1.",
        news(refunded, post));
    assertEquals(
        "The goods are no longer in stock. The shop will refund your payment or email you another"
            + " offer. You do not need to do anything.",
        news(order(State.PAID, PAID.settled(true)), null));
  }

  @Test
  void tellsOfDeliveryUntilRefund() {
    var arrived = new ShopOrder.Shipment("Post", "SE1", true);
    ShopOrder shipped = order(State.SHIPPED, PAID);
    assertTrue(OrderNews.isDelivered(shipped.with(shipped.payment().with(arrived))));
    ShopOrder refunded = order(State.PARTLY_REFUNDED, PAID);
    assertFalse(OrderNews.isDelivered(refunded.with(refunded.payment().with(arrived))));
    assertFalse(OrderNews.isDelivered(order(State.PAID, PAID)));
  }

  /** Each decision and each dispute that ends has its emails, and each of these is sent once. */
  @Test
  void repeatsNoEmail() {
    var shop = new OrdersInMemory();
    var mails = new OrderMailContent.OrderMails(shop.outbox, contents);
    Ledger won = PAID.returnedToShop();
    Ledger undone = Ledger.NONE.decidedByOwner().undone(true);
    List<Ledger> ledgers =
        List.of(PAID, won, won.returnedToShop(), undone, undone.decidedByOwner().undone(true));
    for (int turn = 0; turn < 2; turn++) {
      ledgers.forEach(ledger -> mails.notifyOwner(order(State.PAID, ledger), ""));
    }
    assertEquals(ledgers.size(), shop.outbox.count(OutboxEntry.State.WAITING));
  }

  private static String news(ShopOrder order, ShopOrder.Shipment shipment) {
    ShopOrder known = order.with(order.payment().with(shipment));
    return OrderNews.of(known, SimulatedShop.PAGES.site()).body();
  }

  @Test
  void listsSumsThatDiffer() {
    String plain = toOwner(order(State.PAID, PAID));
    assertFalse(plain.contains("Items"), plain);
    assertTrue(plain.contains("Total"), plain);
    var shipping = new Charges.Shipping("Standard", "DE", usd("5.00"));
    var added = new Charges(TOTAL, shipping, new Tax("19", false, usd("8.93")), null);
    String net = toOwner(order(State.PAID, PAID, added));
    for (String part :
        List.of(
            "Items: $42.00", "Shipping: Standard, Germany: $5.00",
            "Tax, 19 %: $8.93", "Total: $55.93")) {
      assertTrue(net.contains(part), part + " in " + net);
    }
    assertTrue(net.indexOf("Tax, 19") < net.indexOf("Total"), net);
    assertFalse(net.contains("including"), net);
    var included =
        new Charges(TOTAL, null, new Tax("19", true, usd("6.71")), new Tax("7", true, usd("1.00")));
    String gross = toOwner(order(State.PAID, PAID, included));
    assertFalse(gross.contains("Items") || gross.contains("Tax, 19"), gross);
    assertTrue(gross.indexOf("Total") < gross.indexOf("including 19 % tax: $6.71"), gross);
    assertTrue(gross.contains("including 7 % tax: $1.00"), gross);
    var untaxedShipping = new Charges(TOTAL, null, new Tax("19", false, usd("7.98")), null);
    assertTrue(toOwner(order(State.PAID, PAID, untaxedShipping)).contains("Items: $42.00"));
  }

  @Test
  void showsSampleOfEachEmail() {
    Map<String, Email> samples =
        OrderMailSamples.of(SimulatedShop.PAGES, new MailLinks(TestSettings.of(Map.of())));
    Set<String> states =
        Set.of("paid", "pending", "placed", "partly-refunded", "refunded", "shipped");
    Set<String> names = new TreeSet<>(Set.of("sale-unresolved", "sale-charged-back"));
    for (String state :
        Stream.concat(states.stream(), Stream.of("delivered", "sold-out")).toList()) {
      names.add("order-" + state);
      names.add("sale-" + state);
    }
    assertEquals(names, samples.keySet());
    assertTrue(samples.get("order-shipped").text().contains("SE4512345678"));
    assertFalse(samples.get("order-paid").text().contains("SE4512345678"));
    assertTrue(samples.get("sale-partly-refunded").text().contains("Canvas tote bag"));
    assertTrue(samples.get("order-partly-refunded").text().contains("SE4512345678"));
    assertNotEquals(samples.get("order-paid").text(), samples.get("order-sold-out").text());
    assertNotEquals(samples.get("order-shipped").text(), samples.get("order-delivered").text());
  }
}
