package dev.gatehouse.simulation;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.messages.PaymentMessages;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import dev.gatehouse.messages.StorefrontMessages;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;

/** Faults of earlier releases, put back into the parts around the real code. */
enum Mutation {
  NONE,
  /** Expires a paid order whose goods are sold out. */
  SHORTAGE_EXPIRES,
  /** Forgets that a reservation has ended. */
  HOLDS_AFTER_SALE,
  /** Calls a partial capture declined. */
  PARTIAL_IS_DECLINED,
  /** Lets the public capture skip the checks of the shop: neither side compares the amounts. */
  PUBLIC_CAPTURE_IS_UNCHECKED,
  /** Does not notify the shop of payments. */
  SILENT_WEBHOOKS;

  private static final String SHOP_ORDER = "shopOrder";

  /** Answers a call between areas. */
  Reply call(Call call, Function<Call, Reply> real) {
    if (this == SILENT_WEBHOOKS
        && call.operation().equals(StorefrontMessages.PAYMENT_CHANGED.address())) {
      return Answer.ok(new Done(true, ""));
    }
    Reply reply = real.apply(call);
    boolean facts = call.operation().equals(PaymentMessages.PAYMENT.address());
    boolean mutates = this == PARTIAL_IS_DECLINED || this == PUBLIC_CAPTURE_IS_UNCHECKED;
    return mutates && facts && reply instanceof Answer answer
        ? Answer.ok(facts(answer.body(PaymentFacts.class)))
        : reply;
  }

  private PaymentFacts facts(PaymentFacts reported) {
    if (this == PARTIAL_IS_DECLINED) {
      return reported.state().equals("unresolved")
          ? new PaymentFacts("declined", null, null, false, null, reported.version())
          : reported;
    }
    var total = new CheckoutAmount(MoneySchedule.TOTAL.currency(), MoneySchedule.TOTAL.text());
    return reported.state().equals("paid")
        ? new PaymentFacts(
            "paid", total, reported.refunded(), reported.lost(), null, reported.version())
        : reported;
  }

  /** Returns a document after a read. */
  JsonObject read(String collection, JsonObject document) {
    return this == HOLDS_AFTER_SALE && collection.equals("stockReservations")
        ? document.put("state", "HELD")
        : document;
  }

  /** Returns a document after a read of the public capture. */
  JsonObject readInPublic(String collection, JsonObject document) {
    return this == PUBLIC_CAPTURE_IS_UNCHECKED && collection.equals("paymentOrders")
        ? document.put(SHOP_ORDER, null)
        : document;
  }

  /** Returns the fields of a write. */
  JsonObject written(String collection, JsonObject fields) {
    if (this == SHORTAGE_EXPIRES
        && collection.equals("storefrontOrders")
        && "PAID".equals(fields.getString("state"))
        && "short".equals(fields.getJsonObject("ledger").getString("stock"))) {
      return fields.put("state", "EXPIRED");
    }
    if (this == PUBLIC_CAPTURE_IS_UNCHECKED && fields.getValue(SHOP_ORDER) == null) {
      // The public capture has read no shop's order, and does not change it.
      fields.remove(SHOP_ORDER);
    }
    return fields;
  }
}
