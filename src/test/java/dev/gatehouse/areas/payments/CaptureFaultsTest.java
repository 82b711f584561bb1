package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults during a capture: the money is taken once, and the outcome is known in the end. */
class CaptureFaultsTest {
  private static final Shop SHOP = new Shop();
  @RegisterExtension static final TestNode NODE = SHOP.node;

  private final PayPalSimulator provider = SHOP.provider;

  @BeforeEach
  void heal() {
    SHOP.heal();
  }

  /** Each fault lasts until the provider is healed. */
  @ParameterizedTest
  @CsvSource({
    // Known not to be captured.
    "instead, 401, AUTHENTICATION_FAILURE, 502, open",
    "instead, 403, PERMISSION_DENIED, 502, open",
    "instead, 404, INVALID_RESOURCE_ID, 404, expired",
    "instead, 422, ORDER_NOT_APPROVED, 409, open",
    "instead, 422, PAYER_ACTION_REQUIRED, 409, open",
    "instead, 422, A_NEW_WORD, 409, open",
    "instead, 422, TRANSACTION_REFUSED, 402, declined",
    "instead, 429, RATE_LIMIT_REACHED, 503, open",
    // Unknown outcome, and the order shows no capture.
    "instead, 500, INTERNAL_SERVER_ERROR, 503, capturing",
    "instead, 201, garbage, 503, capturing",
    "instead, hang, '', 503, capturing",
    "instead, reset, '', 503, capturing",
    // Captured, but reported as failed.
    "after, 500, INTERNAL_SERVER_ERROR, 200, paid",
    "after, 201, garbage, 200, paid",
    "after, 201, null, 200, paid",
    "after, 201, another, 200, paid",
    "instead, 201, another, 503, capturing",
    "after, hang, '', 200, paid",
    "after, reset, '', 200, paid",
    "after, 422, ORDER_ALREADY_CAPTURED, 200, paid",
    "after, 409, RESOURCE_CONFLICT, 200, paid",
  })
  void theMoneyIsTakenOnce(String when, String how, String issue, int status, String state) {
    String id = SHOP.approved();
    provider.script("capture", fault(when.equals("after"), how, issue));
    Client.Reply reply = SHOP.capture(id).expect(status);
    assertEquals(state, SHOP.state(id));
    if (status == 503) {
      assertTrue(Integer.parseInt(reply.header("Retry-After")) > 0);
    }
    SHOP.heal();
    SHOP.capture(id).expect(200);
    assertEquals("paid", SHOP.state(id));
    assertEquals(1, provider.order(id).captures.size());
  }

  private static Fault fault(boolean done, String how, String issue) {
    if (how.equals("hang") || how.equals("reset")) {
      return Fault.silent(done, how);
    }
    String body =
        switch (issue) {
          case "garbage" -> "<html>";
          case "null" -> "null";
          case "another" -> PayPalSimulator.example("capture_completed_201");
          default -> PayPalSimulator.error(issue);
        };
    int status = Integer.parseInt(how);
    if (done) {
      return Fault.after(status, body);
    }
    return status == 429
        ? Fault.instead(status, body, "Retry-After", "9")
        : Fault.instead(status, body);
  }

  /** The capture's reply is lost and the order cannot be read. The job determines the outcome. */
  @Test
  void resolvesUnknownCaptureInBackground() throws Exception {
    String id = SHOP.approved();
    provider.script("capture", Fault.silent(true, "hang"));
    provider.script("read", Fault.silent(false, "reset"));
    SHOP.capture(id).expect(503);
    assertEquals("capturing", SHOP.state(id));
    SHOP.heal();
    Waiting.until(() -> SHOP.state(id).equals("paid"));
    assertEquals(List.of(), provider.requests("capture"));
    assertEquals(1, provider.order(id).captures.size());
  }

  @Test
  void capturesOnceForConcurrentRequests() throws Exception {
    String id = SHOP.approved();
    List<Client.Reply> replies = Concurrently.times(30, i -> SHOP.capture(id));
    assertEquals(List.of(200), replies.stream().map(Client.Reply::status).distinct().toList());
    assertEquals(1, replies.stream().map(Client.Reply::json).distinct().count());
    assertEquals(1, provider.requests("capture").size());
    assertEquals(1, provider.order(id).captures.size());
  }
}
