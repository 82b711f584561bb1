package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.payments.CaptureOperation.AmountView;
import dev.gatehouse.areas.payments.CaptureOperation.CaptureView;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.Figures.Amount;
import dev.gatehouse.messages.Figures.Figure;

/** List of orders for the operator, and their figures for the daily report. */
record OrderList(PaymentOrderRepository orders) {
  record OrderPage(boolean success, List<ListedOrder> orders, PageOrder.Pagination pagination) {}

  /**
   * Order with all its known data.
   *
   * @param localId Gatehouse's id
   * @param id the provider's id; null until there is one
   * @param status the provider's status
   * @param error the provider's code for its last rejection
   * @param problem for the owner to solve; null without a problem
   */
  record ListedOrder(
      String localId,
      String id,
      String intent,
      AmountView amount,
      String description,
      Instant createdAt,
      String state,
      String status,
      String error,
      Instant updatedAt,
      List<CaptureView> captures,
      String payerEmail,
      Instant paidAt,
      String problem) {
    static ListedOrder of(PaymentOrder order) {
      PaymentOrder.Terms terms = order.terms();
      PaymentOrder.Payment payment = order.payment();
      return new ListedOrder(
          order.id(),
          order.order(),
          terms.intent(),
          AmountView.of(terms.total()),
          terms.description(),
          terms.createdAt(),
          order.state().label(),
          order.standing().status(),
          order.standing().error(),
          order.agenda().updatedAt(),
          payment.captures().stream().map(CaptureView::of).toList(),
          payment.payer(),
          payment.paidAt(),
          payment.problem());
    }
  }

  Answer list(Call call) {
    Optional<OrderState> state =
        Optional.ofNullable(call.text("state"))
            .map(name -> OrderState.valueOf(name.toUpperCase(Locale.ROOT)));
    String id = call.text("q");
    if (id != null) {
      return Answer.ok(found(orders.find(id).or(() -> orders.byOrder(id)), PageOrder.of(call)));
    }
    boolean oldest = "oldest".equals(call.text("sort"));
    var page = ListPage.of(call, orders.select(state, oldest), ListedOrder::of);
    return Answer.ok(new OrderPage(true, page.entries(), page.pagination()));
  }

  private static OrderPage found(Optional<PaymentOrder> order, PageOrder page) {
    List<ListedOrder> found = order.map(ListedOrder::of).stream().toList();
    var first = new PageOrder(page.limit(), 0);
    return new OrderPage(true, found, first.of(found.size(), found.size()));
  }

  /** Returns figures for the daily report: orders made, orders paid, and the amounts paid. */
  Figures figures(Call call, Figures.Period day) {
    Map<String, Money> sums = new TreeMap<>();
    List<PaymentOrder> paid = orders.paidBetween(day.from(), day.until()).toList();
    paid.stream()
        .flatMap(order -> order.paid().stream())
        .forEach(money -> sums.merge(money.currency(), money, Money::plus));
    List<Amount> amounts =
        sums.values().stream()
            .map(money -> new Amount("", money.currency(), money.amount()))
            .toList();
    return new Figures(
        List.of(
            new Figure("orders", orders.createdBetween(day.from(), day.until())),
            new Figure("orders paid", paid.size(), amounts),
            new Figure(
                "payments needing attention", orders.problemsBetween(day.from(), day.until())),
            new Figure("payments pending", orders.count(Optional.of(OrderState.PENDING))),
            new Figure(
                "captures with unknown outcome", orders.count(Optional.of(OrderState.CAPTURING)))));
  }
}
