package dev.gatehouse.areas.payments;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.AmountBreakdown;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderItem;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PlainAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PurchaseUnit;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.areas.payments.paypal.OrderProvider;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.areas.payments.paypal.RefusedException;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PayableCurrency;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.messages.PaymentMessages.CheckoutRequest;
import dev.gatehouse.store.DuplicateKeyException;

/**
 * Creates orders. An order is stored, then created with the provider under a request id computed
 * from the order's own. A repeat with the same Idempotency-Key therefore finds the same order.
 */
record CreateOperation(
    PaymentsSettings settings,
    PriceCheck prices,
    PaymentOrderRepository orders,
    OrderProvider provider,
    InstantSource clock) {
  /** An order must be approved within three hours, and captured within three more. */
  static final Duration LIFETIME = Duration.ofHours(7);

  private static final int ID_BYTES = 12;
  private static final int TIMED_OUT = 504;
  private static final int RETRY_SECONDS = 2;

  /** Created order that the payer must approve. */
  record CreatedOrder(
      boolean success,
      String id,
      String status,
      List<PaymentOrder.Link> links,
      @JsonInclude(Include.NON_NULL) String approveUrl) {}

  /** Order in a request to the provider. */
  @JsonInclude(Include.NON_NULL)
  private record ProviderOrder(
      String intent,
      @JsonProperty("purchase_units") List<CreateOrderRequest.PurchaseUnit> units,
      @JsonProperty("payment_source") Map<String, Object> source) {}

  /**
   * Payer's return from the provider.
   *
   * @param action label of the provider's button
   */
  private record WayBack(PaymentsSettings.Pages pages, String action) {}

  /**
   * Order to be created.
   *
   * @param shopOrder id of the shop's order that is paid; null for other orders
   */
  private record Wanted(CreateOrderRequest request, String shopOrder) {}

  Answer create(Call call, CreateOrderRequest request) {
    var back = new WayBack(settings.pages(), "PAY_NOW");
    return answer(made(call, new Wanted(request, null), key(call), back));
  }

  /** Answers another area, with {@code configured} false if payments are not configured. */
  CheckoutReply checkout(Call call, CheckoutRequest request) {
    if (!settings.isConfigured()) {
      return new CheckoutReply(false, null, null);
    }
    PaymentOrder order =
        made(
            call,
            new Wanted(Json.convert(request.order(), CreateOrderRequest.class), request.key()),
            Optional.of("checkout\n" + request.key()),
            new WayBack(
                new PaymentsSettings.Pages(request.returnUrl(), request.cancelUrl()), "CONTINUE"));
    return new CheckoutReply(true, order.order(), approveUrl(order));
  }

  private PaymentOrder made(Call call, Wanted wanted, Optional<String> key, WayBack back) {
    CreateOrderRequest request = wanted.request();
    Money total = OrderAmounts.total(request);
    settings.mustBeConfigured();
    prices.check(call, request);
    PaymentOrder order = stored(key, wanted, total);
    if (order.order() != null) {
      return order;
    }
    try {
      PayPalOrder made = provider.create("ord-" + order.id(), converted(request, back));
      return orders.change(order, known -> created(known, made));
    } catch (RefusedException refused) {
      orders.change(order, known -> refused(known, refused));
      throw refusal(refused).exception(refused);
    } catch (ApiException failed) {
      throw repeatable(call, failed);
    }
  }

  /** Returns the order with the key, or stores a new one before the provider receives it. */
  private PaymentOrder stored(Optional<String> key, Wanted wanted, Money total) {
    CreateOrderRequest request = wanted.request();
    Instant now = clock.instant();
    var terms =
        new PaymentOrder.Terms(
            Sha256.hex(Json.encode(request).toString(), ID_BYTES),
            request.intent(),
            total,
            request.units().getFirst().description(),
            now,
            wanted.shopOrder());
    String id = key.map(each -> Sha256.hex(each, ID_BYTES)).orElseGet(orders::newId);
    var order = PaymentOrder.creating(id, terms, now.plus(LIFETIME));
    try {
      orders.add(order);
      return order;
    } catch (DuplicateKeyException known) {
      PaymentOrder before = orders.find(id).orElseThrow();
      if (!before.terms().fingerprint().equals(terms.fingerprint())) {
        throw ApiException.of(
            ErrorCode.IDEMPOTENCY_KEY_REUSED,
            "Idempotency-Key",
            "this Idempotency-Key was used with another body");
      }
      return before;
    }
  }

  /** Returns the client's key for this order. Equal keys of different clients are distinct. */
  private static Optional<String> key(Call call) {
    Caller caller = call.caller();
    String who = PlainText.defaultIfEmpty(caller.subject(), caller.address());
    return Optional.ofNullable(call.text("Idempotency-Key"))
        .map(key -> String.join("\n", "payment order", caller.role().name(), who, key));
  }

  private static ProviderOrder converted(CreateOrderRequest request, WayBack back) {
    PaymentsSettings.Pages pages = back.pages();
    Map<String, Object> source = null;
    if (!pages.returnUrl().isEmpty()) {
      source =
          Map.of(
              "paypal",
              Map.of(
                  "experience_context",
                  Map.of(
                      "return_url",
                      pages.returnUrl(),
                      "cancel_url",
                      pages.cancelUrl(),
                      "user_action",
                      back.action())));
    }
    return new ProviderOrder(request.intent(), request.units(), source);
  }

  private static PaymentOrder created(PaymentOrder known, PayPalOrder made) {
    List<PaymentOrder.Link> links =
        made.links().stream()
            .map(link -> new PaymentOrder.Link(link.href(), link.rel(), link.method()))
            .toList();
    if (known.order() != null) {
      return known;
    }
    return known.created(made.id(), made.status(), links, known.terms().createdAt().plus(LIFETIME));
  }

  private static PaymentOrder refused(PaymentOrder known, RefusedException refused) {
    if (known.order() != null) {
      return known;
    }
    return known.refused(OrderState.REFUSED, refused.issue(), null);
  }

  private static ApiError refusal(RefusedException refused) {
    if (refused.issue().equals("DUPLICATE_INVOICE_ID")) {
      return ApiError.of(
          ErrorCode.INVOICE_ALREADY_PAID, refused.issue() + ": this invoice is already paid");
    }
    return ApiError.of(
        ErrorCode.PAYMENT_REJECTED, refused.issue() + ": the payment provider rejects this order");
  }

  /** Marks a failure as retryable if there is a key, because a retry then finds the same order. */
  private static ApiException repeatable(Call call, ApiException failed) {
    ApiError failure = failed.failure();
    boolean late = failure.status() == TIMED_OUT && call.text("Idempotency-Key") != null;
    if (!late) {
      return failed;
    }
    return ApiError.busy(
            ErrorCode.OUTCOME_UNKNOWN_RETRYABLE,
            failure.message() + "; repeat the request",
            RETRY_SECONDS)
        .because(failure.detail())
        .exception(failed);
  }

  private static Answer answer(PaymentOrder order) {
    PaymentOrder.Standing standing = order.standing();
    return Answer.created(
        new CreatedOrder(
            true, standing.order(), standing.status(), standing.links(), approveUrl(order)));
  }

  /** Returns the address where the payer approves; null if the provider returns none. */
  private static String approveUrl(PaymentOrder order) {
    return order.standing().links().stream()
        .filter(link -> "approve".equals(link.rel()) || "payer-action".equals(link.rel()))
        .map(PaymentOrder.Link::href)
        .findFirst()
        .orElse(null);
  }

  /**
   * Checks the amounts of a client's order. They must be exact, of one currency, and equal to the
   * sums of their components. Errors are 400 with the field's name.
   */
  static final class OrderAmounts {
    /** Returns the sum of an order's units. */
    static Money total(CreateOrderRequest order) {
      List<PurchaseUnit> units = order.units();
      Set<String> names = new HashSet<>();
      Money total = Money.zero(currency(units.getFirst()));
      for (int i = 0; i < units.size(); i++) {
        PurchaseUnit unit = units.get(i);
        String place = "purchase_units[" + i + "]";
        badRequestUnless(
            names.add(Objects.requireNonNullElse(unit.referenceId(), "default")),
            place + ".reference_id",
            "must be unique: another unit has it");
        Money amount = amount(place + ".amount", unit.amount(), total.currency());
        badRequestUnless(amount.signum() > 0, place + ".amount.value", "must be more than 0");
        checkItems(place, unit, total.currency());
        total = total.plus(amount);
      }
      return total;
    }

    private static String currency(PurchaseUnit unit) {
      String currency = unit.amount().currency();
      badRequestUnless(
          PayableCurrency.of(currency).isPresent(),
          "purchase_units[0].amount.currency_code",
          "must be a currency that the payment provider accepts: " + PayableCurrency.list());
      return currency;
    }

    private static Money amount(String place, OrderAmount amount, String currency) {
      Money whole = money(place, new PlainAmount(amount.currency(), amount.value()), currency);
      AmountBreakdown parts = amount.breakdown();
      if (parts != null) {
        Money sum =
            Stream.of(parts.items(), parts.shipping(), parts.handling(), parts.tax())
                .filter(part -> part != null)
                .map(part -> money(place + ".breakdown", part, currency))
                .reduce(Money.zero(currency), Money::plus);
        badRequestUnless(sum.equals(whole), place + ".value", "must be the sum of its breakdown");
      }
      return whole;
    }

    private static void checkItems(String place, PurchaseUnit unit, String currency) {
      if (unit.items() == null) {
        return;
      }
      Money sum = Money.zero(currency);
      for (OrderItem item : unit.items()) {
        Money each = money(place + ".items", item.unitAmount(), currency);
        sum = sum.plus(each.times(Long.parseLong(item.quantity())));
      }
      AmountBreakdown parts = unit.amount().breakdown();
      badRequestUnless(
          parts != null && parts.items() != null,
          place + ".amount.breakdown.item_total",
          "is required with items");
      badRequestUnless(
          sum.equals(money(place, parts.items(), currency)),
          place + ".amount.breakdown.item_total",
          "must be the sum of the items");
    }

    private static Money money(String place, PlainAmount amount, String currency) {
      badRequestUnless(
          currency.equals(amount.currency()),
          place + ".currency_code",
          "must be the currency of the whole order, " + currency);
      try {
        return PayableCurrency.of(currency).orElseThrow().parse(amount.value());
      } catch (IllegalArgumentException e) {
        throw ApiError.of(
                ErrorCode.PARAMETER_INVALID, place + ".value", place + ".value: " + e.getMessage())
            .exception(e);
      }
    }
  }

  /**
   * Order in a client's request. Only these fields are passed on to the provider.
   *
   * @param intent CAPTURE
   */
  record CreateOrderRequest(
      String intent, @JsonProperty("purchase_units") List<PurchaseUnit> units) {

    /** Part of an order. */
    @JsonInclude(Include.NON_NULL)
    record PurchaseUnit(
        @JsonProperty("reference_id") String referenceId,
        String description,
        @JsonProperty("custom_id") String customId,
        @JsonProperty("invoice_id") String invoiceId,
        OrderAmount amount,
        List<OrderItem> items) {}

    @JsonInclude(Include.NON_NULL)
    record OrderAmount(
        @JsonProperty("currency_code") String currency, String value, AmountBreakdown breakdown) {}

    /**
     * Components of an amount. Discounts are not supported, because clients could grant them to
     * themselves.
     */
    @JsonInclude(Include.NON_NULL)
    record AmountBreakdown(
        @JsonProperty("item_total") PlainAmount items,
        PlainAmount shipping,
        PlainAmount handling,
        @JsonProperty("tax_total") PlainAmount tax) {}

    /** Amount without a breakdown. */
    record PlainAmount(@JsonProperty("currency_code") String currency, String value) {}

    /**
     * Item of an order.
     *
     * @param sku the product's id in the catalog
     * @param quantity digits
     */
    @JsonInclude(Include.NON_NULL)
    record OrderItem(
        String name,
        String sku,
        String quantity,
        @JsonProperty("unit_amount") PlainAmount unitAmount) {}
  }
}
