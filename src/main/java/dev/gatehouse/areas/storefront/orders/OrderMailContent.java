package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.charges.Countries;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.MailDraft;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.pages.Pages;

/** Content of the emails about an order. */
record OrderMailContent(Pages pages, MailLinks links) {
  Email toOwner(ShopOrder order, String state, String asked) {
    ShopOrder.Buyer buyer = order.buyer();
    String word = pages.text("sale.state." + state);
    MailDraft draft =
        new MailDraft(
                pages,
                pages.text("sale.subject", order.reference(), word),
                pages.text("sale.title", order.reference(), word))
            .paragraph(advice(order));
    draft = items(draft, order).paragraph(pages.text("sale.address"));
    draft.quote(buyer.name() + " <" + buyer.email() + ">\n" + buyer.address());
    return Email.toOwner(buyer.email(), button(draft, order, asked).mail());
  }

  /** Returns the action that the owner must take, if any. */
  private String advice(ShopOrder order) {
    Ledger ledger = order.payment().ledger();
    String payment = order.payment().paymentOrder();
    return switch (order.state()) {
      case UNRESOLVED ->
          problem(ledger) + " " + pages.text("sale.advice.unresolved", payment, order.id());
      case PAID, SHIPPED ->
          (ledger.hasShortage() ? pages.text("sale.advice.short") + " " : "")
              + (ledger.won() == 0 ? "" : pages.text("sale.advice.won"));
      case CHARGED_BACK -> pages.text("sale.advice.reversed", payment);
      case PARTLY_REFUNDED -> pages.text("sale.advice.refunded", price(ledger.refunded()));
      case PLACED -> pages.text("sale.advice.placed", order.id());
      default -> "";
    };
  }

  private String problem(Ledger ledger) {
    if (ledger.problem() == null) {
      return pages.text("sale.problem.none");
    }
    return pages.text("sale.problem.known", ledger.problem());
  }

  /**
   * Returns the email to the buyer. Its address may be anyone's, so it contains no text of the
   * sender.
   */
  Email toBuyer(ShopOrder order, String asked) {
    OrderNews news = OrderNews.of(order, pages.site());
    String body =
        switch (order.state()) {
          // The page refers to itself.
          case PENDING, PLACED -> pages.text(news.key() + ".mail");
          default -> news.body();
        };
    MailDraft draft =
        new MailDraft(pages, pages.text(news.key() + ".subject", order.reference()), news.title())
            .paragraph(body);
    draft =
        items(draft, order)
            .facts(
                new Fact(pages.text("mail.order.reference"), order.reference()),
                new Fact(
                    pages.text("mail.order.placed"),
                    pages.site().date(order.standing().createdAt())));
    return Email.of(order.buyer().email(), button(draft, order, asked).mail());
  }

  private MailDraft button(MailDraft draft, ShopOrder order, String asked) {
    return draft.button(
        pages.text("mail.order.button"), links.base(asked) + "/storefront/orders/" + order.id());
  }

  private MailDraft items(MailDraft draft, ShopOrder order) {
    List<Fact> items =
        order.goods().lines().stream()
            .map(line -> new Fact(line.quantity() + " × " + line.name(), price(line.sum())))
            .toList();
    return draft.items(items, sums(order.goods()));
  }

  private List<Fact> sums(ShopOrder.Goods goods) {
    Charges.Shipping shipping = goods.charges().shipping();
    List<Fact> sums = new ArrayList<>();
    if (shipping != null || goods.charges().added() != null) {
      sums.add(new Fact(pages.text("cart.items"), price(goods.charges().items())));
    }
    if (shipping != null) {
      Locale language = Locale.forLanguageTag(pages.site().lang());
      String country = Countries.name(shipping.country(), language);
      sums.add(
          new Fact(
              pages.text("cart.shipping", shipping.name(), country), price(shipping.amount())));
    }
    sums.addAll(taxes(goods.charges(), false));
    sums.add(new Fact(pages.text("cart.total"), price(goods.total())));
    sums.addAll(taxes(goods.charges(), true));
    return sums;
  }

  private String price(Money money) {
    return pages.site().price(money);
  }

  private List<Fact> taxes(Charges charges, boolean included) {
    String text = included ? "cart.tax.included" : "cart.tax";
    return charges.taxes().stream()
        .filter(tax -> tax.included() == included)
        .map(tax ->
            new Fact(pages.text(text, pages.site().number(tax.percent())), price(tax.amount())))
        .toList();
  }

  /** Emails about an order, to the owner who ships the goods and to the buyer. */
  record OrderMails(Outbox outbox, OrderMailContent contents) {
    private static final int ID_BYTES = 12;

    /**
     * Enqueues the owner's email about an order's state. Does nothing if it is already enqueued.
     */
    void notifyOwner(ShopOrder order, String asked) {
      String state =
          OrderNews.isDelivered(order) ? "delivered" : order.state().label().replace('_', '-');
      outbox.enqueue(id(order, "owner"), contents.toOwner(order, state, asked).request());
    }

    void notifyBoth(ShopOrder order, String asked) {
      notifyOwner(order, asked);
      outbox.enqueue(id(order, "buyer"), contents.toBuyer(order, asked).request());
    }

    /** Enqueues the owner's email about a paid order whose goods are sold out. */
    void notifyOversold(ShopOrder order, String asked) {
      outbox.enqueue(id(order, "oversold"), contents.toOwner(order, "sold-out", asked).request());
    }

    /** Returns the id of an email. Each refund and each shipment of an order has its own emails. */
    private static String id(ShopOrder order, String to) {
      String which =
          switch (order.state()) {
            case PARTLY_REFUNDED -> " " + order.payment().ledger().refunded();
            case UNRESOLVED -> Objects.requireNonNullElse(order.payment().ledger().problem(), "");
            default -> "";
          };
      int won = order.payment().ledger().won();
      String disputes = won == 0 ? "" : " after chargeback " + won;
      int undone = order.payment().ledger().report().undone();
      String again = undone == 0 ? "" : " undone " + undone;
      String shipment = order.payment().shipment() == null ? "" : " " + order.payment().shipment();
      return Sha256.hex(
          "order "
              + order.id()
              + ' '
              + order.state()
              + which
              + disputes
              + again
              + shipment
              + ' '
              + to,
          ID_BYTES);
    }
  }
}
