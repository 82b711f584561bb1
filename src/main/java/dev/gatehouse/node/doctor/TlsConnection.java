package dev.gatehouse.node.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** TLS over an open connection, with verification of the server's certificate and name. */
final class TlsConnection {
  private TlsConnection() {}

  /**
   * Completes a handshake.
   *
   * @param certificate PEM file of the trusted certificates; empty for those of the JDK
   */
  static Socket over(Socket plain, String host, int port, String certificate)
      throws IOException, GeneralSecurityException {
    SSLSocket socket = (SSLSocket) factory(certificate).createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private static SSLSocketFactory factory(String certificate)
      throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    if (certificate.isEmpty()) {
      context.init(null, null, null);
      return context.getSocketFactory();
    }
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(Path.of(certificate))) {
      int count = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("trusted" + count++, each);
      }
    }
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    context.init(null, managers.getTrustManagers(), null);
    return context.getSocketFactory();
  }
}
