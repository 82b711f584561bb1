package dev.gatehouse.areas.payments;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.PaymentMessages.AgreedOrder;
import dev.gatehouse.messages.PaymentMessages.PaymentCaptured;

/**
 * Captures orders. Of concurrent requests on any nodes, only one performs the capture: the one that
 * stores the order's next version. The others wait for its result.
 */
final class CaptureOperation {
  /** Longer than the operation may take. A node that needs more is considered dead. */
  private static final Duration MAX_WORK = Duration.ofSeconds(90);

  /** Pause between two looks at another caller's capture, and their number: ten seconds. */
  private static final Duration LOOK = Duration.ofMillis(50);

  private static final int MAX_LOOKS = 200;

  /**
   * Maximum number of callers that wait for another caller's capture; half of the area's permits.
   */
  private static final int MAX_WAITING = 32;

  private static final int RETRY_SECONDS = 2;

  private final PaymentsSettings settings;
  private final PaymentOrderRepository orders;
  private final CaptureWork work;
  private final Pause pause;
  private final ShopNotices shop;
  private final InstantSource clock;
  private final Semaphore waiting = new Semaphore(MAX_WAITING);

  CaptureOperation(
      PaymentsSettings settings,
      PaymentOrderRepository orders,
      CaptureWork work,
      Pause pause,
      ShopNotices shop,
      InstantSource clock) {
    this.settings = settings;
    this.orders = orders;
    this.work = work;
    this.pause = pause;
    this.shop = shop;
    this.clock = clock;
  }

  record CaptureOrderRequest(String orderID) {}

  record CaptureView(String id, String status, @JsonInclude(Include.NON_NULL) AmountView amount) {
    static CaptureView of(PaymentOrder.Capture capture) {
      return new CaptureView(capture.id(), capture.status(), AmountView.of(capture.money()));
    }
  }

  /** Amount in the provider's format, as it was requested. */
  record AmountView(@JsonProperty("currency_code") String currency, String value) {
    /** Returns null for null. */
    static AmountView of(Money money) {
      return money == null ? null : new AmountView(money.currency(), money.text());
    }
  }

  record PayerView(@JsonProperty("email_address") String email) {}

  /** Captured order. */
  @JsonInclude(Include.NON_NULL)
  record CapturedOrder(
      boolean success,
      String id,
      String status,
      List<CaptureView> captures,
      PayerView payer,
      Boolean pending) {}

  /** Captures an order for its payer. An order of the shop is checked as the shop does it. */
  Answer capture(Call call, CaptureOrderRequest request) {
    try {
      return Answer.ok(capture(found(request.orderID()), settings.catalogue().checked()));
    } finally {
      orders.byOrder(request.orderID()).ifPresent(shop::announce);
    }
  }

  /**
   * Captures an order of another area at the amount agreed with it, even if a payer's page has
   * changed the amount.
   */
  PaymentCaptured captureAgreed(Call call, AgreedOrder agreed) {
    if (agreed.notAfter() != null && clock.instant().isAfter(agreed.notAfter())) {
      throw ApiException.of(ErrorCode.TIMEOUT, "the time for this capture is over");
    }
    return Json.convert(capture(found(agreed.order()), true), PaymentCaptured.class);
  }

  private CapturedOrder capture(PaymentOrder first, boolean always) {
    boolean amountsChecked = always || first.terms().shopOrder() != null;
    PaymentOrder order = first;
    for (int looks = 0; ; order = found(first.order())) {
      if (order.state() == OrderState.UNRESOLVED) {
        throw CaptureWork.partial();
      }
      if (order.state().isCaptured()) {
        return captured(order);
      }
      Instant now = clock.instant();
      if (order.isBusy(now)) {
        await(looks++);
      } else {
        settings.mustBeConfigured();
        Optional<PaymentOrder> mine = orders.change(order.capturing(now.plus(MAX_WORK)));
        if (mine.isPresent()) {
          return captured(work.capture(mine.get(), wasTried(order), amountsChecked));
        }
      }
    }
  }

  /** Returns whether a capture may already exist, successful or not. */
  private static boolean wasTried(PaymentOrder order) {
    return order.state() == OrderState.CAPTURING || order.payment().captureId() != null;
  }

  /**
   * Returns only orders created here, because anyone can create orders for this account elsewhere.
   * Also excludes orders of earlier releases that were only to be authorized.
   */
  private PaymentOrder found(String id) {
    PaymentOrder order =
        orders
            .byOrder(id)
            .orElseThrow(() -> ApiException.of(ErrorCode.ORDER_NOT_FOUND, "order not found"));
    if (order.terms().intent().equals("AUTHORIZE")) {
      throw ApiException.of(
          ErrorCode.ORDER_NOT_CAPTURABLE,
          "the intent of this order is AUTHORIZE: it cannot be captured");
    }
    return order;
  }

  private void await(int looks) {
    if (looks == MAX_LOOKS || !waiting.tryAcquire()) {
      throw ApiException.busy(
          ErrorCode.CAPTURE_IN_PROGRESS, "this order is being captured: try again", RETRY_SECONDS);
    }
    try {
      pause.of(LOOK);
    } finally {
      waiting.release();
    }
  }

  private static CapturedOrder captured(PaymentOrder order) {
    String email = order.payment().payer();
    return new CapturedOrder(
        true,
        order.order(),
        order.standing().status(),
        order.payment().captures().stream().map(CaptureView::of).toList(),
        Optional.ofNullable(email).map(PayerView::new).orElse(null),
        order.state() == OrderState.PENDING ? true : null);
  }
}
