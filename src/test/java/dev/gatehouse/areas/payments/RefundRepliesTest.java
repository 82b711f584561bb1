package dev.gatehouse.areas.payments;

import static dev.gatehouse.areas.payments.PaymentsInMemory.ID;
import static dev.gatehouse.areas.payments.PaymentsInMemory.NOW;
import static dev.gatehouse.areas.payments.PaymentsInMemory.TOTAL;
import static dev.gatehouse.areas.payments.PaymentsInMemory.fail;
import static dev.gatehouse.areas.payments.PaymentsInMemory.refuse;
import static dev.gatehouse.areas.payments.PaymentsInMemory.reported;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Refund;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import dev.gatehouse.messages.PaymentMessages.PaymentQuery;
import dev.gatehouse.messages.PaymentMessages.RefundPayment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refunds, checks by the job, and what the shop learns of them. */
class RefundRepliesTest {
  private final PaymentsInMemory payments = new PaymentsInMemory();
  private final PaymentsInMemory.Provider provider = payments.provider;

  private static CheckoutAmount usd(String value) {
    return value == null ? null : new CheckoutAmount("USD", value);
  }

  private PaymentFacts refund(String key, CheckoutAmount amount) {
    return payments.refund.refund(PaymentsInMemory.call(), new RefundPayment(ID, key, amount));
  }

  private ApiError fault(String key, CheckoutAmount amount) {
    return assertThrows(ApiException.class, () -> refund(key, amount)).failure();
  }

  private PaymentFacts facts(boolean fresh) {
    return payments.lookup.facts(PaymentsInMemory.call(), new PaymentQuery(ID, fresh));
  }

  /** Stores the order as paid with captures, and with refunds. */
  private void paid(String captures, Refund... refunds) {
    payments.open();
    payments.change(order -> {
      PaymentOrder paid =
          ProviderUpdates.reported(order, reported("COMPLETED", captures), NOW).announced(null);
      for (Refund refund : refunds) {
        paid = paid.refunding(refund);
      }
      return paid;
    });
  }

  /** Returns the paid order with a refund. */
  private PayPalOrder refunded(String value) {
    PayPalOrder paid = reported("COMPLETED", "PARTIALLY_REFUNDED 100.00 USD");
    String request = payments.order().standing().refunds().getLast().request();
    var refund =
        new PayPalOrder.Refund("1R", "COMPLETED", new PayPalOrder.Amount("USD", value), request);
    var unit =
        new PayPalOrder.Unit(
            paid.units().getFirst().amount(),
            new PayPalOrder.Payments(paid.captures(), List.of(refund)));
    return new PayPalOrder(ID, "CAPTURE", "COMPLETED", List.of(unit), null, null);
  }

  @Test
  void refundsOncePerKey() {
    paid("COMPLETED 100.00 USD");
    provider.refunds.add(() -> true);
    provider.reads.add(() -> Optional.of(refunded("30.00")));
    PaymentFacts facts = refund("key", usd("30.00"));
    assertEquals("paid", facts.state());
    assertEquals(usd("100.00"), facts.captured());
    assertEquals(usd("30.00"), facts.refunded());
    assertEquals(facts, refund("key", usd("30.00")));
    assertEquals(facts, refund("key", null));
    assertEquals(List.of("refund C0 30.00 USD", "read 5O1"), provider.requests);
    assertEquals("id was used for a refund of 30.00 USD", fault("key", usd("31.00")).message());
    assertEquals(
        "amount must be more than 0 and at most 70.00 USD", fault("2", usd("70.01")).message());
  }

  /** The refund is stored before the provider is called, so a repeat makes the same refund. */
  @Test
  void repeatsRefundWithUnknownOutcome() {
    paid("COMPLETED 100.00 USD");
    provider.refunds.add(() -> fail(ApiError.unknown("lost")));
    assertEquals(ErrorCode.OUTCOME_UNKNOWN, fault("key", null).code());
    assertEquals(
        "amount must be more than 0 and at most 0.00 USD", fault("2", usd("1.00")).message());
    provider.refunds.add(() -> true);
    provider.reads.add(() -> Optional.of(refunded("100.00")));
    refund("key", null);
    assertEquals(
        List.of("refund C0 100.00 USD", "refund C0 100.00 USD", "read 5O1"), provider.requests);
  }

  @Test
  void forgetsRefusedRefund() {
    paid("COMPLETED 100.00 USD");
    provider.refunds.add(() -> refuse(422, "REFUND_TIME_LIMIT_EXCEEDED"));
    ApiError fault = fault("key", null);
    assertEquals(ErrorCode.PAYMENT_REJECTED, fault.code());
    assertEquals("REFUND_TIME_LIMIT_EXCEEDED: the provider rejects this refund", fault.message());
    assertEquals(List.of(), payments.order().standing().refunds());
    assertEquals(NOW, payments.order().agenda().lookAt(), "read by the job");
  }

  @Test
  void countsRefundWhoseOrderCannotBeRead() {
    paid("COMPLETED 100.00 USD");
    provider.refunds.add(() -> true);
    provider.reads.add(() -> fail(ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away")));
    assertNull(refund("key", null).refunded());
    assertEquals(NOW, payments.order().agenda().lookAt());
  }

  @ParameterizedTest
  @CsvSource({
    "0.00, amount must be more than 0 and at most 87.00 USD",
    "87.01, amount must be more than 0 and at most 87.00 USD",
  })
  void refundsAtMostWhatIsLeft(String value, String message) {
    Money one = Money.of("USD", "1.00");
    paid(
        "COMPLETED 100.00 USD",
        new Refund("a", Refund.REQUESTED, Money.of("USD", "10.00")),
        new Refund("b", "PENDING", one),
        new Refund("c", "FAILED", one),
        new Refund("d", "CANCELLED", one),
        new Refund("e", "COMPLETED", null),
        new Refund(null, "COMPLETED", Money.of("USD", "2.00")));
    assertEquals(message, fault("key", usd(value)).message());
    assertEquals(message, fault("key", new CheckoutAmount("EUR", "1.00")).message());
  }

  @Test
  void refundsOnlySingleCaptures() {
    assertEquals(ErrorCode.ORDER_NOT_FOUND, fault("key", null).code());
    paid("COMPLETED 60.00 USD; COMPLETED 40.00 USD");
    ApiError fault = fault("key", null);
    assertEquals(ErrorCode.ORDER_STATE_NOT_ALLOWED, fault.code());
    assertTrue(fault.message().contains("only an order with one capture"), fault.message());
  }

  @Test
  void readsOnlyUnpaidOrders() {
    payments.open();
    assertEquals("open", facts(false).state());
    provider.reads.add(() -> Optional.of(reported("COMPLETED", "COMPLETED 100.00 USD")));
    PaymentFacts facts = facts(true);
    assertEquals("paid", facts.state());
    assertEquals(facts, facts(true));
    assertEquals(List.of("read 5O1"), provider.requests);
    assertEquals(payments.order().version(), facts.version());
    assertFalse(facts.lost());
    assertNull(facts.problem());
  }

  @Test
  void hidesCaptureInProgress() {
    payments.open();
    payments.change(order -> order.capturing(NOW.plusSeconds(90)));
    PaymentFacts busy = facts(true);
    assertEquals("capturing", busy.state());
    assertFalse(busy.lost());
    payments.clock.advance(Duration.ofSeconds(90));
    provider.reads.add(Optional::empty);
    PaymentFacts lost = facts(true);
    assertEquals("capturing", lost.state());
    assertTrue(lost.lost());
    assertTrue(lost.problem().contains("does not know this order"), lost.problem());
  }

  @Test
  void checksDueOrdersAndNotifiesShop() throws JobPostponedException {
    payments.open();
    payments.reconciliation.run();
    assertEquals(List.of(), provider.requests, "not due");
    payments.clock.advance(CreateOperation.LIFETIME);
    provider.reads.add(() -> Optional.of(reported("COMPLETED", "COMPLETED 100.00 USD")));
    payments.reconciliation.run();
    assertEquals(OrderState.PAID, payments.state());
    assertEquals(1, payments.shop.notices.size());
    assertNull(payments.order().agenda().announceAt());
    payments.reconciliation.run();
    payments.notices.run();
    assertEquals(1, payments.shop.notices.size());
    new PaymentsInMemory("").reconciliation.run();
  }

  @Test
  void postponesChecksWhileProviderIsAway() {
    payments.open();
    payments.clock.advance(CreateOperation.LIFETIME);
    Instant now = payments.clock.instant();
    provider.reads.add(() -> fail(ApiError.busy(ErrorCode.SERVICE_UNAVAILABLE, "paused", 9)));
    JobPostponedException later =
        assertThrows(JobPostponedException.class, payments.reconciliation::run);
    assertEquals("paused", later.getMessage());
    assertEquals(1, payments.order().agenda().looks());
    assertEquals(now.plusSeconds(60), payments.order().agenda().lookAt());
  }

  @Test
  void abandonsOrderThatWasNeverCreated() {
    var terms = new PaymentOrder.Terms("print", "CAPTURE", TOTAL, null, NOW, null);
    PaymentOrder creating = PaymentOrder.creating("0123456789abcdef01234567", terms, NOW);
    payments.orders.add(creating);
    assertTrue(payments.reconciliation.lookNow(creating));
    PaymentOrder stored = payments.orders.find(creating.id()).orElseThrow();
    assertEquals(OrderState.ABANDONED, stored.state());
    assertNull(stored.agenda().lookAt());
    assertFalse(payments.reconciliation.lookNow(creating), "changed meanwhile");
  }

  @Test
  void repeatsFailedNotices() {
    payments.open();
    payments.change(order -> order.in(OrderState.VOIDED, null));
    payments.shop.reply = call -> ApiError.of(ErrorCode.TIMEOUT, "late");
    payments.notices.run();
    assertEquals(NOW.plusSeconds(60), payments.order().agenda().announceAt());
    payments.notices.run();
    assertEquals(1, payments.shop.notices.size(), "not due");
    payments.clock.advance(Duration.ofMinutes(1));
    payments.shop.reply = new PaymentsInMemory.Shop().reply;
    payments.notices.run();
    assertEquals(2, payments.shop.notices.size());
    assertNull(payments.order().agenda().announceAt());
    assertEquals(
        "{\"order\":\"shop-order\",\"payment\":\"5O1\"}",
        Json.encode(payments.shop.notices.getLast().body()).toString());
  }
}
