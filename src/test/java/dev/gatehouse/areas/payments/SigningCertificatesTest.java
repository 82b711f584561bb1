package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fetched certificates of webhooks, and the limits of unverified requests. */
class SigningCertificatesTest {
  @RegisterExtension final WebhooksInMemory webhooks = new WebhooksInMemory();

  /** Only unverified requests of the same client count, and genuine ones are still accepted. */
  @Test
  void limitsUnverifiedRequestsOfClient() {
    String body = WebhooksInMemory.approved("WH-1");
    Map<String, Object> forged = webhooks.signed(body);
    forged.put("PAYPAL-CERT-URL", "https://evil.example/CERT-1");
    for (int i = 0; i < 30; i++) {
      assertEquals(ErrorCode.SIGNATURE_INVALID, webhooks.fault(body, forged).code());
    }
    ApiError limited = webhooks.fault(body, forged);
    assertEquals(ErrorCode.RATE_LIMITED, limited.code());
    assertEquals("60", limited.headers().get("Retry-After"));
    assertEquals(
        ErrorCode.RATE_LIMITED,
        webhooks.fault(body, webhooks.signed(body)).code(),
        "not proven yet");
    assertEquals("taken", webhooks.receive("203.0.113.2", body, webhooks.signed(body)));
    assertEquals("known already", webhooks.receive(body), "names a proven certificate");
    webhooks.payments.clock.advance(Duration.ofMinutes(1));
    assertEquals(ErrorCode.SIGNATURE_INVALID, webhooks.fault(body, forged).code());
  }

  @Test
  void fetchesCertificateAgainAfterHalfADay() {
    webhooks.receive(WebhooksInMemory.approved("WH-1"));
    webhooks.payments.clock.advance(Duration.ofHours(12));
    webhooks.receive(WebhooksInMemory.approved("WH-2"));
    Map<String, Object> forged = webhooks.signed(WebhooksInMemory.approved("WH-3"));
    forged.put("PAYPAL-TRANSMISSION-SIG", "AAAA");
    webhooks.fault(WebhooksInMemory.approved("WH-3"), forged);
    assertEquals(
        1, webhooks.provider.requests("certificate").size(), "a recent one is not outdated");
    webhooks.payments.clock.advance(Duration.ofSeconds(1));
    forged.put("PAYPAL-TRANSMISSION-TIME", webhooks.payments.clock.instant().toString());
    webhooks.fault(WebhooksInMemory.approved("WH-3"), forged);
    assertEquals(2, webhooks.provider.requests("certificate").size());
  }

  @Test
  void limitsFetchedCertificates() {
    String body = WebhooksInMemory.approved("WH-1");
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
    String body = WebhooksInMemory.approved("WH-1");
    webhooks.provider.script("certificate", Fault.instead(200, "no certificate"));
    ApiError unreadable = webhooks.fault(body, webhooks.signed(body));
    assertEquals(502, unreadable.status());
    assertTrue(unreadable.detail().contains("no certificate"), unreadable.detail());
    webhooks.provider.script("certificate", Fault.instead(500, ""));
    assertEquals(502, webhooks.fault(body, webhooks.signed(body)).status());
    webhooks.provider.heal();
    assertEquals("taken", webhooks.receive(body), "failures are not kept");
  }
}
