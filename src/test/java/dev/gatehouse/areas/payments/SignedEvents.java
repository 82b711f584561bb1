package dev.gatehouse.areas.payments;

import dev.gatehouse.areas.notifications.mail.TestCertificate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/** Signs webhooks as the simulated provider. */
public final class SignedEvents {
  public static final String WEBHOOK = "8PT597110X687430LKGECATA";

  private final PayPalSimulator provider;
  private final PrivateKey key;

  /** Creates the signer's certificate, which the provider serves as CERT-1. */
  public SignedEvents(PayPalSimulator provider, Path folder) throws Exception {
    var certificate = new TestCertificate(folder, "dns:example.org", "RSA");
    this.provider = provider;
    this.key = certificate.privateKey();
    provider.certificate(Files.readString(certificate.pem()));
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
}
