package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.areas.storefront.orders.OrderMailContent.OrderMails;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.Figures.Figure;
import dev.gatehouse.messages.StorefrontMessages.CurrencySales;
import dev.gatehouse.messages.StorefrontMessages.PaymentChanged;
import dev.gatehouse.messages.StorefrontMessages.Sales;
import dev.gatehouse.messages.StorefrontMessages.SalesQuery;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.time.Age;

/** Assembles the orders for the area's module. */
public final class Orders {
  /** Age at which canceled and expired orders are deleted. */
  public static final Duration OVER_KEPT = Duration.ofDays(30);

  private static final int PAGE = 500;

  private final ShopOrders orders;
  private final SignedLinks links;
  private final Pages pages;
  private final InstantSource clock;
  private final Checkout checkout;
  private final OrderDesk desk;
  private final OrderReconciliation reconciliation;

  public Orders(NodeServices node, Duration hold) throws IOException {
    clock = node.clock().guarded();
    links = node.links();
    pages = node.pages();
    orders = new ShopOrders(node.documents(), node.random(), clock);
    var stock = new StockClient(node.dispatcher());
    var letters =
        new OrderMails(
            node.outbox(), new OrderMailContent(node.pages(), new MailLinks(node.settings())));
    var payments = new PaymentClient(node.dispatcher());
    var followUps =
        new OrderReconciliationQueue(
            orders,
            stock,
            letters,
            new InvoiceNumbers(
                node.documents(),
                node.settings().section("storefront").printable("invoiceNumbers", 0),
                node.settings().ownerZone(),
                clock),
            clock);
    var changes = new OrderChanges(orders, followUps, hold, clock);
    checkout = new Checkout(orders, stock, payments, changes, node.pages());
    desk = new OrderDesk(payments, stock, changes, orders);
    reconciliation = new OrderReconciliation(orders, payments, checkout, changes, followUps);
  }

  public OrderImport imports(String currency) {
    return new OrderImport(orders, links, currency, pages.language(), clock);
  }

  public ShopOrders repository() {
    return orders;
  }

  public Checkout checkout() {
    return checkout;
  }

  public OrderDesk desk() {
    return desk;
  }

  public Done paymentChanged(Call call, PaymentChanged changed) {
    return reconciliation.paymentChanged(call, changed);
  }

  /** Returns the paid orders of a time range by currency, without the tax that they contain. */
  public Sales sales(Call call, SalesQuery query) {
    Map<String, CurrencySales> sums = new TreeMap<>();
    int read = 0;
    List<ShopOrder> page;
    do {
      page = orders.paidBetween(query.from(), query.until(), read, PAGE);
      page.forEach(
          order -> sums.merge(order.goods().total().currency(), sales(order), CurrencySales::plus));
      read += page.size();
    } while (page.size() == PAGE);
    return new Sales(List.copyOf(sums.values()));
  }

  private static CurrencySales sales(ShopOrder order) {
    Money total = order.goods().total();
    BigDecimal taken = order.taken().amount();
    BigDecimal returned = order.returned().amount();
    Money taxed = order.goods().charges().taxed();
    BigDecimal tax = taxed == null ? BigDecimal.ZERO : taxed.amount();
    BigDecimal returnedTax =
        total.signum() == 0
            ? BigDecimal.ZERO
            : tax.multiply(returned).divide(total.amount(), tax.scale(), RoundingMode.HALF_UP);
    String currency = total.currency();
    return new CurrencySales(currency, taken.subtract(tax), returned.subtract(returnedTax));
  }

  public Figures figures(Call call, Figures.Period day) {
    return new Figures(
        List.of(
            new Figure("shop orders", orders.countBetween(day.from(), day.until())),
            new Figure("shop orders awaiting your decision", awaitingOwner())));
  }

  private long awaitingOwner() {
    return Stream.of(ShopOrder.State.values())
        .filter(ShopOrder.State::isOwners)
        .mapToLong(orders::count)
        .sum();
  }

  public void reconcile() {
    reconciliation.run();
  }

  /** Deletes old canceled and expired orders. Blocks. */
  public void deleteExpired(Age age) {
    orders.deleteExpired(age);
  }
}
