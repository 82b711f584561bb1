package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures, and the checks of their replies. */
class CaptureTest {
  private static final Shop SHOP = new Shop();

  @RegisterExtension
  static final TestNode NODE = SHOP.node.with("OWNER_EMAIL", "owner@example.org");

  private final PayPalSimulator provider = SHOP.provider;

  @BeforeEach
  void heal() {
    SHOP.heal();
  }

  /** Invalid amounts, as a mock of the published API description returns them. */
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
    SHOP.capture(id).expect(200);
    assertEquals("paid", SHOP.state(id));
  }

  @Test
  void marksUnpaidOrderVoidedByProvider() throws Exception {
    String kept = SHOP.created();
    String gone = SHOP.created();
    provider.order(gone).status = "VOIDED";
    NODE.clock.advance(Duration.ofHours(8));
    Waiting.until(() -> SHOP.state(gone).equals("voided"));
    assertEquals("open", SHOP.state(kept));
  }

  /** Without a price check, too, the wrong amount is stored, listed, counted and mailed. */
  @ParameterizedTest
  @CsvSource({
    "USD, 99.99, 'ordered 100.00 USD, captured 99.99 USD'",
    "USD, 100.01, 'ordered 100.00 USD, captured 100.01 USD'",
    "EUR, 100.00, 'ordered 100.00 USD, captured 100.00 EUR'",
    "USD, 1e2, 'ordered 100.00 USD, and the provider returns no captured amount'",
    "USD, 100.00, ",
  })
  void reportsCaptureThatDiffersFromOrder(String currency, String value, String problem)
      throws Exception {
    String id = SHOP.approved();
    Instant from = NODE.clock.instant();
    provider
        .order(id)
        .units
        .getJsonObject(0)
        .put("amount", JsonObject.of("currency_code", currency, "value", value));
    SHOP.capture(id).expect(200);
    assertEquals("paid " + problem, SHOP.state(id) + ' ' + SHOP.listed(id).getString("problem"));
    assertEquals(problem == null ? 0 : 1, figure("payments needing attention", from));
    if (problem != null) {
      NODE.clock.advance(Duration.ofMinutes(1));
      new Mails(NODE)
          .await(mail -> mail.contains("attention: " + id) && mail.contains(problem + "."));
    }
    // Moves the orders of the next row to another day.
    NODE.clock.advance(Duration.ofDays(1));
  }

  private static JsonObject unit(String value, String status) {
    JsonObject amount = JsonObject.of("currency_code", "USD", "value", value);
    JsonObject capture = JsonObject.of("id", "3C" + value, "status", status, "amount", amount);
    JsonObject payments = JsonObject.of("captures", JsonArray.of(capture));
    return JsonObject.of("amount", amount, "payments", payments);
  }

  @Test
  void leavesPartialCaptureToOwner() throws Exception {
    JsonObject order = Shop.order("USD", "70.00");
    JsonObject second =
        JsonObject.of("reference_id", "2", "amount", unit("30.00", "").getValue("amount"));
    order.getJsonArray("purchase_units").add(second);
    String id = SHOP.create(order).json().getString("id");
    JsonArray units = JsonArray.of(unit("70.00", "COMPLETED"), unit("30.00", "DECLINED"));
    JsonObject reported = JsonObject.of("id", id, "intent", "CAPTURE", "status", "COMPLETED");
    String text = reported.put("purchase_units", units).encode();
    provider.script("capture", Fault.instead(201, text));
    provider.script("read", Fault.instead(200, text));
    for (int times = 0; times < 2; times++) {
      SHOP.capture(id).expect(409, "payment_unresolved");
    }
    assertEquals(1, provider.requests("capture").size());
    assertEquals("unresolved", SHOP.state(id));
    String problem = "one part was captured and another was declined";
    assertEquals(problem, SHOP.listed(id).getString("problem"));
    NODE.clock.advance(Duration.ofMinutes(1));
    new Mails(NODE).await(mail -> mail.contains(id) && mail.contains(problem));
  }

  private static int figure(String name, Instant from) throws IOException {
    JsonObject day =
        new JsonObject().put("from", from).put("until", NODE.clock.instant().plusSeconds(1));
    return NODE.manage("payments.figures", day).found("figures", "name", name).getInteger("count");
  }
}
