package dev.gatehouse.areas.payments.paypal;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Verifies the signatures of the provider's webhooks locally: RSA with SHA-256 over {@code id |
 * time | webhook id | CRC-32 of the raw body}. The message names the signing certificate, which is
 * fetched over TLS and only from the provider's own addresses.
 *
 * <p>Signatures are not verified by a call to the provider, because then any client could trigger
 * such calls.
 */
public final class WebhookSignature {
  private static final ProviderCache.Ages AGES =
      new ProviderCache.Ages(Duration.ofHours(12), Duration.ofDays(2), Duration.ofDays(7));

  private static final int MAX_CERTIFICATES = 16;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,100}");
  private static final String ALGORITHM = "SHA256withRSA";

  private final ProviderClient provider;
  private final List<String> places;
  private final String webhookId;
  private final InstantSource clock;
  private final ProviderCache<X509Certificate> certificates;

  /**
   * Headers of a message.
   *
   * @param time the unparsed text of the header
   * @param signature in base64
   * @param certificate URL of the signing certificate
   */
  public record Headers(
      String id, String time, String signature, String certificate, String algorithm) {}

  /**
   * @param places URL prefixes of the certificates, each with a trailing slash
   * @param webhookId the provider's id of this receiver
   */
  public WebhookSignature(
      ProviderClient provider, List<String> places, String webhookId, InstantSource clock) {
    this.provider = provider;
    this.places = List.copyOf(places);
    this.webhookId = webhookId;
    this.clock = clock;
    this.certificates = provider.cache(AGES, MAX_CERTIFICATES);
  }

  /**
   * Returns whether the provider sent a message. Blocks while the certificate is fetched.
   *
   * @param body the raw body
   * @throws dev.gatehouse.bus.ApiException 403 if the certificate does not exist; 502, 503 or 504
   *     if it cannot be fetched
   */
  public boolean isGenuine(Headers headers, String body) {
    if (!ALGORITHM.equalsIgnoreCase(headers.algorithm()) || !isOurs(headers.certificate())) {
      return false;
    }
    X509Certificate certificate =
        certificates.get(headers.certificate(), () -> fetch(headers.certificate())).value();
    try {
      certificate.checkValidity(Date.from(clock.instant()));
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(certificate);
      signature.update(signed(headers, body).getBytes(StandardCharsets.UTF_8));
      return signature.verify(Base64.getDecoder().decode(headers.signature()));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  private boolean isOurs(String certificate) {
    return places.stream()
        .anyMatch(place ->
            certificate.startsWith(place)
                && NAME.matcher(certificate.substring(place.length())).matches());
  }

  private String signed(Headers headers, String body) {
    var crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return String.join("|", headers.id(), headers.time(), webhookId, Long.toString(crc.getValue()));
  }

  /** Fetches the signer's certificate, which is the first in the file. The others are its chain. */
  private X509Certificate fetch(String address) {
    ProviderReply reply = provider.call(ProviderRequest.get(address).with("Accept", "*/*"));
    if (!reply.ok()) {
      throw ApiError.of(ErrorCode.CERTIFICATE_UNKNOWN, "unknown signing certificate").exception();
    }
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(reply.body()));
    } catch (CertificateException e) {
      throw provider.failed("no certificate");
    }
  }
}
