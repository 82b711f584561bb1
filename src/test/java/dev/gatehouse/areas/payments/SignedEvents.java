package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.areas.notifications.mail.TestCertificate;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.Signature;

/** Signs webhooks as the simulated provider. */
public final class SignedEvents {
  public static final String WEBHOOK = "8PT597110X687430LKGECATA";

  /** Made once in a JVM, because an RSA key takes long. Its times are those of the real clock. */
  private static final TestCertificate CERTIFICATE =
      Unchecked.get(() -> new TestCertificate(Path.of(""), "dns:example.org", Algorithm.rsa2048));

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final PayPalSimulator provider;
  private final PrivateKey key;

  /** The signer's certificate is served by the provider as CERT-1. */
  public SignedEvents(PayPalSimulator provider) {
    this.provider = provider;
    this.key = CERTIFICATE.privateKey();
    provider.certificate(CERTIFICATE.text());
  }

  /** Returns the headers with the provider's signature of a body at a time. */
  public Map<String, String> headers(String body, Instant time) throws Exception {
    var crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(key);
    String text = "transmission-1|" + time + '|' + WEBHOOK + '|' + crc.getValue();
    signature.update(text.getBytes(StandardCharsets.UTF_8));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("PAYPAL-TRANSMISSION-ID", "transmission-1");
    headers.put("PAYPAL-TRANSMISSION-TIME", time.toString());
    headers.put("PAYPAL-TRANSMISSION-SIG", Base64.getEncoder().encodeToString(signature.sign()));
    headers.put("PAYPAL-CERT-URL", provider.certificates() + "CERT-1");
    headers.put("PAYPAL-AUTH-ALGO", "SHA256withRSA");
    return headers;
  }

  /** Delivers an event to a node. */
  public Client.Reply deliver(TestNode node, JsonObject event) throws Exception {
    String body = event.encode();
    Client.Request request = node.request("POST", "/payments/webhook");
    headers(body, node.clock.instant()).forEach(request::header);
    return request.body("application/json", body).send();
  }

  /** Returns an event with a new id. */
  public static JsonObject event(String type, JsonObject resource) {
    return JsonObject.of(
        "id", "WH-SIGNED-" + NUMBERS.incrementAndGet(), "event_type", type, "resource", resource);
  }

  /** Returns an event about the dispute of a capture. */
  public static JsonObject dispute(String type, String capture) {
    JsonObject disputed = JsonObject.of("seller_transaction_id", capture);
    return event(
        type,
        JsonObject.of(
            "dispute_id", "PP-D-27803", "disputed_transactions", new JsonArray().add(disputed)));
  }

  /** Returns an event about a refund or a reversal, which links its capture. */
  public static JsonObject refund(String type, String capture) {
    JsonObject link =
        JsonObject.of(
            "rel", "up", "href", "https://api.paypal.com/v2/payments/captures/" + capture);
    return event(type, JsonObject.of("id", "1JU0", "links", new JsonArray().add(link)));
  }
}
