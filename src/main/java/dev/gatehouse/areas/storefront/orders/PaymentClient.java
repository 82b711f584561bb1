package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
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
import dev.gatehouse.messages.PaymentMessages.PaymentCaptured;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Client for payments, over the bus. All methods block and are idempotent: an order is paid once.
 */
final class PaymentClient {
  private static final Duration CHECKOUT = Duration.ofSeconds(25);
  private static final Duration CAPTURE = Duration.ofSeconds(60);
  private static final int MAX_TITLE = 127;

  private final Dispatcher dispatcher;

  PaymentClient(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** Outcomes of a capture. */
  enum Outcome {
    PAID,
    /** The provider has not decided yet. */
    PENDING,
    /** The buyer has not approved it, or pays in another way. */
    NOT_YET,
    /** It can no longer be paid. */
    GONE,
    UNKNOWN
  }

  /**
   * Creates an order with the provider.
   *
   * @param page address to which the buyer returns
   * @return empty if nothing can be paid online
   */
  Optional<ShopOrder.Payment> checkout(Origin origin, ShopOrder order, String page) {
    var request = new CheckoutRequest(order.id(), told(order), page, page);
    CheckoutReply made = dispatcher.ask(PaymentMessages.CHECKOUT, request, origin, CHECKOUT);
    return made.configured()
        ? Optional.of(new ShopOrder.Payment(made.order(), made.approveUrl()))
        : Optional.empty();
  }

  private static CheckoutOrder told(ShopOrder order) {
    String currency = order.goods().total().currency();
    String total = order.goods().total().text();
    List<CheckoutItem> items =
        order.goods().lines().stream()
            .map(line ->
                new CheckoutItem(
                    shortened(line.title()),
                    line.product(),
                    Integer.toString(line.quantity()),
                    new CheckoutAmount(currency, line.price().text())))
            .toList();
    var sums = new CheckoutSums(new CheckoutAmount(currency, total));
    var unit =
        new CheckoutUnit(
            "default",
            "Order " + order.reference(),
            new CheckoutTotal(currency, total, sums),
            items);
    return new CheckoutOrder("CAPTURE", List.of(unit));
  }

  /** Returns the beginning of a text without splitting a code point. */
  private static String shortened(String title) {
    return title.codePointCount(0, title.length()) <= MAX_TITLE
        ? title
        : title.substring(0, title.offsetByCodePoints(0, MAX_TITLE));
  }

  Outcome capture(Origin origin, ShopOrder order) {
    var agreed = new AgreedOrder(order.payment().paymentOrder());
    try {
      PaymentCaptured captured =
          dispatcher.ask(PaymentMessages.CAPTURE_AGREED, agreed, origin, CAPTURE);
      return Boolean.TRUE.equals(captured.pending()) ? Outcome.PENDING : Outcome.PAID;
    } catch (ApiException failed) {
      return switch (failed.failure().status()) {
        case 402, 409 -> Outcome.NOT_YET;
        case 404 -> Outcome.GONE;
        default -> Outcome.UNKNOWN;
      };
    }
  }
}
