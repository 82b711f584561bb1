package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.areas.storefront.orders.ShopOrder.State;

/**
 * State machine of an order. Every change of a state is a row of this table, and is stored with the
 * order's next version. An event without a row changes nothing.
 */
final class OrderTransitions {
  /** Conditions of a row. */
  enum Guard {
    NONE("", order -> true),
    /** No capture attempt may have an unknown outcome. */
    NOT_CAPTURED("no attempt may have been captured", order -> !order.mayHaveBeenCaptured()),
    HAS_PAYMENT("has a payment order", order -> order.payment().paymentOrder() != null),
    NO_PAYMENT("has no payment order", order -> order.payment().paymentOrder() == null),
    NOT_SHIPPED("is not shipped", order -> order.payment().shipment() == null),
    SHIPPED("is shipped", order -> order.payment().shipment() != null),
    NOT_DECIDED("the owner has not decided", order -> !order.payment().ledger().decided()),
    /** The owner has decided, and no money and no goods have moved since. */
    UNDOABLE("only the owner has decided, no payment order", order -> isUndoable(order, false)),
    UNDOABLE_PAYMENT(
        "only the owner has decided, has a payment order", order -> isUndoable(order, true));

    private final String text;
    private final Predicate<ShopOrder> test;

    Guard(String text, Predicate<ShopOrder> test) {
      this.text = text;
      this.test = test;
    }

    String text() {
      return text;
    }

    private static boolean isUndoable(ShopOrder order, boolean withPayment) {
      Ledger ledger = order.payment().ledger();
      // While the order is due, its stock is still being sold or returned.
      return ledger.decided()
          && order.standing().due() == null
          && ledger.captured() == null
          && ledger.refunded() == null
          && order.payment().shipment() == null
          && (order.payment().paymentOrder() != null) == withPayment;
    }
  }

  record Row(State from, OrderEvent event, Guard guard, State to) {}

  /** States in which the provider may report money for the first time. */
  private static final Set<State> UNPAID =
      EnumSet.of(State.OPEN, State.PAYING, State.PENDING, State.UNRESOLVED);

  /** States after a payment, whose refunds and chargebacks follow. */
  private static final Set<State> SETTLED =
      EnumSet.of(State.PAID, State.SHIPPED, State.PARTLY_REFUNDED);

  static final List<Row> TABLE = table();

  private OrderTransitions() {}

  private static List<Row> table() {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row(State.OPEN, OrderEvent.NO_PROVIDER, Guard.NO_PAYMENT, State.PLACED));
    rows.add(new Row(State.OPEN, OrderEvent.PAY, Guard.HAS_PAYMENT, State.PAYING));
    rows.add(new Row(State.OPEN, OrderEvent.CANCEL, Guard.NOT_CAPTURED, State.CANCELLED));
    rows.add(new Row(State.OPEN, OrderEvent.EXPIRE, Guard.NOT_CAPTURED, State.EXPIRED));
    rows.add(new Row(State.PAYING, OrderEvent.PAY, Guard.HAS_PAYMENT, State.PAYING));
    rows.add(new Row(State.PAYING, OrderEvent.NOT_CAPTURED, Guard.NONE, State.OPEN));
    rows.add(new Row(State.PAYING, OrderEvent.PAYMENT_GONE, Guard.NONE, State.EXPIRED));
    rows.add(new Row(State.PENDING, OrderEvent.NOT_CAPTURED, Guard.NONE, State.CANCELLED));
    rows.add(new Row(State.PENDING, OrderEvent.PAYMENT_GONE, Guard.NONE, State.CANCELLED));
    rows.add(new Row(State.EXPIRED, OrderEvent.REVIVE, Guard.NOT_CAPTURED, State.OPEN));
    for (State state : EnumSet.of(State.OPEN, State.PAYING, State.PENDING)) {
      rows.add(new Row(state, OrderEvent.GIVE_UP, Guard.NONE, State.UNRESOLVED));
    }
    UNPAID.forEach(state -> addPayment(rows, state, Guard.NONE));
    addPayment(rows, State.EXPIRED, Guard.NONE);
    addPayment(rows, State.CANCELLED, Guard.NOT_DECIDED);
    for (State state : EnumSet.of(State.PLACED, State.UNRESOLVED)) {
      rows.add(new Row(state, OrderEvent.DECIDE_PAID, Guard.NONE, State.PAID));
      rows.add(new Row(state, OrderEvent.DECIDE_CANCELLED, Guard.NONE, State.CANCELLED));
    }
    for (State state : EnumSet.of(State.PAID, State.CANCELLED)) {
      rows.add(new Row(state, OrderEvent.UNDO, Guard.UNDOABLE, State.PLACED));
      rows.add(new Row(state, OrderEvent.UNDO, Guard.UNDOABLE_PAYMENT, State.UNRESOLVED));
    }
    rows.add(new Row(State.PAID, OrderEvent.SHIP, Guard.NONE, State.SHIPPED));
    rows.add(new Row(State.SHIPPED, OrderEvent.SHIP, Guard.NONE, State.SHIPPED));
    rows.add(new Row(State.PARTLY_REFUNDED, OrderEvent.SHIP, Guard.NONE, State.PARTLY_REFUNDED));
    SETTLED.forEach(state -> addReturns(rows, state, Guard.NONE));
    rows.add(new Row(State.REFUNDED, OrderEvent.CHARGE_BACK, Guard.NONE, State.CHARGED_BACK));
    addWonDispute(rows);
    return List.copyOf(rows);
  }

  /** Adds what the provider may report of an order that is not known to be paid. */
  private static void addPayment(List<Row> rows, State from, Guard guard) {
    rows.add(new Row(from, OrderEvent.CAPTURED, guard, State.PAID));
    if (from != State.PENDING && from != State.UNRESOLVED) {
      rows.add(new Row(from, OrderEvent.CAPTURE_PENDING, guard, State.PENDING));
    }
    if (from != State.UNRESOLVED) {
      rows.add(new Row(from, OrderEvent.DOUBTFUL, guard, State.UNRESOLVED));
    }
    addReturns(rows, from, guard);
  }

  /** Adds what the provider may report after a dispute that the shop has won. */
  private static void addWonDispute(List<Row> rows) {
    State from = State.CHARGED_BACK;
    rows.add(new Row(from, OrderEvent.CAPTURED, Guard.NOT_SHIPPED, State.PAID));
    rows.add(new Row(from, OrderEvent.CAPTURED, Guard.SHIPPED, State.SHIPPED));
    rows.add(new Row(from, OrderEvent.REFUND_PARTLY, Guard.NONE, State.PARTLY_REFUNDED));
    rows.add(new Row(from, OrderEvent.REFUND, Guard.NONE, State.REFUNDED));
  }

  private static void addReturns(List<Row> rows, State from, Guard guard) {
    rows.add(new Row(from, OrderEvent.REFUND_PARTLY, guard, State.PARTLY_REFUNDED));
    rows.add(new Row(from, OrderEvent.REFUND, guard, State.REFUNDED));
    rows.add(new Row(from, OrderEvent.CHARGE_BACK, guard, State.CHARGED_BACK));
  }

  /** Returns the state after an event; empty if the event does not change the order. */
  static Optional<State> next(ShopOrder order, OrderEvent event) {
    return TABLE.stream()
        .filter(row -> !order.fromElsewhere())
        .filter(row -> row.from() == order.state() && row.event() == event)
        .filter(row -> row.guard().test.test(order))
        .map(Row::to)
        .findFirst();
  }

  /** Events that change the state of an order. */
  enum OrderEvent {
    /** No payment provider is configured. */
    NO_PROVIDER,
    /** A capture is about to be requested. */
    PAY,
    /** The buyer wants to pay after the order has expired. */
    REVIVE,
    /** The provider has captured the order's total. */
    CAPTURED,
    /** The provider has captured the order and has not decided yet. */
    CAPTURE_PENDING,
    /** The provider has reported after the last attempt that nothing is captured. */
    NOT_CAPTURED,
    /** As NOT_CAPTURED, and the payment order can no longer be captured. */
    PAYMENT_GONE,
    /** The provider has captured another amount, or a part, or does not know the order any more. */
    DOUBTFUL,
    /** The outcome is still unknown after all checks. */
    GIVE_UP,
    /** The hold has ended, and the provider has reported that nothing is captured. */
    EXPIRE,
    /** The buyer cancels, and the provider has reported that nothing is captured. */
    CANCEL,
    /** The owner decides that the order is paid. */
    DECIDE_PAID,
    /** The owner decides that the order is cancelled. */
    DECIDE_CANCELLED,
    /** The owner takes a decision back. */
    UNDO,
    /** The owner has shipped the goods. */
    SHIP,
    /** A part of the payment is refunded. */
    REFUND_PARTLY,
    /** The whole payment is refunded. */
    REFUND,
    /** A chargeback has reversed the payment. */
    CHARGE_BACK;

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}
