package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.orders.OrderTransitions.OrderEvent;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.messages.PaymentMessages;
import dev.gatehouse.messages.PaymentMessages.AgreedOrder;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.CheckoutItem;
import dev.gatehouse.messages.PaymentMessages.CheckoutOrder;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.messages.PaymentMessages.CheckoutRequest;
import dev.gatehouse.messages.PaymentMessages.CheckoutSums;
import dev.gatehouse.messages.PaymentMessages.CheckoutTotal;
import dev.gatehouse.messages.PaymentMessages.CheckoutUnit;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import dev.gatehouse.messages.PaymentMessages.PaymentQuery;
import dev.gatehouse.messages.PaymentMessages.RefundPayment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client for payments, over the bus. All methods block and are idempotent: an order is paid once.
 */
record PaymentClient(MessageBus dispatcher) {
  private static final Logger LOG = LoggerFactory.getLogger(PaymentClient.class);

  /** Statuses of a capture that the payments area has decided. */
  private static final Set<Integer> DECIDED = Set.of(402, 404, 409);

  private static final Duration LOOK = Duration.ofSeconds(25);
  private static final Duration CHECKOUT = Duration.ofSeconds(25);
  private static final Duration CAPTURE = Duration.ofSeconds(60);
  private static final int MAX_TITLE = 127;

  /**
   * Creates an order with the provider.
   *
   * @param page address to which the buyer returns
   * @return empty if nothing can be paid online
   */
  Optional<ShopOrder.Payment> checkout(Origin origin, ShopOrder order, String page) {
    var request = new CheckoutRequest(order.id(), converted(order), page, page);
    CheckoutReply made = dispatcher.ask(PaymentMessages.CHECKOUT, request, origin, CHECKOUT);
    if (!made.configured()) {
      return Optional.empty();
    }
    return Optional.of(ShopOrder.Payment.of(made.order(), made.approveUrl()));
  }

  private static CheckoutOrder converted(ShopOrder order) {
    String currency = order.goods().total().currency();
    String total = order.goods().total().text();
    List<CheckoutItem> items =
        order.goods().lines().stream()
            .map(line ->
                new CheckoutItem(
                    PlainText.beginning(line.title(), MAX_TITLE),
                    line.product(),
                    Integer.toString(line.quantity()),
                    converted(line.price())))
            .toList();
    Charges charges = order.goods().charges();
    Charges.Shipping shipping = charges.shipping();
    var sums =
        new CheckoutSums(
            converted(charges.items()),
            shipping == null ? null : converted(shipping.amount()),
            charges.added() == null ? null : converted(charges.added()));
    var unit =
        new CheckoutUnit(
            "default",
            "Order " + order.reference(),
            new CheckoutTotal(currency, total, sums),
            items);
    return new CheckoutOrder("CAPTURE", List.of(unit));
  }

  private static CheckoutAmount converted(Money money) {
    return new CheckoutAmount(money.currency(), money.text());
  }

  /**
   * Captures an order whose attempt is stored, and returns what is known of its payment then. A
   * rejection of the call is no evidence by itself: it is the payment's facts that count.
   *
   * @param until time after which no capture begins
   */
  PaymentTruth capture(Origin origin, ShopOrder order, Instant until) {
    var agreed = new AgreedOrder(order.payment().paymentOrder(), until);
    try {
      dispatcher.ask(PaymentMessages.CAPTURE_AGREED, agreed, origin, CAPTURE);
    } catch (ApiException failed) {
      boolean decided = DECIDED.contains(failed.failure().status());
      if (!decided) {
        // The capture may still begin, so only a captured or lost payment is a result.
        PaymentTruth truth = look(origin, order, false);
        return truth.isUncaptured() ? PaymentTruth.UNKNOWN : truth;
      }
    }
    return look(origin, order, false);
  }

  /** Returns what the provider knows of an order's payment. An unfinished order has none. */
  PaymentTruth lookAtProvider(Origin origin, ShopOrder order) {
    if (order.isUnfinished()) {
      return PaymentTruth.NO_PAYMENT;
    }
    return look(origin, order, true);
  }

  /**
   * Returns what is known of a payment.
   *
   * @param fresh whether an unpaid order is read from the provider first
   */
  PaymentTruth look(Origin origin, ShopOrder order, boolean fresh) {
    var query = new PaymentQuery(order.payment().paymentOrder(), fresh);
    try {
      return truth(order, dispatcher.ask(PaymentMessages.PAYMENT, query, origin, LOOK));
    } catch (ApiException unknown) {
      LOG.info(
          "order {}: payment is not known: {}", order.reference(), unknown.failure().message());
      return PaymentTruth.UNKNOWN;
    }
  }

  /**
   * Refunds a payment.
   *
   * @param amount empty for all that is left
   * @throws ApiException if the refund was rejected, or its outcome is unknown
   */
  PaymentTruth refund(Origin origin, ShopOrder order, String key, Optional<Money> amount) {
    CheckoutAmount part = amount.map(PaymentClient::converted).orElse(null);
    var request = new RefundPayment(order.payment().paymentOrder(), key, part);
    return truth(order, dispatcher.ask(PaymentMessages.REFUND, request, origin, CAPTURE));
  }

  private static PaymentTruth truth(ShopOrder order, PaymentFacts facts) {
    return PaymentTruth.of(facts, order.goods().total());
  }

  /**
   * Report of the payment provider on an order's payment.
   *
   * @param event for the order; empty while the outcome is unknown
   * @param captured null if nothing is captured, or if the provider's amounts are invalid
   * @param refunded null if nothing is refunded
   * @param problem what the owner must check; null without a problem
   * @param version number of the payment's changes; 0 if unknown
   */
  record PaymentTruth(
      Optional<OrderEvent> event, Money captured, Money refunded, String problem, long version) {
    /** The order was never created at the provider. */
    static final PaymentTruth NO_PAYMENT =
        new PaymentTruth(Optional.of(OrderEvent.PAYMENT_GONE), null, null, null, 0);

    static final PaymentTruth UNKNOWN = new PaymentTruth(Optional.empty(), null, null, null, 0);

    /** Returns the truth from the facts, by comparing them with the order's total. */
    static PaymentTruth of(PaymentFacts facts, Money total) {
      Money captured = money(facts.captured());
      Money refunded = money(facts.refunded());
      Optional<OrderEvent> event =
          switch (facts.state()) {
            case "paid" -> Optional.of(paid(captured, refunded, total));
            case "pending" -> Optional.of(OrderEvent.CAPTURE_PENDING);
            case "refunded" -> Optional.of(OrderEvent.REFUND);
            case "charged_back" -> Optional.of(OrderEvent.CHARGE_BACK);
            case "open", "declined" -> Optional.of(OrderEvent.NOT_CAPTURED);
            case "voided", "expired", "refused", "abandoned" ->
                Optional.of(OrderEvent.PAYMENT_GONE);
            case "capturing", "creating" ->
                facts.lost() ? Optional.of(OrderEvent.DOUBTFUL) : Optional.empty();
            default -> Optional.of(OrderEvent.DOUBTFUL);
          };
      String problem = facts.problem();
      if (captured != null && !captured.equals(total)) {
        problem = "ordered " + total + ", captured " + captured;
      }
      return new PaymentTruth(event, captured, refunded, problem, facts.version());
    }

    private static OrderEvent paid(Money captured, Money refunded, Money total) {
      if (!total.equals(captured)) {
        return OrderEvent.DOUBTFUL;
      }
      if (refunded == null) {
        return OrderEvent.CAPTURED;
      }
      return refunded.equals(captured) ? OrderEvent.REFUND : OrderEvent.REFUND_PARTLY;
    }

    private static Money money(CheckoutAmount amount) {
      return amount == null ? null : Money.of(amount.currency(), amount.value());
    }

    /** Returns whether the provider has reported that nothing is captured. */
    boolean isUncaptured() {
      return event
          .filter(each -> each == OrderEvent.NOT_CAPTURED || each == OrderEvent.PAYMENT_GONE)
          .isPresent();
    }
  }
}
