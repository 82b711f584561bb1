package dev.gatehouse.areas.notifications.mail;

import module java.base;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;

/** A self-signed certificate. */
public final class TestCertificate {
  private final Path folder;
  private final X509Bundle bundle;

  /**
   * @param folder where its two files go
   * @param names what it is for, {@code dns:…} or {@code ip:…}, separated by commas
   */
  public TestCertificate(Path folder, String names) throws Exception {
    this(folder, names, Algorithm.ecp256);
  }

  public TestCertificate(Path folder, String names, Algorithm algorithm) throws Exception {
    var builder =
        new CertificateBuilder()
            .subject("CN=test")
            .setIsCertificateAuthority(true)
            .algorithm(algorithm)
            .notBefore(Instant.now().minusSeconds(60))
            .notAfter(Instant.now().plus(Duration.ofDays(90)));
    for (String name : names.split(",")) {
      String value = name.substring(name.indexOf(':') + 1);
      if (name.startsWith("dns:")) {
        builder.addSanDnsName(value);
      } else {
        builder.addSanIpAddress(value);
      }
    }
    this.folder = folder;
    bundle = builder.buildSelfSigned();
  }

  /** Returns the certificate for clients that trust it. */
  public String text() {
    return bundle.getCertificatePEM();
  }

  /** Returns the certificate as a file. */
  public Path pem() throws IOException {
    return Files.writeString(folder.resolve("certificate.pem"), text());
  }

  /** Returns its private key as a PEM file beside the certificate. */
  public Path key() throws IOException {
    return Files.writeString(folder.resolve("key.pem"), bundle.getPrivateKeyPEM());
  }

  /** Returns the TLS context for a server whose certificate this one has signed. */
  public SSLContext issue(String name) throws Exception {
    X509Bundle issued =
        new CertificateBuilder()
            .subject("CN=issued")
            .algorithm(Algorithm.ecp256)
            .notBefore(Instant.now().minusSeconds(60))
            .notAfter(Instant.now().plus(Duration.ofDays(90)))
            .addSanDnsName(name.substring(name.indexOf(':') + 1))
            .buildIssuedBy(bundle);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(issued.toKeyManagerFactory().getKeyManagers(), null, null);
    return context;
  }

  /** Returns its private key for signing. */
  public PrivateKey privateKey() {
    return bundle.getKeyPair().getPrivate();
  }

  /** Returns the TLS context for a server with this certificate. */
  public SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(bundle.toKeyManagerFactory().getKeyManagers(), null, null);
    return context;
  }
}
