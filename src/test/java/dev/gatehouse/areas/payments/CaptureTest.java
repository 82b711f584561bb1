package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures, and what their answers are worth. */
class CaptureTest {
  private static final Shop SHOP = new Shop();

  @RegisterExtension
  static final TestNode NODE = SHOP.node.with("OWNER_EMAIL", "owner@example.org");

  private final PayPalSimulator provider = SHOP.provider;

  @BeforeEach
  void heal() {
    SHOP.heal();
  }

  @Test
  void whoIsDeclinedPaysInAnotherWay() {
    String id = SHOP.approved();
    provider.order(id).refusal = "INSTRUMENT_DECLINED";
    Client.Reply declined = SHOP.capture(id);
    assertEquals(402, declined.status(), declined.text());
    assertTrue(declined.error().startsWith("INSTRUMENT_DECLINED"), declined.error());
    assertEquals("declined", SHOP.state(id));
    provider.order(id).refusal = "";
    assertEquals(200, SHOP.capture(id).status());
    List<PayPalSimulator.Request> captures = provider.requests("capture");
    assertEquals("cap-" + id, captures.getFirst().requestId());
    assertNotEquals(captures.getFirst().requestId(), captures.getLast().requestId());
    assertEquals(1, provider.order(id).captures.size());
  }

  @ParameterizedTest
  @CsvSource({"DECLINED, 402", "FAILED, 402", "PARTIALLY_REFUNDED, 200", "A_NEW_WORD, 200"})
  void theCapturesDecideNotTheOrdersStatus(String status, int expected) {
    String id = SHOP.approved();
    provider.order(id).captureStatus = status;
    Client.Reply reply = SHOP.capture(id);
    assertEquals(expected, reply.status(), reply.text());
    assertEquals(expected, SHOP.capture(id).status());
    assertEquals(1, provider.order(id).captures.size());
  }

  /** As a mock of the published description answers: an amount may be no amount. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"currency_code\":\"str\",\"value\":\"string\"}",
        "{\"currency_code\":\"USD\"}",
        "{}"
      })
  void anOddAmountHidesNoPayment(String amount) {
    String id = SHOP.approved();
    provider.order(id).units.getJsonObject(0).put("amount", new JsonObject(amount));
    assertEquals(200, SHOP.capture(id).status());
    assertEquals("paid", SHOP.state(id));
  }

  @Test
  void whatIsPendingBecomesPaidByItself() throws Exception {
    String id = SHOP.approved();
    provider.order(id).captureStatus = "PENDING";
    Client.Reply reply = SHOP.capture(id);
    assertEquals(200, reply.status(), reply.text());
    assertTrue(reply.json().getBoolean("success"));
    assertTrue(reply.json().getBoolean("pending"));
    assertEquals("pending", SHOP.state(id));
    provider.order(id).captureStatus = "COMPLETED";
    NODE.clock.advance(Duration.ofMinutes(11));
    Waiting.until(() -> SHOP.state(id).equals("paid"));
    assertNull(SHOP.capture(id).json().getBoolean("pending"));
  }

  @Test
  void whatNobodyHasPaidIsOverAfterItsTime() throws Exception {
    String kept = SHOP.created();
    String gone = SHOP.created();
    provider.order(gone).status = "VOIDED";
    NODE.clock.advance(Duration.ofHours(8));
    Waiting.until(() -> SHOP.state(gone).equals("voided"));
    assertEquals("open", SHOP.state(kept));
  }

  /** What was under review is refused in the end: nobody must take it for paid. */
  @Test
  void whatIsPendingMayBeDeclined() throws Exception {
    String id = SHOP.approved();
    provider.order(id).captureStatus = "PENDING";
    assertEquals(200, SHOP.capture(id).status());
    provider.order(id).captureStatus = "DECLINED";
    NODE.clock.advance(Duration.ofMinutes(11));
    Waiting.until(() -> SHOP.state(id).equals("declined"));
    assertEquals(402, SHOP.capture(id).status());
  }

  /** A capture in an order that says that it is not captured: its word alone is not taken. */
  @ParameterizedTest
  @CsvSource({"CREATED, ''", "APPROVED, ''", "CREATED, 100.00", "COMPLETED, ''"})
  void aCaptureThatItsOrderDoesNotConfirmIsReadAgain(String status, String amount) {
    String id = SHOP.approved();
    provider.script("capture", Fault.after(201, captured(id, status, amount)));
    Client.Reply reply = SHOP.capture(id);
    assertEquals(200, reply.status(), reply.text());
    JsonObject capture = reply.json().getJsonArray("captures").getJsonObject(0);
    assertEquals("100.00", capture.getJsonObject("amount").getString("value"));
    assertEquals(1, provider.reads(id).size());
    assertEquals("paid null", SHOP.state(id) + ' ' + SHOP.listed(id).getString("problem"));
  }

  /** The order says so again: nobody knows, and nobody is told that it is paid. */
  @Test
  void aCaptureThatItsOrderDeniesIsOfUnknownOutcome() {
    String id = SHOP.approved();
    String denied = captured(id, "CREATED", "");
    provider.script("capture", Fault.instead(201, denied));
    provider.script("read", Fault.instead(200, denied));
    for (int twice = 0; twice < 2; twice++) {
      Client.Reply reply = SHOP.capture(id);
      assertEquals(503, reply.status(), reply.text());
      assertEquals("capturing", SHOP.state(id));
    }
    assertEquals(1, provider.requests("capture").size());
    provider.heal();
    provider.order(id).status = "APPROVED";
    provider.order(id).captures.clear();
    assertEquals(200, SHOP.capture(id).status());
    assertEquals(1, provider.order(id).captures.size());
  }

  private static String captured(String id, String status, String amount) {
    JsonObject capture = new JsonObject().put("id", "3C1").put("status", "COMPLETED");
    if (!amount.isEmpty()) {
      capture.put("amount", new JsonObject().put("currency_code", "USD").put("value", amount));
    }
    JsonObject unit =
        new JsonObject()
            .put("payments", new JsonObject().put("captures", new JsonArray().add(capture)));
    return new JsonObject()
        .put("id", id)
        .put("status", status)
        .put("purchase_units", new JsonArray().add(unit))
        .encode();
  }

  /** Without a price check, too: it is stored, listed, counted, and the owner gets a letter. */
  @ParameterizedTest
  @CsvSource({
    "USD, 99.99, 'ordered 100.00 USD, captured 99.99 USD'",
    "USD, 100.01, 'ordered 100.00 USD, captured 100.01 USD'",
    "EUR, 100.00, 'ordered 100.00 USD, captured 100.00 EUR'",
    "USD, 1e2, 'ordered 100.00 USD, but the provider does not report the captured amount'",
    "USD, 100.00, ",
  })
  void whatIsNotPaidAsOrderedIsTheOwnersToSeeTo(String currency, String value, String problem)
      throws Exception {
    String id = SHOP.approved();
    Instant from = NODE.clock.instant();
    provider
        .order(id)
        .units
        .getJsonObject(0)
        .put("amount", new JsonObject().put("currency_code", currency).put("value", value));
    assertEquals(200, SHOP.capture(id).status());
    assertEquals("paid " + problem, SHOP.state(id) + ' ' + SHOP.listed(id).getString("problem"));
    assertEquals(problem == null ? 0 : 1, figure("payments needing attention", from));
    if (problem != null) {
      NODE.clock.advance(Duration.ofMinutes(1));
      new Mails(NODE)
          .await(mail -> mail.contains("attention: " + id) && mail.contains(problem + "."));
    }
    // The orders of the next row are of another day.
    NODE.clock.advance(Duration.ofDays(1));
  }

  private static int figure(String name, Instant from) throws IOException {
    JsonObject day =
        new JsonObject().put("from", from).put("until", NODE.clock.instant().plusSeconds(1));
    return NODE.manage("payments.figures", day).json().getJsonArray("figures").stream()
        .map(JsonObject.class::cast)
        .filter(line -> line.getString("name").equals(name))
        .findFirst()
        .orElseThrow()
        .getInteger("count");
  }
}
