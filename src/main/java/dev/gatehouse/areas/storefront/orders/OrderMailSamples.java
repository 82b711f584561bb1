package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.formats.Money;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;

/** Emails about sample orders, for previews. */
public final class OrderMailSamples {
  private static final String ID = "7c1f04d29ab84be69f0d3f6a2e5b9c81";
  private static final Instant PLACED = Instant.parse("2026-11-02T09:30:00Z");
  private static final Money TOTAL = Money.of("USD", "60.00");
  private static final Money REFUND = Money.of("USD", "18.00");

  private OrderMailSamples() {}

  /** Returns an email of each kind by its name. */
  public static Map<String, Email> of(Pages pages, MailLinks links) {
    var contents = new OrderMailContent(pages, links);
    Map<String, Email> samples = new TreeMap<>();
    for (State state : State.values()) {
      String name = state.label().replace('_', '-');
      switch (state) {
        case PENDING, PLACED, PAID, SHIPPED, PARTLY_REFUNDED, REFUNDED -> {
          samples.put("order-" + name, contents.toBuyer(order(state, false, false), ""));
          samples.put("sale-" + name, contents.toOwner(order(state, false, false), name, ""));
        }
        case UNRESOLVED, CHARGED_BACK ->
            samples.put("sale-" + name, contents.toOwner(order(state, false, false), name, ""));
        case OPEN, PAYING, CANCELLED, EXPIRED -> {
          // No email is sent in these states.
        }
      }
    }
    ShopOrder sold = order(State.PAID, true, false);
    samples.put("order-sold-out", contents.toBuyer(sold, ""));
    ShopOrder delivered = order(State.SHIPPED, false, true);
    samples.put("order-delivered", contents.toBuyer(delivered, ""));
    samples.put("sale-delivered", contents.toOwner(delivered, "delivered", ""));
    samples.put("sale-sold-out", contents.toOwner(sold, "sold-out", ""));
    return samples;
  }

  private static ShopOrder order(State state, boolean oversold, boolean delivered) {
    Money refunded = state == State.PARTLY_REFUNDED ? REFUND : null;
    var ledger = new Ledger(TOTAL, refunded, false, null, null, null).settled(oversold);
    var payment = new ShopOrder.Payment("5O190127TN364715T", null, 1, 0, ledger, null);
    if (state == State.SHIPPED || state == State.PARTLY_REFUNDED) {
      payment = payment.with(new ShopOrder.Shipment("PostNord", "SE4512345678", delivered));
    }
    return new ShopOrder(
        ID,
        1,
        new ShopOrder.Goods(
            List.of(
                line("field-notes", "Paperback", "Field Notes from the North", 1, "24.00"),
                line("tote", "Natural", "Canvas tote bag", 2, "18.00")),
            TOTAL),
        ShopOrder.Buyer.of(
            "Maria Lindqvist",
            "maria@example.com",
            new PostalAddress("Storgatan 12", "211 42", "Malmö", "", "SE"),
            Locale.ENGLISH),
        new ShopOrder.Standing(state, 1, null, 0, PLACED, PLACED),
        payment);
  }

  private static ShopOrder.Line line(
      String product, String label, String title, int quantity, String price) {
    return new ShopOrder.Line(product, product, label, title, quantity, Money.of("USD", price));
  }
}
