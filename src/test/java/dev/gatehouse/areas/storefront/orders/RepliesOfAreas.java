package dev.gatehouse.areas.storefront.orders;

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
import dev.gatehouse.messages.ProductMessages.EndHold;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.StockShortage;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The stock and the payments, whose replies a test sets. */
final class RepliesOfAreas extends CallBus {
  static final StockHeld HELD = held(List.of());

  final List<String> calls = new ArrayList<>();
  StockHeld held = HELD;
  Reply checkout = Answer.ok(new CheckoutReply(true, "PAY1", "https://pay/"));
  Reply capture = Answer.ok(new PaymentCaptured(true, "PAY1", "COMPLETED", List.of(), null, null));
  String facts = "open";

  @Override
  public Future<Reply> dispatch(Call call) {
    String name = call.operation().substring(call.operation().indexOf('.') + 1);
    boolean ends = name.equals("releaseStock") || name.equals("sellStock");
    int attempt = ends ? Json.convert(call.body(), EndHold.class).attempt() : 0;
    calls.add(ends ? name + ' ' + attempt : name);
    return Future.succeededFuture(
        switch (name) {
          case "holdStock" -> Answer.ok(held);
          case "checkout" -> checkout;
          case "captureAgreed" -> capture;
          case "payment" -> Answer.ok(facts());
          default -> Answer.ok(new Done(true, ""));
        });
  }

  private PaymentFacts facts() {
    CheckoutAmount paid = facts.equals("paid") ? new CheckoutAmount("USD", "9.00") : null;
    return new PaymentFacts(facts, paid, null, false, null, 1);
  }

  static StockHeld held(List<StockShortage> shortages) {
    return new StockHeld(shortages, Map.of("book", new BigDecimal("9.0")), null);
  }
}
