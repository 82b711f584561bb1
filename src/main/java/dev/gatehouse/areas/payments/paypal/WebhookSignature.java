package dev.gatehouse.areas.payments.paypal;

import module java.base;

import dev.gatehouse.provider.ProviderClient;
import java.security.Signature;
import java.security.cert.X509Certificate;

/**
 * Verifies the signatures of the provider's webhooks locally: RSA with SHA-256 over {@code id |
 * time | webhook id | CRC-32 of the raw body}. The message names the signing certificate, which is
 * fetched over TLS and only from the provider's own addresses.
 *
 * <p>Signatures are not verified by a call to the provider, because then any client could trigger
 * such calls.
 */
public final class WebhookSignature {
  private static final int MAX_RUNNING = 2;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,100}");
  private static final String ALGORITHM = "SHA256withRSA";

  private final List<String> places;
  private final String webhookId;
  private final InstantSource clock;
  private final SigningCertificates certificates;

  /** Bounds the CPU that verifications use. Fair, so that a flood delays no message for long. */
  private final Semaphore running = new Semaphore(MAX_RUNNING, true);

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
    this.places = List.copyOf(places);
    this.webhookId = webhookId;
    this.clock = clock;
    this.certificates = new SigningCertificates(provider, clock);
  }

  /** Returns whether a message names a certificate that has verified a message before. */
  public boolean namesProvenCertificate(Headers headers) {
    return certificates.proven(headers.certificate()).isPresent();
  }

  /**
   * Returns whether the provider sent a message. Blocks while the certificate is fetched.
   *
   * @param body the raw body
   * @param client address key of the client, whose certificates are counted
   * @throws dev.gatehouse.bus.ApiException 403 if the certificate does not exist; 429 if too many
   *     were fetched; 502, 503 or 504 if it cannot be fetched
   */
  public boolean isGenuine(Headers headers, String body, String client) {
    String url = headers.certificate();
    if (!ALGORITHM.equalsIgnoreCase(headers.algorithm()) || !isOurs(url)) {
      return false;
    }
    Optional<X509Certificate> proven = certificates.proven(url);
    if (proven.isPresent() && verifies(proven.get(), headers, body)) {
      return true;
    }
    if (!certificates.mayBeOutdated(url)) {
      return false;
    }
    X509Certificate certificate = certificates.unproven(url, client);
    if (!verifies(certificate, headers, body)) {
      return false;
    }
    certificates.prove(url, certificate);
    return true;
  }

  private boolean verifies(X509Certificate certificate, Headers headers, String body) {
    running.acquireUninterruptibly();
    try {
      certificate.checkValidity(Date.from(clock.instant()));
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(certificate);
      signature.update(signed(headers, body).getBytes(StandardCharsets.UTF_8));
      return signature.verify(Base64.getDecoder().decode(headers.signature()));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    } finally {
      running.release();
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
}
