package dev.gatehouse.areas.payments;

import static dev.gatehouse.areas.payments.PaymentsInMemory.fail;
import static dev.gatehouse.areas.payments.PaymentsInMemory.reported;
import static dev.gatehouse.areas.payments.WebhooksInMemory.approved;
import static dev.gatehouse.areas.payments.WebhooksInMemory.event;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Webhooks with their signatures, certificates, limits and effects, without a node. */
class WebhookOperationTest {
  @RegisterExtension final WebhooksInMemory webhooks = new WebhooksInMemory();

  private PaymentsInMemory payments() {
    return webhooks.payments;
  }

  @Test
  void readsOrderOfEventOnce() {
    payments().open();
    payments().provider.reads.add(() -> Optional.of(reported("COMPLETED", "COMPLETED 100.00 USD")));
    assertEquals("taken", webhooks.receive(approved("WH-1")));
    assertEquals(OrderState.PAID, payments().state());
    assertEquals("known already", webhooks.receive(approved("WH-1")));
    assertEquals(List.of("read 5O1"), payments().provider.requests);
    assertEquals(1, webhooks.provider.requests("certificate").size(), "kept");
  }

  @Test
  void ignoresEventsOfOtherOrders() {
    assertEquals("taken", webhooks.receive(approved("WH-1")));
    assertEquals("taken", webhooks.receive(event("WH-2", "BILLING.PLAN.CREATED", "{}")));
    assertEquals(List.of(), payments().provider.requests);
  }

  @Test
  void readsOrderLaterIfProviderFails() {
    payments().open();
    payments().provider.reads.add(() -> fail(ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away")));
    assertEquals("taken", webhooks.receive(approved("WH-1")));
    Instant now = payments().clock.instant();
    assertFalse(payments().order().agenda().lookAt().isAfter(now), "due for the job");
  }

  @Test
  void repeatsEventOfOrderThatIsBeingCaptured() {
    payments().open();
    payments().change(order -> order.capturing(payments().clock.instant().plusSeconds(90)));
    String body = approved("WH-1");
    ApiError busy = webhooks.fault(body);
    assertEquals(ErrorCode.EVENT_IN_PROGRESS, busy.code());
    assertEquals("5", busy.headers().get("Retry-After"));
    payments().clock.advance(Duration.ofSeconds(90));
    payments().provider.reads.add(() -> Optional.of(reported("APPROVED", null)));
    assertEquals("taken", webhooks.receive(body));
  }

  @Test
  void findsOrderOfDisputedCapture() {
    payments().open();
    payments()
        .change(order ->
            ProviderUpdates.reported(
                order, reported("COMPLETED", "COMPLETED 100.00 USD"), payments().clock.instant()));
    String disputed = "{'disputed_transactions':[{'seller_transaction_id':'C0'}]}";
    for (String type : List.of("CREATED", "RESOLVED")) {
      payments()
          .provider
          .reads
          .add(() -> Optional.of(reported("COMPLETED", "COMPLETED 100.00 USD")));
      webhooks.receive(event("WH-" + type, "CUSTOMER.DISPUTE." + type, disputed));
      assertEquals(
          type.equals("CREATED") ? PaymentOrder.DISPUTED : "CUSTOMER_DISPUTE_RESOLVED",
          payments().order().standing().error());
    }
    assertEquals(2, payments().provider.requests.size());
  }

  /** The event may be about the capture whose reply is not stored yet. */
  @Test
  void repeatsEventOfUnknownCapture() {
    String body = event("WH-1", "PAYMENT.CAPTURE.COMPLETED", "{'id':'C0'}");
    assertEquals("taken", webhooks.receive(body), "nothing is being captured");
    payments().open();
    payments().change(order -> order.in(OrderState.CAPTURING, payments().clock.instant()));
    String other = event("WH-2", "PAYMENT.CAPTURE.COMPLETED", "{'id':'C0'}");
    ApiError busy = webhooks.fault(other);
    assertEquals(ErrorCode.EVENT_IN_PROGRESS, busy.code());
    assertEquals("5", busy.headers().get("Retry-After"));
    assertEquals("taken", webhooks.receive(event("WH-3", "BILLING.PLAN.CREATED", "{'id':'C0'}")));
  }

  @ParameterizedTest
  @CsvSource({
    "PAYPAL-TRANSMISSION-ID, other, SIGNATURE_INVALID",
    "PAYPAL-TRANSMISSION-SIG, AAAA, SIGNATURE_INVALID",
    "PAYPAL-TRANSMISSION-SIG, no base64!, SIGNATURE_INVALID",
    "PAYPAL-AUTH-ALGO, MD5withRSA, SIGNATURE_INVALID",
    "PAYPAL-CERT-URL, https://evil.example/CERT-1, SIGNATURE_INVALID",
    "PAYPAL-CERT-URL, {}../../CERT-1, SIGNATURE_INVALID",
    "PAYPAL-CERT-URL, {}CERT-1?x=1, SIGNATURE_INVALID",
    "PAYPAL-CERT-URL, {}, SIGNATURE_INVALID",
    "PAYPAL-CERT-URL, {}CERT-2, CERTIFICATE_UNKNOWN",
    "PAYPAL-TRANSMISSION-TIME, soon, PARAMETER_INVALID",
    "PAYPAL-TRANSMISSION-TIME, 2020-01-01T00:00:00Z, TIMESTAMP_OUT_OF_RANGE",
    "PAYPAL-TRANSMISSION-TIME, 2199-01-01T00:00:00Z, TIMESTAMP_OUT_OF_RANGE",
    "PAYPAL-TRANSMISSION-TIME, -999999999-01-01T00:00:00+18:00, TIMESTAMP_OUT_OF_RANGE",
    "PAYPAL-TRANSMISSION-TIME, +999999999-12-31T23:59:59-18:00, TIMESTAMP_OUT_OF_RANGE",
  })
  void rejectsForgedEvents(String header, String value, ErrorCode code) {
    payments().open();
    String body = approved("WH-1");
    Map<String, Object> headers = webhooks.signed(body);
    headers.put(header, value.replace("{}", webhooks.provider.certificates()));
    assertEquals(code, webhooks.fault(body, headers).code());
    assertEquals(
        ErrorCode.SIGNATURE_INVALID, webhooks.fault(body + ' ', webhooks.signed(body)).code());
    assertEquals(List.of(), payments().provider.requests);
  }

  /** The certificate is valid for 90 days. */
  @Test
  void rejectsEventsOfExpiredCertificate() {
    payments().clock.advance(Duration.ofDays(100));
    String body = approved("WH-1");
    assertEquals(ErrorCode.SIGNATURE_INVALID, webhooks.fault(body).code());
  }

  @Test
  void acceptsAlgorithmInAnyCase() {
    String body = approved("WH-1");
    Map<String, Object> headers = webhooks.signed(body);
    headers.put("PAYPAL-AUTH-ALGO", "sha256WITHrsa");
    assertEquals("taken", webhooks.receive("203.0.113.1", body, headers));
  }

  @Test
  void requiresEveryHeader() {
    for (String name : webhooks.signed("{}").keySet()) {
      Map<String, Object> headers = webhooks.signed("{}");
      headers.remove(name);
      ApiError missing = webhooks.fault("{}", headers);
      assertEquals(ErrorCode.PARAMETER_MISSING, missing.code());
      assertEquals(name + " is required", missing.message());
    }
  }

  @ParameterizedTest
  @CsvSource({"[]", "null", "{}", "<xml/>", "{\"id\":{}}", "''"})
  void rejectsInvalidEventBody(String body) {
    assertEquals(ErrorCode.WEBHOOK_INVALID, webhooks.fault(body).code());
  }

  /** Only unverified requests of the same client count, and genuine ones are still accepted. */
  @Test
  void limitsUnverifiedRequestsOfClient() {
    String body = approved("WH-1");
    Map<String, Object> forged = webhooks.signed(body);
    forged.put("PAYPAL-CERT-URL", "https://evil.example/CERT-1");
    for (int i = 0; i < 30; i++) {
      assertEquals(ErrorCode.SIGNATURE_INVALID, webhooks.fault(body, forged).code());
    }
    ApiError limited = webhooks.fault(body, forged);
    assertEquals(ErrorCode.RATE_LIMITED, limited.code());
    assertEquals("60", limited.headers().get("Retry-After"));
    assertEquals(ErrorCode.RATE_LIMITED, webhooks.fault(body).code(), "not proven yet");
    assertEquals("taken", webhooks.receive("203.0.113.2", body, webhooks.signed(body)));
    assertEquals("known already", webhooks.receive(body), "names a proven certificate");
    payments().clock.advance(Duration.ofMinutes(1));
    assertEquals(ErrorCode.SIGNATURE_INVALID, webhooks.fault(body, forged).code());
  }

  @Test
  void fetchesCertificateAgainAfterHalfADay() {
    webhooks.receive(approved("WH-1"));
    payments().clock.advance(Duration.ofHours(12));
    webhooks.receive(approved("WH-2"));
    Map<String, Object> forged = webhooks.signed(approved("WH-3"));
    forged.put("PAYPAL-TRANSMISSION-SIG", "AAAA");
    webhooks.fault(approved("WH-3"), forged);
    assertEquals(
        1, webhooks.provider.requests("certificate").size(), "a recent one is not outdated");
    payments().clock.advance(Duration.ofSeconds(1));
    forged.put("PAYPAL-TRANSMISSION-TIME", payments().clock.instant().toString());
    webhooks.fault(approved("WH-3"), forged);
    assertEquals(2, webhooks.provider.requests("certificate").size());
  }

  @Test
  void limitsFetchedCertificates() {
    String body = approved("WH-1");
    Map<String, Object> headers = webhooks.signed(body);
    for (int i = 2; i < 7; i++) {
      headers.put("PAYPAL-CERT-URL", webhooks.provider.certificates() + "CERT-" + i);
      assertEquals(ErrorCode.CERTIFICATE_UNKNOWN, webhooks.fault(body, headers).code());
    }
    headers.put("PAYPAL-CERT-URL", webhooks.provider.certificates() + "CERT-7");
    ApiError limited = webhooks.fault(body, headers);
    assertEquals(ErrorCode.RATE_LIMITED, limited.code());
    assertEquals("60", limited.headers().get("Retry-After"));
    for (int client = 0; client < 55; client++) {
      String address = "203.0.114." + client;
      headers.put("PAYPAL-CERT-URL", webhooks.provider.certificates() + "CERT-" + client + 100);
      assertThrows(ApiException.class, () -> webhooks.receive(address, body, headers));
    }
    assertEquals(60, webhooks.provider.requests("certificate").size());
    headers.put("PAYPAL-CERT-URL", webhooks.provider.certificates() + "CERT-1");
    assertThrows(ApiException.class, () -> webhooks.receive("203.0.115.1", body, headers));
    assertEquals(60, webhooks.provider.requests("certificate").size(), "of all clients");
  }

  @Test
  void reportsUnavailableCertificates() {
    String body = approved("WH-1");
    webhooks.provider.script("certificate", Fault.instead(200, "no certificate"));
    ApiError unreadable = webhooks.fault(body);
    assertEquals(502, unreadable.status());
    assertTrue(unreadable.detail().contains("no certificate"), unreadable.detail());
    webhooks.provider.script("certificate", Fault.instead(500, ""));
    assertEquals(502, webhooks.fault(body).status());
    webhooks.provider.heal();
    assertEquals("taken", webhooks.receive(body), "failures are not kept");
  }
}
