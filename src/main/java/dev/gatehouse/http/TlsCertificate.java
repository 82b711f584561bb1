package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.settings.Http;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.security.Signature;
import java.security.cert.X509Certificate;

/**
 * Certificate of the HTTP port with its issuers and its private key, as the files contain them.
 *
 * @param chain the server's certificate, followed by its issuers
 */
public record TlsCertificate(Pem pem, List<X509Certificate> chain) {
  private static final Duration SOON = Duration.ofDays(30);
  private static final Duration URGENT = Duration.ofDays(7);
  private static final String CERTIFICATE = "http.tlsCertificate, http.tlsKey: ";
  private static final String KEY = "http.tlsKey, http.tlsCertificate: ";
  private static final byte[] SAMPLE = "gatehouse".getBytes(StandardCharsets.US_ASCII);

  /** Urgency of a renewal. */
  public enum Due {
    VALID,
    SOON,
    URGENT,
    EXPIRED
  }

  /**
   * Returns how soon a certificate must be renewed: soon from 30 days before the expiry, urgent
   * from 7 days before. Certificates of few days are due after two thirds and five sixths of their
   * time.
   *
   * @param expiry of the certificate, or of an issuer that expires earlier
   */
  public static Due due(X509Certificate certificate, Instant expiry, Instant now) {
    if (!expiry.isAfter(now)) {
      return Due.EXPIRED;
    }
    Duration lifetime =
        Duration.between(
            certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
    Duration left = Duration.between(now, expiry);
    if (isBelow(left, URGENT, lifetime.dividedBy(6))) {
      return Due.URGENT;
    }
    return isBelow(left, SOON, lifetime.dividedBy(3)) ? Due.SOON : Due.VALID;
  }

  private static boolean isBelow(Duration left, Duration one, Duration other) {
    return left.compareTo(one) < 0 && left.compareTo(other) < 0;
  }

  /** Bytes of both files. */
  public record Pem(Buffer certificate, Buffer key) {
    /**
     * Reads the files.
     *
     * @throws SettingsException that names the unreadable file
     */
    public static Pem read(Http settings) {
      return new Pem(file(CERTIFICATE, settings.tlsCertificate()), file(KEY, settings.tlsKey()));
    }

    private static Buffer file(String setting, String file) {
      try {
        return Buffer.buffer(Files.readAllBytes(Path.of(file)));
      } catch (NoSuchFileException e) {
        throw new SettingsException(setting + "the file " + file + " does not exist");
      } catch (IOException e) {
        throw new SettingsException(setting + "cannot read the file " + file + ": " + e);
      }
    }

    /** Returns the options of a server that uses the files' content. */
    public PemKeyCertOptions options() {
      return new PemKeyCertOptions().addCertValue(certificate).addKeyValue(key);
    }
  }

  /**
   * Reads the files of a node and checks that they belong together.
   *
   * @throws SettingsException that names the setting and the problem
   */
  public static TlsCertificate read(Http settings) {
    return of(Pem.read(settings));
  }

  /**
   * Checks that a certificate and a key belong together.
   *
   * @throws SettingsException that names the setting and the problem
   */
  static TlsCertificate of(Pem pem) {
    X509KeyManager keys = keys(pem);
    String[] aliases = names(keys);
    if (aliases.length == 0) {
      throw new SettingsException(KEY + "the file contains no supported private key");
    }
    X509Certificate[] chain = keys.getCertificateChain(aliases[0]);
    if (!fits(keys.getPrivateKey(aliases[0]), chain[0].getPublicKey())) {
      throw new SettingsException(
          "http.tlsKey is not the key of http.tlsCertificate: set both to the files of one"
              + " certificate");
    }
    return new TlsCertificate(pem, List.of(chain));
  }

  private static X509KeyManager keys(Pem pem) {
    try {
      // Vert.x needs an instance only for options that name files.
      return (X509KeyManager) pem.options().getKeyManagerFactory(null).getKeyManagers()[0];
    } catch (Exception e) {
      String reason = Objects.requireNonNullElse(e.getMessage(), e.toString());
      throw new SettingsException(
          "http.tlsCertificate or http.tlsKey cannot be used: "
              + reason
              + ". Set them to PEM files of a certificate and of its unencrypted key");
    }
  }

  private static String[] names(X509KeyManager keys) {
    return Arrays.stream(new String[] {"RSA", "EC", "EdDSA"})
        .flatMap(type ->
            Optional.ofNullable(keys.getServerAliases(type, null)).stream().flatMap(Arrays::stream))
        .toArray(String[]::new);
  }

  private static boolean fits(PrivateKey secret, PublicKey open) {
    String algorithm =
        switch (open.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> open.getAlgorithm();
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(secret);
      signature.update(SAMPLE);
      byte[] signed = signature.sign();
      signature.initVerify(open);
      signature.update(SAMPLE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** Returns the certificate of the server itself. */
  public X509Certificate own() {
    return chain.getFirst();
  }

  /** Returns when the first certificate of the chain expires. */
  public Instant expiry() {
    return chain.stream()
        .map(certificate -> certificate.getNotAfter().toInstant())
        .min(Instant::compareTo)
        .orElseThrow();
  }

  /** Returns the first certificate, counted from 1, that did not issue the one before it. */
  public Optional<Integer> wrongIssuer() {
    for (int i = 1; i < chain.size(); i++) {
      try {
        chain.get(i - 1).verify(chain.get(i).getPublicKey());
      } catch (GeneralSecurityException e) {
        return Optional.of(i + 1);
      }
    }
    return Optional.empty();
  }
}
