package dev.gatehouse.areas.payments;

import static dev.gatehouse.areas.payments.SignedEvents.dispute;
import static dev.gatehouse.areas.payments.SignedEvents.event;
import static dev.gatehouse.areas.payments.SignedEvents.refund;
import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Webhooks that name only a capture, and arrive before the reply of that capture is stored. */
@Tag("slow")
class EarlyEventsTest {
  private static final Shop SHOP = new Shop();

  @RegisterExtension static final TestNode NODE = SHOP.node.with(SHOP.provider.webhooks());

  private static final SignedEvents SIGNER = new SignedEvents(SHOP.provider);

  private final PayPalSimulator provider = SHOP.provider;

  @BeforeEach
  void heal() {
    SHOP.heal();
  }

  /** Returns an event whose resource is a capture. */
  private static JsonObject itself(String type, String capture) {
    return event(type, JsonObject.of("id", capture));
  }

  private static void assertTaken(JsonObject event) throws Exception {
    Client.Reply reply = SIGNER.deliver(NODE, event);
    assertEquals(200, reply.status(), event + ": " + reply.text());
    assertEquals("taken", reply.json().getString("message"));
  }

  private static void assertRepeated(JsonObject event) throws Exception {
    Client.Reply reply = SIGNER.deliver(NODE, event);
    assertEquals(503, reply.status(), event + ": " + reply.text());
    assertEquals("event_in_progress", reply.code());
    assertEquals("5", reply.header("Retry-After"));
  }

  /** Returns an order that is captured, and whose capture has an unknown outcome. */
  private String capturing() {
    String id = SHOP.approved();
    provider.script("capture", Fault.silent(true, "reset"));
    provider.script("read", Fault.silent(false, "reset"));
    SHOP.capture(id).expect(503);
    assertEquals("capturing", SHOP.state(id));
    return id;
  }

  @Test
  void repeatsEventsOfUnstoredCapture() throws Exception {
    String id = capturing();
    String capture = provider.order(id).capture();
    JsonObject opened = dispute("CUSTOMER.DISPUTE.CREATED", capture);
    assertRepeated(opened);
    assertRepeated(dispute("CUSTOMER.DISPUTE.RESOLVED", capture));
    assertRepeated(refund("PAYMENT.CAPTURE.REFUNDED", capture));
    assertRepeated(refund("PAYMENT.CAPTURE.REVERSED", capture));
    assertRepeated(refund("PAYMENT.REFUND.PENDING", capture));
    assertRepeated(itself("PAYMENT.CAPTURE.COMPLETED", capture));
    assertRepeated(itself("PAYMENT.CAPTURE.DENIED", capture));
    assertTaken(event("BILLING.PLAN.CREATED", JsonObject.of("id", "P-1")));
    assertTaken(itself("CHECKOUT.ORDER.APPROVED", "OTHER"));
    SHOP.heal();
    Waiting.until(() -> SHOP.state(id).equals("paid"));
    assertTaken(opened);
    assertTrue(SHOP.listed(id).getString("problem").contains("dispute"), SHOP.listed(id) + "");
    assertTaken(dispute("CUSTOMER.DISPUTE.CREATED", "3COTHER"));
  }

  /** A capture that the provider does not know is never resolved, so nothing waits for it. */
  @Test
  void ignoresEventsBesideLostCapture() throws Exception {
    String id = capturing();
    SHOP.heal();
    provider.script("read", Fault.instead(404, PayPalSimulator.example("error_404")));
    Waiting.until(() -> {
      NODE.clock.advance(Duration.ofMinutes(1));
      return ("" + SHOP.listed(id).getString("problem")).contains("does not know this order");
    });
    assertTaken(dispute("CUSTOMER.DISPUTE.CREATED", "3COTHER"));
  }

  @Test
  void findsOrderOfSecondCapture() throws Exception {
    String id = SHOP.approved();
    SimulatedOrder order = provider.order(id);
    order.captures.add("3CFIRST");
    order.status = "COMPLETED";
    JsonObject reported = new JsonObject(order.reported());
    JsonArray captures =
        reported
            .getJsonArray("purchase_units")
            .getJsonObject(0)
            .getJsonObject("payments")
            .getJsonArray("captures");
    captures.add(captures.getJsonObject(0).copy().put("id", "3CSECOND"));
    order.captures.clear();
    order.status = "APPROVED";
    provider.script("capture", Fault.instead(201, reported.encode()));
    SHOP.capture(id).expect(200);
    order.captures.add("3CFIRST");
    order.status = "COMPLETED";
    assertFalse(("" + SHOP.listed(id).getString("problem")).contains("dispute"));
    assertTaken(dispute("CUSTOMER.DISPUTE.CREATED", "3CSECOND"));
    assertTrue(SHOP.listed(id).getString("problem").contains("dispute"), SHOP.listed(id) + "");
  }
}
