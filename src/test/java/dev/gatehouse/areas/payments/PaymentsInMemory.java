package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.areas.payments.paypal.OrderProvider;
import dev.gatehouse.areas.payments.paypal.PayPalApi;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.areas.payments.paypal.RefusedException;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.CallBus;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.simulation.SimulatedStore;
import dev.gatehouse.store.Documents;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** The parts of the payments area in memory, with a provider whose replies a test sets. */
final class PaymentsInMemory {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  static final Money TOTAL = Money.of("USD", "100.00");
  static final String ID = "5O1";

  final TestClock clock = TestClock.stoppedAt(NOW);
  final Documents documents = SimulatedStore.withoutFaults();
  final PaymentOrderRepository orders = new PaymentOrderRepository(documents, clock);
  final Provider provider = new Provider();
  final Shop shop = new Shop();
  final List<Duration> pauses = new ArrayList<>();
  final ShopNotices notices = new ShopNotices(orders, shop, clock);
  final CaptureOperation capture;
  final CreateOperation create;
  final Reconciliation reconciliation;
  final PaymentLookup lookup;
  final RefundOperation refund;
  final PaymentsSettings settings;

  PaymentsInMemory() {
    this("https://pay");
  }

  /**
   * @param url of the provider; empty for none
   */
  PaymentsInMemory(String url) {
    settings = settings(url, new PaymentsSettings.Webhook("w", List.of()));
    Pause pause =
        duration -> {
          pauses.add(duration);
          clock.advance(duration);
        };
    var work = new CaptureWork(orders, provider, pause, clock);
    capture = new CaptureOperation(settings, orders, work, pause, notices, clock);
    create =
        new CreateOperation(
            settings, new PriceCheck(settings.catalogue(), null), orders, provider, clock);
    reconciliation = new Reconciliation(settings, orders, provider, notices, clock);
    lookup = new PaymentLookup(settings, orders, reconciliation, clock);
    refund = new RefundOperation(settings, orders, provider, reconciliation, lookup);
  }

  static PaymentsSettings settings(String url, PaymentsSettings.Webhook webhook) {
    var account = new PayPalApi.Account(url, "id", "secret");
    var pages = new PaymentsSettings.Pages("https://site/back", "https://site/cancel");
    var catalogue = new PaymentsSettings.Catalogue(false, "USD");
    return new PaymentsSettings(account, Duration.ofSeconds(10), pages, catalogue, webhook);
  }

  /** A reply of the provider. */
  interface Reported<T> {
    T get() throws RefusedException;
  }

  /** Provider that gives each reply of a test once, and fails the test without one. */
  static final class Provider implements OrderProvider {
    final Deque<Reported<PayPalOrder>> creates = new ArrayDeque<>();
    final Deque<Reported<PayPalOrder>> captures = new ArrayDeque<>();
    final Deque<Reported<Optional<PayPalOrder>>> reads = new ArrayDeque<>();
    final Deque<Reported<Boolean>> refunds = new ArrayDeque<>();

    /** Requests, such as {@code capture 5O1 cap-5O1}. */
    final List<String> requests = new ArrayList<>();

    /** Body of the last creation. */
    Object body;

    private <T> T next(Deque<Reported<T>> replies, String request) throws RefusedException {
      requests.add(request);
      if (replies.isEmpty()) {
        throw new AssertionError("unexpected request: " + request);
      }
      return replies.poll().get();
    }

    @Override
    public PayPalOrder create(String requestId, Object order) throws RefusedException {
      body = order;
      return next(creates, "create " + requestId);
    }

    @Override
    public PayPalOrder capture(String id, String requestId) throws RefusedException {
      return next(captures, "capture " + id + ' ' + requestId);
    }

    @Override
    public Optional<PayPalOrder> read(String id) {
      try {
        return next(reads, "read " + id);
      } catch (RefusedException impossible) {
        throw new AssertionError(impossible);
      }
    }

    @Override
    public void refund(String capture, String requestId, Money amount) throws RefusedException {
      next(refunds, "refund " + capture + ' ' + amount);
    }
  }

  /** The shop, which receives notices. */
  static final class Shop extends CallBus {
    final List<Call> notices = new ArrayList<>();
    Function<Call, Reply> reply = call -> Answer.ok(new Done(true, ""));

    @Override
    public Future<Reply> dispatch(Call call) {
      notices.add(call);
      return Future.succeededFuture(reply.apply(call));
    }
  }

  static <T> T refuse(int status, String issue) throws RefusedException {
    throw new RefusedException(status, issue, "https://pay/act");
  }

  static <T> T fail(ApiError failure) {
    throw failure.exception();
  }

  static Call call() {
    return Call.message(
        "payments.test", Origin.ownTask("r", "test"), Duration.ofSeconds(20), Map.of());
  }

  /** Captures the order for its payer, and returns the reply. */
  JsonObject captured() {
    var request = new CaptureOperation.CaptureOrderRequest(ID);
    return capture.capture(call(), request).json().toJsonObject();
  }

  /** Fails to capture the order, and returns the failure. */
  ApiError captureFault(ErrorCode code) {
    ApiError failure = assertThrows(ApiException.class, this::captured).failure();
    assertEquals(code, failure.code());
    return failure;
  }

  /** Stores an open order of the shop. */
  PaymentOrder open() {
    return open("CAPTURE", "shop-order");
  }

  PaymentOrder open(String intent, String shopOrder) {
    var terms = new PaymentOrder.Terms("print", intent, TOTAL, null, NOW, shopOrder);
    Instant last = NOW.plus(CreateOperation.LIFETIME);
    PaymentOrder order =
        PaymentOrder.creating("0123456789abcdef01234567", terms, last)
            .created(ID, "CREATED", List.of(), last);
    orders.add(order);
    return order;
  }

  /** Stores a change of the order. */
  PaymentOrder change(Function<PaymentOrder, PaymentOrder> change) {
    return orders.change(change.apply(order())).orElseThrow();
  }

  /** Returns the stored order. */
  PaymentOrder order() {
    return orders.byOrder(ID).orElseThrow();
  }

  /** Returns the state and the error of the stored order. */
  OrderState state() {
    return order().state();
  }

  static PayPalOrder reported(String status, String captures) {
    return CaptureStatesTest.reported(status, captures);
  }
}
