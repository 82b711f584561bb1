package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.storefront.ShopOrderOperations.RevenueOperation.RevenueReply;
import dev.gatehouse.areas.storefront.catalogue.ShopPrice;
import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.charges.Countries;
import dev.gatehouse.areas.storefront.orders.Checkout;
import dev.gatehouse.areas.storefront.orders.Ledger;
import dev.gatehouse.areas.storefront.orders.Orders;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.areas.storefront.orders.ShopOrders;
import dev.gatehouse.areas.storefront.orders.ShopOrders.OrderQuery;
import dev.gatehouse.areas.storefront.pages.NoticePages;
import dev.gatehouse.areas.storefront.pages.OrderPage;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.pages.Pages;

/**
 * Operations on orders: the pages for buyers and the list for the owner.
 *
 * @param seller lines of the seller's name and address; may be empty
 */
record ShopOrderOperations(
    Orders orders,
    UnpaidHolds holds,
    Pages pages,
    NoticePages notices,
    List<String> seller,
    ZoneId zone) {
  private record OrderForm(String action) {}

  record OrderDecision(String decision) {}

  record ShipmentRequest(String carrier, String tracking, boolean delivered) {}

  /**
   * Refund as the owner enters it.
   *
   * @param id the same id makes one refund
   * @param amount null for all that is left
   * @param restock whether the goods return to the stock
   */
  record RefundRequest(String id, RefundAmount amount, boolean restock) {}

  /**
   * Correction of an order. Fields that are null remain unchanged.
   *
   * @param note of the owner; empty for none
   */
  record OrderCorrection(String name, CorrectedAddress postal, String note) {}

  record CorrectedAddress(
      String street, String postcode, String city, String region, String country) {
    PostalAddress postal() {
      ApiError.badRequestUnless(
          Countries.ALL.contains(country), "postal.country", "must be a country such as US");
      return new PostalAddress(street, postcode, city, region, country);
    }
  }

  record RefundAmount(String amount, String currencyCode) {}

  record ShopOrderLine(
      String variantId, String title, String label, int quantity, ShopPrice price) {}

  /** Shipping that the buyer has chosen. */
  record ShopOrderShipping(String name, String country, ShopPrice price) {
    static ShopOrderShipping of(Charges.Shipping shipping) {
      if (shipping == null) {
        return null;
      }
      return new ShopOrderShipping(
          shipping.name(), shipping.country(), ShopPrice.of(shipping.amount()));
    }
  }

  /**
   * @param included whether the prices contain it
   */
  record ShopOrderTax(String percent, boolean included, ShopPrice amount) {
    static ShopOrderTax of(Charges.Tax tax) {
      if (tax == null) {
        return null;
      }
      return new ShopOrderTax(tax.percent(), tax.included(), ShopPrice.of(tax.amount()));
    }
  }

  /**
   * @param postal null in orders of releases before this field
   */
  record ShopOrderBuyer(
      String name, String email, String address, PostalAddress postal, String note) {}

  /**
   * Order in the owner's list.
   *
   * @param problem what the owner must check; null without a problem
   */
  record ListedShopOrder(
      String _id,
      String reference,
      String state,
      String paymentOrder,
      Instant createdAt,
      Instant updatedAt,
      List<ShopOrderLine> lines,
      ShopPrice subtotal,
      ShopOrderShipping shipping,
      ShopOrderTax tax,
      ShopOrderTax reducedTax,
      ShopPrice total,
      ShopPrice captured,
      ShopPrice refunded,
      ShopOrder.Shipment shipment,
      String problem,
      ShopOrderBuyer buyer,
      boolean imported,
      String invoice) {
    static ListedShopOrder of(ShopOrder order) {
      var buyer = order.buyer();
      Charges charges = order.goods().charges();
      Ledger ledger = order.payment().ledger();
      return new ListedShopOrder(
          order.id(),
          order.reference(),
          order.state().label(),
          order.payment().paymentOrder(),
          order.standing().createdAt(),
          order.standing().updatedAt(),
          order.goods().lines().stream().map(ListedShopOrder::line).toList(),
          ShopPrice.of(charges.items()),
          ShopOrderShipping.of(charges.shipping()),
          ShopOrderTax.of(charges.tax()),
          ShopOrderTax.of(charges.reducedTax()),
          ShopPrice.of(order.goods().total()),
          ShopPrice.of(ledger.captured()),
          ShopPrice.of(ledger.refunded()),
          order.payment().shipment(),
          ledger.hasShortage() ? "paid, but sold out" : ledger.problem(),
          new ShopOrderBuyer(
              buyer.name(), buyer.email(), buyer.address(), buyer.postal(), buyer.note()),
          order.fromElsewhere(),
          order.numbers().invoice());
    }

    private static ShopOrderLine line(ShopOrder.Line line) {
      return new ShopOrderLine(
          line.variant(), line.title(), line.label(), line.quantity(), ShopPrice.of(line.price()));
    }
  }

  record ShopOrderPage(
      boolean success, List<ListedShopOrder> orders, PageOrder.Pagination pagination) {}

  Map<String, Area.Handler> operations() {
    var table = new OrderTable(orders.repository(), zone);
    var revenue = new RevenueOperation(orders.repository(), zone);
    return Map.ofEntries(
        Map.entry("storefront.orderPage", this::page),
        Map.entry("storefront.orderAction", this::act),
        Map.entry("storefront.orders", Area.returning(ShopOrderPage.class, this::list)),
        Map.entry("storefront.orderTable", table::reply),
        Map.entry("storefront.revenue", Area.returning(RevenueReply.class, revenue::reply)),
        changing("storefront.shipOrder", ShipmentRequest.class, this::ship),
        changing("storefront.refundOrder", RefundRequest.class, this::refund),
        changing("storefront.correctOrder", OrderCorrection.class, this::correct),
        changing("storefront.decideOrder", OrderDecision.class, this::decide));
  }

  private static <T> Map.Entry<String, Area.Handler> changing(
      String id, Class<T> body, Area.BodyHandler<T> handler) {
    return Map.entry(id, Area.returning(ListedShopOrder.class, body, handler));
  }

  private ShopOrder found(Call call) {
    return orders
        .repository()
        .find(call.text("id"))
        .orElseThrow(() -> ApiException.of(ErrorCode.ORDER_NOT_FOUND, "order not found"));
  }

  private Answer page(Call call) {
    return page(found(call), "", call.text("PayerID") != null);
  }

  private Answer page(ShopOrder order, String problem, boolean approved) {
    return notices.answer("shop/order", new OrderPage(order, problem, approved, seller));
  }

  private Answer act(Call call) {
    ShopOrder order = found(call);
    boolean pay = call.body(OrderForm.class).action().equals("pay");
    if (pay && order.state().label().equals("expired")) {
      // Its stock is reserved again.
      holds.claim(call.caller(), order.id(), order.goods());
    }
    Checkout.Result result =
        pay
            ? orders.checkout().pay(call.origin(), order)
            : orders.checkout().cancel(call.origin(), order);
    if (result.problem().isEmpty()) {
      return Answer.seeOther(call.base() + "/storefront/orders/" + order.id());
    }
    return page(result.order(), result.problem(), false);
  }

  private Answer list(Call call) {
    var page =
        ListPage.of(call, orders.repository().select(OrderQuery.of(call)), ListedShopOrder::of);
    return Answer.ok(new ShopOrderPage(true, page.entries(), page.pagination()));
  }

  private Answer decide(Call call, OrderDecision decision) {
    if (decision.decision().equals("undone")) {
      return changed(
          orders.desk().undo(call.origin(), found(call)),
          "only your own decision can be undone, before money or goods have moved");
    }
    return changed(
        orders.desk().decide(call.origin(), found(call), decision.decision().equals("paid")),
        "only an order in state placed or unresolved can be decided");
  }

  private Answer ship(Call call, ShipmentRequest request) {
    var shipment =
        new ShopOrder.Shipment(request.carrier(), request.tracking(), request.delivered());
    return changed(
        orders.desk().ship(call.origin(), found(call), shipment),
        "only a paid order can be shipped");
  }

  private Answer refund(Call call, RefundRequest request) {
    Optional<ShopOrder> refunded =
        orders
            .desk()
            .refund(
                call.origin(),
                found(call),
                request.id(),
                Optional.ofNullable(request.amount()).map(ShopOrderOperations::money));
    if (request.restock()) {
      refunded.ifPresent(order -> orders.desk().restock(call.origin(), order));
    }
    return changed(refunded, "only a paid order can be refunded");
  }

  private Answer correct(Call call, OrderCorrection correction) {
    if (found(call).fromElsewhere()) {
      throw ApiException.of(ErrorCode.ORDER_STATE_NOT_ALLOWED, "an imported order is read-only");
    }
    ShopOrder corrected =
        orders
            .desk()
            .correct(
                found(call),
                known ->
                    known.corrected(
                        Objects.requireNonNullElse(correction.name(), known.name()),
                        correction.postal() == null ? known.postal() : correction.postal().postal(),
                        correction.note() == null
                            ? known.note()
                            : PlainText.emptyToNull(correction.note()),
                        pages.language()));
    return Answer.ok(ListedShopOrder.of(corrected));
  }

  private static Money money(RefundAmount price) {
    try {
      return Money.of(price.currencyCode(), price.amount());
    } catch (IllegalArgumentException e) {
      throw ApiError.of(ErrorCode.PARAMETER_INVALID, "amount", "amount: " + e.getMessage())
          .exception(e);
    }
  }

  private static Answer changed(Optional<ShopOrder> order, String otherwise) {
    return order
        .map(stored -> Answer.ok(ListedShopOrder.of(stored)))
        .orElseThrow(() -> ApiException.of(ErrorCode.ORDER_STATE_NOT_ALLOWED, otherwise));
  }

  /** Revenue of the local shop by day, in the owner's time zone. */
  record RevenueOperation(ShopOrders orders, ZoneId zone) {
    private static final int PAGE = 500;

    /** Maximum number of orders that a request reads. */
    private static final int MAX_ORDERS = 10_000;

    private static final int MAX_DAYS = 366;

    /**
     * @param complete whether all orders of the range are counted
     */
    record RevenueReply(boolean success, boolean complete, List<RevenueDay> days) {}

    /**
     * @param revenue money taken, before refunds
     * @param refunded money returned by refunds and chargebacks
     */
    record RevenueDay(String date, int orders, ShopPrice revenue, ShopPrice refunded) {}

    private record Key(LocalDate date, String currency) {}

    private record Sums(int orders, Money revenue, Money refunded) {
      Sums plus(Sums other) {
        return new Sums(
            orders + other.orders, revenue.plus(other.revenue), refunded.plus(other.refunded));
      }
    }

    Answer reply(Call call) {
      LocalDate from = LocalDate.parse(call.text("from"));
      LocalDate until = LocalDate.parse(call.text("until"));
      long days = ChronoUnit.DAYS.between(from, until);
      if (days < 0 || days >= MAX_DAYS) {
        throw ApiException.invalid("until", "must be 0 to 365 days after from");
      }
      Instant start = from.atStartOfDay(zone).toInstant();
      Instant end = until.plusDays(1).atStartOfDay(zone).toInstant();
      List<ShopOrder> paid = new ArrayList<>();
      List<ShopOrder> page;
      do {
        page = orders.paidBetween(start, end, paid.size(), PAGE);
        paid.addAll(page);
      } while (page.size() == PAGE && paid.size() < MAX_ORDERS);
      return Answer.ok(new RevenueReply(true, page.size() < PAGE, days(paid)));
    }

    private List<RevenueDay> days(List<ShopOrder> paid) {
      Map<Key, Sums> sums =
          new TreeMap<>(Comparator.comparing(Key::date).thenComparing(Key::currency));
      for (ShopOrder order : paid) {
        LocalDate date = LocalDate.ofInstant(order.standing().createdAt(), zone);
        var own = new Sums(1, order.taken(), order.returned());
        sums.merge(new Key(date, own.revenue().currency()), own, Sums::plus);
      }
      return sums.entrySet().stream().map(entry -> day(entry.getKey(), entry.getValue())).toList();
    }

    private static RevenueDay day(Key key, Sums sums) {
      return new RevenueDay(
          key.date().toString(),
          sums.orders(),
          ShopPrice.of(sums.revenue()),
          ShopPrice.of(sums.refunded()));
    }
  }
}
