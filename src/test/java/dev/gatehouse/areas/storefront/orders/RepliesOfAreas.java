package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.CallBus;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.messages.PaymentMessages.PaymentCaptured;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import dev.gatehouse.messages.PaymentMessages.RefundPayment;
import dev.gatehouse.messages.ProductMessages.EndHold;
import dev.gatehouse.messages.ProductMessages.HoldStock;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.StockShortage;
import io.vertx.core.Future;

/** The stock and the payments, whose replies a test sets. */
final class RepliesOfAreas extends CallBus {
  static final StockHeld HELD = held(List.of());
  static final StockShortage NONE_LEFT = new StockShortage("book", "one", 0);

  final List<String> calls = new ArrayList<>();
  StockHeld held = HELD;
  Reply checkout = Answer.ok(new CheckoutReply(true, "PAY1", "https://pay/"));
  Reply capture = Answer.ok(new PaymentCaptured(true, "PAY1", "COMPLETED", List.of(), null, null));
  Reply ends = Answer.ok(new Done(true, ""));
  String facts = "open";

  /** Refunded amount of the facts; null for none. */
  String refunded;

  /** Version of the facts. */
  long version = 1;

  /** Order whose stock cannot be released or sold; empty for none. */
  String failing = "";

  /** The last request for a refund. */
  RefundPayment refund;

  @Override
  public Future<Reply> dispatch(Call call) {
    String name = call.operation().substring(call.operation().indexOf('.') + 1);
    boolean ending = name.equals("releaseStock") || name.equals("sellStock");
    EndHold end = ending ? Json.convert(call.body(), EndHold.class) : null;
    if (ending && end.order().equals(failing)) {
      throw new IllegalStateException("something that nobody has thought of");
    }
    calls.add(ending ? name + ' ' + end.attempt() : name);
    if (name.equals("refund")) {
      refund = Json.convert(call.body(), RefundPayment.class);
    }
    if (name.equals("restock")) {
      calls.add(calls.removeLast() + ' ' + Json.convert(call.body(), HoldStock.class).attempt());
    }
    return Future.succeededFuture(
        switch (name) {
          case "holdStock" -> Answer.ok(held);
          case "checkout" -> checkout;
          case "captureAgreed" -> capture;
          case "payment", "refund" -> Answer.ok(facts());
          default -> ends;
        });
  }

  private PaymentFacts facts() {
    boolean captured = List.of("paid", "refunded", "charged_back").contains(facts);
    CheckoutAmount paid = captured ? new CheckoutAmount("USD", "9.00") : null;
    CheckoutAmount back = refunded == null ? null : new CheckoutAmount("USD", refunded);
    return new PaymentFacts(facts, paid, back, false, null, version);
  }

  static StockHeld held(List<StockShortage> shortages) {
    return new StockHeld(shortages, Map.of("book", new BigDecimal("9.0")), null);
  }
}
