package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Payments, asked over the bus. Its methods block and may be repeated: an order is paid once. */
final class PaymentClient {
  private static final Duration CHECKOUT = Duration.ofSeconds(25);
  private static final Duration CAPTURE = Duration.ofSeconds(60);
  private static final int MAX_TITLE = 127;

  private final Dispatcher dispatcher;

  PaymentClient(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  private record Checkout(boolean configured, String order, String approveUrl) {}

  private record Captured(Boolean pending) {}

  /** The outcomes of a capture. */
  enum Outcome {
    PAID,
    /** The provider has yet to decide. */
    PENDING,
    /** The buyer has not approved it, or pays in another way. */
    NOT_YET,
    /** It cannot be paid any more. */
    GONE,
    UNKNOWN
  }

  /**
   * Has an order made with the provider.
   *
   * @param page where the buyer comes back to
   * @return empty where nothing can be paid here
   */
  Optional<ShopOrder.Payment> checkout(Origin origin, ShopOrder order, String page) {
    Map<String, Object> body =
        Map.of("key", order.id(), "order", told(order), "returnUrl", page, "cancelUrl", page);
    Call call = Call.message("payments.checkout", origin, CHECKOUT, body);
    return switch (dispatcher.dispatch(call).await()) {
      case Answer answer -> {
        Checkout made = answer.body(Checkout.class);
        yield made.configured()
            ? Optional.of(new ShopOrder.Payment(made.order(), made.approveUrl()))
            : Optional.empty();
      }
      case ApiError failure -> throw failure.exception();
    };
  }

  private static Map<String, Object> told(ShopOrder order) {
    String currency = order.goods().total().currency();
    Map<String, Object> total = amount(currency, order.goods().total().text());
    List<Map<String, Object>> items =
        order.goods().lines().stream()
            .map(line ->
                Map.<String, Object>of(
                    "name",
                    shortened(line.title()),
                    "sku",
                    line.product(),
                    "quantity",
                    Integer.toString(line.quantity()),
                    "unit_amount",
                    amount(currency, line.price().text())))
            .toList();
    Map<String, Object> breakdown = Map.of("item_total", total);
    Map<String, Object> whole =
        Map.of(
            "currency_code",
            currency,
            "value",
            order.goods().total().text(),
            "breakdown",
            breakdown);
    Map<String, Object> unit =
        Map.of(
            "reference_id",
            "default",
            "description",
            "Order " + order.reference(),
            "amount",
            whole,
            "items",
            items);
    return Map.of("intent", "CAPTURE", "purchase_units", List.of(unit));
  }

  /** Its beginning, never half a letter. */
  private static String shortened(String title) {
    return title.codePointCount(0, title.length()) <= MAX_TITLE
        ? title
        : title.substring(0, title.offsetByCodePoints(0, MAX_TITLE));
  }

  private static Map<String, Object> amount(String currency, String value) {
    return Map.of("currency_code", currency, "value", value);
  }

  Outcome capture(Origin origin, ShopOrder order) {
    Call call =
        Call.message(
            "payments.captureAgreed",
            origin,
            CAPTURE,
            Map.of("orderID", order.payment().paymentOrder()));
    Reply reply = dispatcher.dispatch(call).await();
    return switch (reply) {
      case Answer answer ->
          Boolean.TRUE.equals(answer.body(Captured.class).pending())
              ? Outcome.PENDING
              : Outcome.PAID;
      case ApiError failure ->
          switch (failure.status()) {
            case 402, 409 -> Outcome.NOT_YET;
            case 404 -> Outcome.GONE;
            default -> Outcome.UNKNOWN;
          };
    };
  }
}
