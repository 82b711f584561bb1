package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Webhooks: genuine, duplicate, late, forged and out of order. */
class WebhookTest {
  private static final String PATH = "/payments/webhook";
  private static final Shop SHOP = new Shop();

  /**
   * Maximum number of reads by the job. An order in a webhook becomes due, so the job may read it
   * as well.
   */
  private static final int READS_BY_JOB = 1;

  @RegisterExtension
  static final TestNode NODE =
      SHOP.node
          .with("PAYMENTS_WEBHOOK_ID", SignedEvents.WEBHOOK)
          .with("PAYMENTS_WEBHOOK_CERTIFICATES", SHOP.provider.certificates());

  private static SignedEvents signer;

  private final PayPalSimulator provider = SHOP.provider;
  private final AtomicInteger numbers = new AtomicInteger();

  @BeforeAll
  static void certify() throws Exception {
    signer = new SignedEvents(SHOP.provider);
  }

  @BeforeEach
  void heal() {
    SHOP.heal();
  }

  /** Returns an event in the provider's format. */
  private JsonObject event(String type, JsonObject resource) {
    return new JsonObject()
        .put("id", "WH-" + System.identityHashCode(this) + "-" + numbers.incrementAndGet())
        .put("event_version", "1.0")
        .put("resource_type", type.startsWith("CHECKOUT") ? "checkout-order" : "capture")
        .put("event_type", type)
        .put("summary", "An \u00e9v\u00e9nement \u20ac")
        .put("resource", resource);
  }

  private JsonObject ofOrder(String type, String order) {
    return event(type, JsonObject.of("id", order));
  }

  private JsonObject ofCapture(String type, String order) {
    return event(
        type,
        new JsonObject()
            .put("id", "any")
            .put(
                "supplementary_data",
                JsonObject.of("related_ids", JsonObject.of("order_id", order))));
  }

  private static Map<String, String> signed(String body, Instant time) throws Exception {
    return signer.headers(body, time);
  }

  private static Client.Reply deliver(String body, Map<String, String> headers) {
    Client.Request request = NODE.client().request("POST", PATH);
    headers.forEach(request::header);
    return request.body("application/json", body.getBytes(StandardCharsets.UTF_8)).send();
  }

  private static Client.Reply deliver(JsonObject event) throws Exception {
    String body = event.encodePrettily();
    return deliver(body, signed(body, NODE.clock.instant()));
  }

  private static void taken(JsonObject event) throws Exception {
    assertEquals("taken", deliver(event).expect(200).json().getString("message"));
  }

  /**
   * The page closed after the payer's click. The provider reports the capture by webhook, without a
   * waiting client.
   */
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
  void ignoresRepeatedEvent() throws Exception {
    String id = SHOP.approved();
    SHOP.capture(id);
    JsonObject event = ofOrder("CHECKOUT.ORDER.COMPLETED", id);
    taken(event);
    int read = provider.reads(id).size();
    for (int times = 0; times < 3; times++) {
      assertEquals("known already", deliver(event).json().getString("message"));
    }
    int more = provider.reads(id).size() - read;
    assertTrue(more <= READS_BY_JOB, more + " reads");
  }

  @Test
  void acceptsOneOfConcurrentDeliveries() throws Exception {
    String id = SHOP.approved();
    JsonObject event = ofOrder("CHECKOUT.ORDER.APPROVED", id);
    Callable<Client.Reply> deliver = () -> deliver(event);
    try (ExecutorService threads = Executors.newFixedThreadPool(10)) {
      List<Client.Reply> replies =
          threads.invokeAll(Collections.nCopies(10, deliver)).stream()
              .map(Future::resultNow)
              .toList();
      assertEquals(1, replies.stream().filter(reply -> reply.text().contains("taken")).count());
      assertTrue(replies.stream().allMatch(reply -> List.of(200, 503).contains(reply.status())));
    }
    int reads = provider.reads(id).size();
    assertTrue(1 <= reads && reads <= 1 + READS_BY_JOB, reads + " reads");
  }

  /**
   * An approval arrives after the capture, and a capture after the refund. The order that is read
   * decides the state.
   */
  @Test
  void keepsStateForOutOfOrderEvents() throws Exception {
    String id = SHOP.approved();
    SHOP.capture(id);
    provider.order(id).captureStatus = "REFUNDED";
    JsonObject refund =
        new JsonObject()
            .put("id", "1JU08902781691411")
            .put(
                "links",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("rel", "up")
                            .put(
                                "href",
                                "https://api.paypal.com/v2/payments/captures/"
                                    + provider.order(id).captures.getFirst())));
    taken(event("PAYMENT.CAPTURE.REFUNDED", refund));
    assertEquals("refunded", SHOP.state(id));
    provider.order(id).captureStatus = "COMPLETED";
    taken(ofCapture("PAYMENT.CAPTURE.COMPLETED", id));
    taken(ofOrder("CHECKOUT.ORDER.APPROVED", id));
    assertEquals("refunded", SHOP.state(id));
  }

  @Test
  void readsOrderLaterWhenProviderFails() throws Exception {
    String id = SHOP.approved();
    provider.order(id).captures.add("3CXYZ");
    provider.order(id).status = "COMPLETED";
    provider.script("read", Fault.silent(false, "reset"));
    taken(ofCapture("PAYMENT.CAPTURE.COMPLETED", id));
    assertEquals("open", SHOP.state(id));
    SHOP.heal();
    Waiting.until(() -> {
      NODE.clock.advance(Duration.ofSeconds(20));
      return SHOP.state(id).equals("paid");
    });
  }

  @Test
  void ignoresEventsOfOtherOrders() throws Exception {
    taken(ofOrder("CHECKOUT.ORDER.APPROVED", "OTHER"));
    taken(event("BILLING.PLAN.CREATED", null));
    taken(event("PAYMENT.CAPTURE.COMPLETED", new JsonObject()));
    assertEquals(List.of(), provider.reads("OTHER"));
  }

  /** Each row differs from the genuine webhook in one header, or in the body. */
  @ParameterizedTest
  @CsvSource({
    "PAYPAL-TRANSMISSION-ID, other, 403",
    "PAYPAL-TRANSMISSION-SIG, AAAA, 403",
    "PAYPAL-TRANSMISSION-SIG, no base64!, 403",
    "PAYPAL-AUTH-ALGO, MD5withRSA, 403",
    "PAYPAL-CERT-URL, https://evil.example/CERT-1, 403",
    "PAYPAL-CERT-URL, {}../../CERT-1, 403",
    "PAYPAL-CERT-URL, {}CERT-1?x=1, 403",
    "PAYPAL-CERT-URL, {}CERT-2, 403",
    "PAYPAL-CERT-URL, {}, 403",
    "PAYPAL-TRANSMISSION-TIME, soon, 400",
    "PAYPAL-TRANSMISSION-TIME, 2020-01-01T00:00:00Z, 403",
    "PAYPAL-TRANSMISSION-TIME, 2199-01-01T00:00:00Z, 403",
    "PAYPAL-TRANSMISSION-TIME, -999999999-01-01T00:00:00+18:00, 403",
    "PAYPAL-TRANSMISSION-TIME, +999999999-12-31T23:59:59-18:00, 403",
    "body, changed, 403"
  })
  void rejectsForgedEvents(String what, String value, int status) throws Exception {
    String id = SHOP.approved();
    String body = ofOrder("CHECKOUT.ORDER.APPROVED", id).encode();
    Map<String, String> headers = signed(body, NODE.clock.instant());
    boolean sent = what.equals("body");
    if (!sent) {
      headers.put(what, value.replace("{}", provider.certificates()));
    }
    deliver(sent ? body + ' ' : body, headers).expect(status);
    assertEquals(List.of(), provider.reads(id));
  }

  /**
   * Correctly signed webhooks whose time is outside the allowed window, because of a replay or a
   * long delay.
   */
  @ParameterizedTest
  @CsvSource({"-97, 403", "-71, 200", "1, 403"})
  void rejectsSignedEventOutsideTimeWindow(int hours, int status) throws Exception {
    String body = ofOrder("CHECKOUT.ORDER.APPROVED", "OTHER").encode();
    Instant time = NODE.clock.instant().plus(Duration.ofHours(hours));
    deliver(body, signed(body, time)).expect(status);
  }

  @ParameterizedTest
  @CsvSource({"[], 400", "null, 400", "{}, 400", "<xml/>, 400", "{\"id\":{}}, 400", "'', 400"})
  void rejectsInvalidEventBody(String body, int status) throws Exception {
    deliver(body, signed(body, NODE.clock.instant())).expect(status);
  }

  @Test
  void requiresEveryHeader() throws Exception {
    Map<String, String> all = signed("{}", NODE.clock.instant());
    for (String name : all.keySet()) {
      Map<String, String> some = new LinkedHashMap<>(all);
      some.remove(name);
      Client.Reply reply = deliver("{}", some).expect(400);
      assertTrue(reply.error().startsWith(name), reply.error());
    }
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
    Client.Request request = NODE.client().request("POST", PATH);
    signed("{}", NODE.clock.instant()).forEach(request::header);
    byte[] latin = {'"', (byte) 0xe9, '"'};
    request.body("application/json", latin).expect(400);
  }
}
