package dev.gatehouse.node.doctor;

import module java.base;

/** TLS over an open connection. */
final class TlsConnection {
  private TlsConnection() {}

  /**
   * Completes a handshake.
   *
   * @param trusted verifies the server's certificate; null for the certificates of the JDK
   * @param named whether the server's name is verified, too
   */
  static Socket over(Socket plain, String host, int port, TrustManager[] trusted, boolean named)
      throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trusted, null);
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
    if (named) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
    }
    socket.startHandshake();
    return socket;
  }
}
