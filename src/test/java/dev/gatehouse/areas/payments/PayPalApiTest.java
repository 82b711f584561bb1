package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import dev.gatehouse.areas.payments.paypal.PayPalApi;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.areas.payments.paypal.RefusedException;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.Money;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.Providers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link PayPalApi} over HTTP, with the simulated provider. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayPalApiTest {
  private Vertx vertx;
  private PayPalSimulator provider;
  private PayPalApi api;

  @BeforeAll
  void open() {
    vertx = Vertx.vertx();
    provider = new PayPalSimulator();
  }

  @AfterAll
  void close() {
    provider.close();
    vertx.close().await();
  }

  @BeforeEach
  void heal() {
    provider.heal();
    var providers = new Providers(vertx, new TestClock(), new Random(1), new SimpleMeterRegistry());
    api =
        new PayPalApi(
            providers.client(ProviderOptions.of("payments").withTimeout(Duration.ofSeconds(20))),
            new PayPalApi.Account(provider.url(), PayPalSimulator.ID, PayPalSimulator.SECRET));
  }

  private PayPalOrder created(String request) throws RefusedException {
    return api.create(request, Shop.plain(Shop.order("USD", "100.00")));
  }

  private static ApiError failure(Executable call) {
    return assertThrows(ApiException.class, call).failure();
  }

  @Test
  void createsReadsAndCapturesOrder() throws RefusedException {
    PayPalOrder made = created("ord-1");
    assertEquals("CREATED", made.status());
    assertEquals(made.id(), created("ord-1").id(), "one order per request ID");
    assertEquals("ord-1", provider.requests("create").getFirst().requestId());
    assertEquals(1, provider.requests("token").size());
    assertEquals(Optional.empty(), api.read("UNKNOWN"));
    RefusedException early =
        assertThrows(RefusedException.class, () -> api.capture(made.id(), "cap-1"));
    assertEquals(422, early.status());
    assertEquals("ORDER_NOT_APPROVED", early.issue());
    assertEquals("", early.payerAction());
    provider.approve(made.id());
    PayPalOrder captured = api.capture(made.id(), "cap-1");
    assertEquals(made.id(), captured.id());
    assertEquals(Money.of("USD", "100.00"), captured.captures().getFirst().amount().money());
    PayPalOrder read = api.read(made.id()).orElseThrow();
    assertEquals("COMPLETED", read.status());
    assertEquals(Optional.of(Money.of("USD", "100.00")), read.total());
    assertEquals(captured.captures(), read.captures());
  }

  @Test
  void refundsWithRequestAsCustomId() throws RefusedException {
    PayPalOrder made = created("ord-2");
    provider.approve(made.id());
    String capture = api.capture(made.id(), "cap-2").captures().getFirst().id();
    api.refund(capture, "refund-1", Money.of("USD", "30.00"));
    PayPalSimulator.Request sent = provider.requests("refund").getFirst();
    assertEquals(
        new JsonObject(
            """
            {"amount":{"currency_code":"USD","value":"30.00"},"custom_id":"refund-1"}\
            """),
        new JsonObject(sent.body()));
    assertEquals("refund-1", sent.requestId());
    PayPalOrder.Refund shown = api.read(made.id()).orElseThrow().refunds().getFirst();
    assertEquals("refund-1", shown.customId());
    assertEquals(Money.of("USD", "30.00"), shown.amount().money());
    Money more = Money.of("USD", "70.01");
    assertEquals(
        "REFUND_AMOUNT_EXCEEDED",
        assertThrows(RefusedException.class, () -> api.refund(capture, "refund-2", more)).issue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "{\"name\":\"NAME\",\"details\":[{\"issue\":\"ISSUE\"},{\"issue\":\"OTHER\"}]} | ISSUE",
        "{\"name\":\"NAME\",\"details\":[null,{\"issue\":\"ISSUE\"}]} | ISSUE",
        "{\"name\":\"NAME\",\"details\":[{\"issue\":\"two words\"}]} | NAME",
        "{\"name\":\"NAME\",\"details\":[]} | NAME",
        "{\"name\":\"NAME\"} | NAME",
        "{\"name\":\"no word\"} | UNKNOWN",
        "{} | UNKNOWN",
        "null | UNKNOWN",
        "<html> | UNKNOWN",
      })
  void readsCodesOfRefusals(String body, String issue) {
    provider.script("create", Fault.instead(400, body));
    RefusedException refused = assertThrows(RefusedException.class, () -> created("ord-3"));
    assertEquals(400, refused.status());
    assertEquals(issue, refused.issue());
    assertEquals("400 " + issue, refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "{\"rel\":\"payer-action\",\"href\":\"https://pay/act\"} | https://pay/act",
        "{\"rel\":\"payer-action\",\"href\":\"http://pay/act\"} | ##",
        "{\"rel\":\"payer-action\"} | ##",
        "{\"rel\":\"self\",\"href\":\"https://pay/act\"} | ##",
        "null | ##",
      })
  void readsActionOfPayer(String link, String action) {
    provider.script("create", Fault.instead(422, "{\"links\":[" + link + "]}"));
    assertEquals(
        action, assertThrows(RefusedException.class, () -> created("ord-4")).payerAction());
  }

  @ParameterizedTest
  @CsvSource({"401, 502", "403, 502", "500, 502"})
  void reportsFaultsOfThisService(int status, int expected) {
    provider.script("create", Fault.instead(status, PayPalSimulator.error("ISSUE")));
    ApiError failure = failure(() -> created("ord-5"));
    assertEquals(expected, failure.status());
    assertFalse(failure.unsettled());
  }

  /** After a capture, an unreadable reply is an unknown outcome. */
  @ParameterizedTest
  @CsvSource({"null", "{}", "<html>", "another"})
  void doubtsUnreadableReplies(String reply) throws RefusedException {
    PayPalOrder made = created("ord-6" + reply);
    provider.approve(made.id());
    String body =
        reply.equals("another") ? PayPalSimulator.example("capture_completed_201") : reply;
    provider.script("capture", Fault.instead(201, body));
    ApiError capture = failure(() -> api.capture(made.id(), "cap-6" + reply));
    assertTrue(capture.unsettled());
    assertEquals("unknown outcome: the order may have been paid", capture.message());
    assertFalse(capture.detail().isEmpty());
    provider.script("read", Fault.instead(200, body));
    ApiError read = failure(() -> api.read(made.id()));
    assertEquals(502, read.status());
    assertFalse(read.unsettled());
    if (reply.equals("another")) {
      assertTrue(capture.detail().contains("another order"), capture.detail());
    }
  }

  @Test
  void reportsRefusedReads() {
    provider.script("read", Fault.instead(422, PayPalSimulator.error("ISSUE")));
    ApiError failure = failure(() -> api.read("5O1"));
    assertEquals(502, failure.status());
    assertTrue(failure.detail().contains("unreadable order: 422 ISSUE"), failure.detail());
  }

  @ParameterizedTest
  @CsvSource({"401, {}", "200, null", "200, {}"})
  void requiresToken(int status, String body) {
    provider.script("token", Fault.instead(status, body));
    assertEquals(502, failure(() -> created("ord-7")).status());
    assertEquals(List.of(), provider.requests("create"));
  }

  @Test
  void ignoresLinksWithoutAddress() {
    var link = new PayPalOrder.Link(null, "self", "GET");
    var order = new PayPalOrder("5O1", "CAPTURE", null, null, null, Arrays.asList(null, link));
    assertEquals(List.of(), order.links());
    assertEquals("", order.status());
    assertEquals(Optional.empty(), order.total());
  }
}
