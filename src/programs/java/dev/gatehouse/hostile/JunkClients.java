package dev.gatehouse.hostile;

import dev.gatehouse.cli.Certificates.NodeFiles;
import dev.gatehouse.cluster.Trusting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.SSLContext;

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
