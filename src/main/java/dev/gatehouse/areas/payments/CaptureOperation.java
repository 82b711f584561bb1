package dev.gatehouse.areas.payments;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.PaymentMessages.AgreedOrder;
import dev.gatehouse.messages.PaymentMessages.PaymentCaptured;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Captures orders. Of concurrent requests on any nodes, only one performs the capture: the one that
 * stores the order's next version. The others wait for its result.
 */
final class CaptureOperation {
  /** Longer than the operation may take. A node that needs more is considered dead. */
  private static final Duration MAX_WORK = Duration.ofSeconds(90);

  private static final Duration MAX_WAIT = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 50;

  /**
   * Maximum number of callers that wait for another caller's capture; half of the area's permits.
   */
  private static final int MAX_WAITING = 32;

  private static final int RETRY_SECONDS = 2;

  private final PaymentsSettings settings;
  private final PaymentOrderRepository orders;
  private final CaptureWork work;
  private final Vertx vertx;
  private final InstantSource clock;
  private final Semaphore waiting = new Semaphore(MAX_WAITING);

  CaptureOperation(
      PaymentsSettings settings,
      PaymentOrderRepository orders,
      CaptureWork work,
      Vertx vertx,
      InstantSource clock) {
    this.settings = settings;
    this.orders = orders;
    this.work = work;
    this.vertx = vertx;
    this.clock = clock;
  }

  record CaptureOrderRequest(String orderID) {}

  /** Capture in replies. */
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

  Answer capture(Call call, CaptureOrderRequest request) {
    return Answer.ok(capture(request.orderID(), settings.catalogue().checked()));
  }

  /**
   * Captures an order of another area at the amount agreed with it, even if a payer's page has
   * changed the amount.
   */
  PaymentCaptured captureAgreed(Call call, AgreedOrder agreed) {
    return Json.convert(capture(agreed.order(), true), PaymentCaptured.class);
  }

  private CapturedOrder capture(String id, boolean amountsChecked) {
    Deadline patience = Deadline.in(MAX_WAIT);
    while (true) {
      PaymentOrder order = found(id);
      if (order.state().isCaptured()) {
        return captured(order);
      }
      Instant now = clock.instant();
      if (order.isBusy(now)) {
        await(patience);
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
            .orElseThrow(
                () -> ApiError.of(ErrorCode.ORDER_NOT_FOUND, "order not found").exception());
    if (order.terms().intent().equals("AUTHORIZE")) {
      throw ApiError.of(
              ErrorCode.ORDER_NOT_CAPTURABLE,
              "the intent of this order is AUTHORIZE: it cannot be captured")
          .exception();
    }
    return order;
  }

  private void await(Deadline patience) {
    if (patience.passed() || !waiting.tryAcquire()) {
      throw ApiError.busy(
              ErrorCode.CAPTURE_IN_PROGRESS,
              "this order is being captured: try again",
              RETRY_SECONDS)
          .exception();
    }
    try {
      vertx.timer(LOOK_MILLIS, TimeUnit.MILLISECONDS).await();
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
        email == null ? null : new PayerView(email),
        order.state() == OrderState.PENDING ? true : null);
  }
}
