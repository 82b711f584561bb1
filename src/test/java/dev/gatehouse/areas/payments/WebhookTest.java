package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Webhooks: genuine, duplicate, late, forged and out of order. */
class WebhookTest {
  private static final String PATH = "/payments/webhook";
  private static final Shop SHOP = new Shop();

  /** An order in a webhook becomes due, so the job may read it as well. */
  private static final int READS_BY_JOB = 1;

  @RegisterExtension static final TestNode NODE = SHOP.node.with(SHOP.provider.webhooks());

  private static final SignedEvents SIGNER = new SignedEvents(SHOP.provider);

  private final PayPalSimulator provider = SHOP.provider;

  @BeforeEach
  void heal() {
    SHOP.heal();
  }

  /** Returns an event with a text that is longer in UTF-8. */
  private static JsonObject event(String type, JsonObject resource) {
    return SignedEvents.event(type, resource).put("summary", "An \u00e9v\u00e9nement \u20ac");
  }

  private static JsonObject ofOrder(String type, String order) {
    return event(type, JsonObject.of("id", order));
  }

  private static JsonObject ofCapture(String type, String order) {
    JsonObject data = JsonObject.of("related_ids", JsonObject.of("order_id", order));
    return event(type, JsonObject.of("id", "any", "supplementary_data", data));
  }

  private static Map<String, String> signed(String body, Instant time) throws Exception {
    return SIGNER.headers(body, time);
  }

  private static Client.Reply deliver(String body, Map<String, String> headers) {
    Client.Request request = NODE.request("POST", PATH);
    headers.forEach(request::header);
    return request.body("application/json", body).send();
  }

  private static Client.Reply deliver(JsonObject event) throws Exception {
    String body = event.encodePrettily();
    return deliver(body, signed(body, NODE.clock.instant()));
  }

  private static void taken(JsonObject event) throws Exception {
    assertEquals("taken", deliver(event).expect(200).json().getString("message"));
  }

  /** The page closed after the payer's click, so no client waits for the capture. */
  @Test
  void readsOrderOfEvent() throws Exception {
    String id = SHOP.approved();
    provider.order(id).captures.add("3CXYZ");
    provider.order(id).status = "COMPLETED";
    taken(ofCapture("PAYMENT.CAPTURE.COMPLETED", id));
    assertEquals("paid", SHOP.state(id));
    SHOP.capture(id).expect(200);
    assertEquals(List.of(), provider.requests("capture"));
  }

  @Test
  void acceptsOneOfConcurrentDeliveries() throws Exception {
    String id = SHOP.approved();
    JsonObject event = ofOrder("CHECKOUT.ORDER.APPROVED", id);
    List<Client.Reply> replies = Concurrently.all(Collections.nCopies(10, () -> deliver(event)));
    assertEquals(1, replies.stream().filter(reply -> reply.text().contains("taken")).count());
    assertTrue(replies.stream().allMatch(reply -> List.of(200, 503).contains(reply.status())));
    int reads = provider.reads(id).size();
    assertTrue(1 <= reads && reads <= 1 + READS_BY_JOB, reads + " reads");
  }

  /** An approval arrives after the capture, and a capture after the refund. */
  @Test
  void keepsStateForOutOfOrderEvents() throws Exception {
    String id = SHOP.approved();
    SHOP.capture(id);
    provider.order(id).captureStatus = "REFUNDED";
    taken(SignedEvents.refund("PAYMENT.CAPTURE.REFUNDED", provider.order(id).capture()));
    assertEquals("refunded", SHOP.state(id));
    provider.order(id).captureStatus = "COMPLETED";
    taken(ofCapture("PAYMENT.CAPTURE.COMPLETED", id));
    taken(ofOrder("CHECKOUT.ORDER.APPROVED", id));
    assertEquals("refunded", SHOP.state(id));
  }

  /** Correctly signed webhooks that are replayed or late. */
  @ParameterizedTest
  @CsvSource({"-97, 403", "-71, 200", "1, 403"})
  void rejectsSignedEventOutsideTimeWindow(int hours, int status) throws Exception {
    String body = ofOrder("CHECKOUT.ORDER.APPROVED", "OTHER").encode();
    Instant time = NODE.clock.instant().plus(Duration.ofHours(hours));
    deliver(body, signed(body, time)).expect(status);
  }

  @Test
  void returns502WhenCertificateIsUnavailable() throws Exception {
    provider.script("certificate", Fault.instead(500, ""));
    String body = ofOrder("CHECKOUT.ORDER.APPROVED", "OTHER").encode();
    Map<String, String> headers = signed(body, NODE.clock.instant());
    headers.put("PAYPAL-CERT-URL", provider.certificates() + "CERT-3");
    deliver(body, headers).expect(502);
  }

  @Test
  void rejectsBodyThatIsNotUtf8() throws Exception {
    Client.Request request = NODE.request("POST", PATH);
    signed("{}", NODE.clock.instant()).forEach(request::header);
    byte[] latin = {'"', (byte) 0xe9, '"'};
    request.body("application/json", latin).expect(400);
  }
}
