package dev.gatehouse.simulation;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.messages.PaymentMessages;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import dev.gatehouse.messages.StorefrontMessages;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;

/** Faults of earlier releases, put back into the parts around the real code. */
enum Mutation {
  NONE,
  /** Forgets that a reservation has ended. */
  HOLDS_AFTER_SALE,
  /** Calls a partial capture declined. */
  PARTIAL_IS_DECLINED,
  /** Does not notify the shop of payments. */
  SILENT_WEBHOOKS;

  /** Answers a call between areas. */
  Reply call(Call call, Function<Call, Reply> real) {
    if (this == SILENT_WEBHOOKS
        && call.operation().equals(StorefrontMessages.PAYMENT_CHANGED.address())) {
      return Answer.ok(new Done(true, ""));
    }
    Reply reply = real.apply(call);
    boolean facts = call.operation().equals(PaymentMessages.PAYMENT.address());
    if (this != PARTIAL_IS_DECLINED || !facts || !(reply instanceof Answer answer)) {
      return reply;
    }
    return answer.body(PaymentFacts.class).state().equals("unresolved")
        ? Answer.ok(new PaymentFacts("declined", null, null, false, null))
        : reply;
  }

  /** Returns a document after a read. */
  JsonObject read(String collection, JsonObject document) {
    return this == HOLDS_AFTER_SALE && collection.equals("stockReservations")
        ? document.put("state", "HELD")
        : document;
  }
}
