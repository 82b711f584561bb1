package dev.gatehouse.simulation;

import module java.base;

import dev.gatehouse.areas.payments.paypal.OrderProvider;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.areas.payments.paypal.PayPalOrder.Amount;
import dev.gatehouse.areas.payments.paypal.PayPalOrder.Capture;
import dev.gatehouse.areas.payments.paypal.PayPalOrder.Refund;
import dev.gatehouse.areas.payments.paypal.RefusedException;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;

/** Payment provider with a ledger. Replies are lost or late, and events are repeated. */
final class SimulatedProvider implements OrderProvider {
  private static final Duration LIFETIME = Duration.ofHours(6);

  /** An order at the provider. */
  static final class Order {
    final String id;
    final Instant createdAt;
    final Map<String, String> captures = new LinkedHashMap<>();
    final List<Refund> refunds = new ArrayList<>();
    Money amount;
    Money taken;
    Money returned;
    boolean approved;
    boolean wasReversed;
    String outcome = "COMPLETED";

    Order(String id, Money amount, Instant now) {
      this.id = id;
      this.amount = amount;
      this.createdAt = now;
    }

    boolean isReversed() {
      return captures.containsValue("REVERSED");
    }

    @Override
    public String toString() {
      return id + " taken=" + taken + " returned=" + returned + ' ' + captures;
    }
  }

  final Map<String, Order> orders = new LinkedHashMap<>();
  private final Map<String, Order> requests = new HashMap<>();

  /** Number of changes, so that invariants are only checked after one. */
  long changes;

  private final Baton baton;
  private final Money total;
  private final BiConsumer<Order, String> events;

  /**
   * @param events receives each order that has changed, and the event's type
   */
  SimulatedProvider(Baton baton, Money total, BiConsumer<Order, String> events) {
    this.baton = baton;
    this.total = total;
    this.events = events;
  }

  @Override
  public PayPalOrder create(String requestId, Object order) {
    baton.yield();
    mayFail(true);
    Order made =
        requests.computeIfAbsent(
            requestId, first -> new Order("P" + (orders.size() + 1), total, baton.instant()));
    orders.put(made.id, made);
    mayFail(true);
    return reported(made);
  }

  private void mayFail(boolean settled) {
    if (baton.fault(60)) {
      throw settled
          ? ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "simulated").exception()
          : ApiError.unknown("simulated").exception();
    }
  }

  @Override
  public PayPalOrder capture(String id, String requestId) throws RefusedException {
    baton.yield();
    mayFail(false);
    Order order = orders.get(id);
    if (!order.captures.isEmpty() && !requests.containsKey(requestId)) {
      throw new RefusedException(422, "ORDER_ALREADY_CAPTURED", "");
    }
    if (order.captures.isEmpty()) {
      take(order);
      requests.put(requestId, order);
    }
    baton.yield();
    mayFail(false);
    return reported(order);
  }

  private void take(Order order) throws RefusedException {
    if (Duration.between(order.createdAt, baton.instant()).compareTo(LIFETIME) > 0) {
      throw new RefusedException(422, "ORDER_EXPIRED", "");
    }
    if (!order.approved) {
      throw new RefusedException(422, "ORDER_NOT_APPROVED", "");
    }
    if (baton.fault(12)) {
      throw new RefusedException(422, "INSTRUMENT_DECLINED", "");
    }
    order.captures.put(
        "C" + order.id, order.outcome.equals("PARTIAL") ? "COMPLETED" : order.outcome);
    if (order.outcome.equals("PARTIAL")) {
      order.captures.put("D" + order.id, "DECLINED");
    }
    if (!order.outcome.equals("PENDING")) {
      order.taken = amount(order, "C" + order.id);
    }
    changed(order);
  }

  private void changed(Order order) {
    changed(order, "CHECKOUT.ORDER.CHANGED");
  }

  private void changed(Order order, String type) {
    changes++;
    events.accept(order, type);
  }

  /** Decides a pending capture. */
  void decide(Order order) {
    if (order.captures.containsValue("PENDING")) {
      boolean paid = baton.random.nextInt(4) > 0;
      order.captures.replaceAll((id, status) -> paid ? "COMPLETED" : "DECLINED");
      order.taken = paid ? order.amount : null;
      changed(order);
    }
  }

  /** Reverses a capture, as a chargeback does. */
  void reverse(Order order) {
    if (order.taken != null && order.returned == null) {
      order.captures.replaceAll((id, status) -> status.equals("COMPLETED") ? "REVERSED" : status);
      order.wasReversed = true;
      changed(order);
    }
  }

  /** Returns the money of a reversed capture to the shop, as after a dispute that it has won. */
  void returnToShop(Order order) {
    if (order.isReversed()) {
      order.captures.replaceAll((id, status) -> status.equals("REVERSED") ? "COMPLETED" : status);
      changed(order, "CUSTOMER.DISPUTE.RESOLVED");
    }
  }

  @Override
  public Optional<PayPalOrder> read(String id) {
    baton.yield();
    mayFail(true);
    Order order = orders.get(id);
    PayPalOrder reported = reported(order);
    baton.yield();
    return Optional.of(reported);
  }

  @Override
  public void refund(String capture, String requestId, Money amount) throws RefusedException {
    baton.yield();
    mayFail(false);
    Order order = orders.get(capture.substring(1));
    if (!requests.containsKey(requestId)) {
      if (order.isReversed()) {
        throw new RefusedException(422, "TRANSACTION_DISPUTED", "");
      }
      requests.put(requestId, order);
      order.refunds.add(new Refund("R" + requestId, "COMPLETED", reported(amount), requestId));
      order.returned = order.returned == null ? amount : order.returned.plus(amount);
      String status = order.returned.equals(order.taken) ? "REFUNDED" : "PARTIALLY_REFUNDED";
      order.captures.replaceAll((id, old) -> id.equals(capture) ? status : old);
      changed(order);
    }
    mayFail(false);
  }

  private static Amount reported(Money money) {
    return new Amount(money.currency(), money.text());
  }

  private static Money amount(Order order, String capture) {
    if (!order.outcome.equals("PARTIAL")) {
      return order.amount;
    }
    return Money.of(order.amount.currency(), capture.startsWith("C") ? "14.00" : "6.00");
  }

  private static PayPalOrder reported(Order order) {
    List<Capture> captures = new ArrayList<>();
    order.captures.forEach(
        (id, status) -> captures.add(new Capture(id, status, reported(amount(order, id)))));
    String uncaptured = order.approved ? "APPROVED" : "CREATED";
    return new PayPalOrder(
        order.id,
        "CAPTURE",
        captures.isEmpty() ? uncaptured : "COMPLETED",
        List.of(
            new PayPalOrder.Unit(
                reported(order.amount),
                new PayPalOrder.Payments(captures, List.copyOf(order.refunds)))),
        null,
        List.of(new PayPalOrder.Link("https://pay/", "approve", "GET")));
  }
}
