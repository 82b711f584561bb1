package dev.gatehouse.hostile;

import module java.base;

import dev.gatehouse.cli.Certificates.NodeFiles;
import dev.gatehouse.cluster.Trusting;
import java.security.cert.Certificate;

/** TLS clients that accept any server and present the certificate of some node. */
final class JunkClients {
  private JunkClients() {}

  static SSLContext of(NodeFiles files) throws IOException, GeneralSecurityException {
    Certificate certificate;
    try (InputStream in = Files.newInputStream(files.certificate())) {
      certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
    String text = Files.readString(files.key()).replaceAll("-----[A-Z ]+-----|\\s", "");
    PrivateKey key =
        KeyFactory.getInstance("EC")
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
    return Trusting.presenting(key, certificate);
  }
}
