package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class PemTrustTest {
  private static final String TYPE = "ECDHE_ECDSA";

  @TempDir private Path folder;
  private X509Bundle own;
  private X509Bundle issued;
  private X509Bundle foreign;

  @BeforeEach
  void certificates() throws Exception {
    own = certificate(90).buildSelfSigned();
    issued = certificate(90).buildIssuedBy(own);
    foreign = certificate(90).buildSelfSigned();
  }

  private static CertificateBuilder certificate(int days) {
    Instant end = Instant.now().plus(Duration.ofDays(days));
    return new CertificateBuilder()
        .subject("CN=mail.example.org")
        .setIsCertificateAuthority(true)
        .algorithm(Algorithm.ecp256)
        .notBefore(end.minus(Duration.ofDays(100)))
        .notAfter(end)
        .addSanDnsName("mail.example.org");
  }

  private Path pem(X509Bundle... bundles) throws IOException {
    String text =
        Stream.of(bundles).map(X509Bundle::getCertificatePEM).collect(Collectors.joining());
    return Files.writeString(folder.resolve("trusted.pem"), text);
  }

  private static X509Certificate[] chain(X509Bundle bundle) {
    return bundle.getCertificatePath();
  }

  @Test
  void trustsEveryCertificateOfTheFileAndNoOther() throws Exception {
    var trust = (X509TrustManager) PemTrust.of(pem(own, foreign))[0];
    trust.checkServerTrusted(chain(own), TYPE);
    trust.checkServerTrusted(chain(issued), TYPE);
    trust.checkServerTrusted(chain(foreign), TYPE);
    X509Certificate[] other = chain(certificate(90).buildSelfSigned());
    assertThrows(CertificateException.class, () -> trust.checkServerTrusted(other, TYPE));
  }

  @Test
  void namesUnusableFiles() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.pem"));
    assertThrows(IllegalStateException.class, () -> PemTrust.of(empty));
    Path text = Files.writeString(folder.resolve("text.pem"), "-----BEGIN CERTIFICATE-----\nA\n");
    assertThrows(IllegalStateException.class, () -> PemTrust.of(text));
    assertThrows(UncheckedIOException.class, () -> PemTrust.of(folder.resolve("absent.pem")));
  }

  /** Without a handshake, the JDK's trust manager refuses what an engine shows. */
  @Test
  void acceptsPinnedCertificateWithoutComparingNames() throws Exception {
    var trust = (X509ExtendedTrustManager) PemTrust.pinning(pem(own));
    SSLEngine engine = engine();
    try (var socket = SSLSocketFactory.getDefault().createSocket()) {
      for (Executable check : checks(trust, chain(own), engine, socket)) {
        assertDoesNotThrow(check);
      }
      trust.checkServerTrusted(chain(issued), TYPE);
      assertThrows(
          CertificateException.class, () -> trust.checkServerTrusted(chain(issued), TYPE, engine));
      for (Executable check : checks(trust, chain(foreign), engine, socket)) {
        assertThrows(CertificateException.class, check);
      }
      assertThrows(
          CertificateException.class, () -> trust.checkClientTrusted(chain(foreign), TYPE, engine));
      assertThrows(
          CertificateException.class, () -> trust.checkClientTrusted(chain(foreign), TYPE, socket));
    }
    assertThrows(CertificateException.class, () -> trust.checkClientTrusted(chain(foreign), TYPE));
    assertThrows(
        IllegalArgumentException.class,
        () -> trust.checkServerTrusted(new X509Certificate[0], TYPE));
    assertArrayEquals(chain(own), trust.getAcceptedIssuers());
  }

  private static SSLEngine engine() throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine("elsewhere.example.org", 465);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }

  private static List<Executable> checks(
      X509ExtendedTrustManager trust, X509Certificate[] chain, SSLEngine engine, Socket socket) {
    return List.of(
        () -> trust.checkServerTrusted(chain, TYPE),
        () -> trust.checkServerTrusted(chain, TYPE, engine),
        () -> trust.checkServerTrusted(chain, TYPE, socket));
  }

  @Test
  void refusesExpiredPinnedCertificate() throws Exception {
    X509Bundle expired = certificate(-1).buildSelfSigned();
    var trust = (X509ExtendedTrustManager) PemTrust.pinning(pem(expired));
    assertThrows(CertificateException.class, () -> trust.checkServerTrusted(chain(expired), TYPE));
  }
}
