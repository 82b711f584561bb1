package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One address can begin a limited number of TLS handshakes, at the same time and in a minute. */
class HandshakeLimitTest {
  private static final int PER_MINUTE = 5;
  private static final int CONNECTIONS = 12;

  /** Handshakes of one address at the same time: a quarter of the connections. */
  private static final int AT_ONCE = 3;

  private static final String HANDSHAKES = "gatehouse_http_in_flight{kind=\"handshakes\"}";
  private static final String OPEN = "gatehouse_http_in_flight{kind=\"connections\"}";
  private static final String REFUSED =
      "gatehouse_http_refused_total{kind=\"handshakes\",reason=\"address\"}";

  @RegisterExtension
  static final TestNode RATED =
      new TestNode().tls().with("HTTP_MAX_HANDSHAKES_PER_MINUTE", Integer.toString(PER_MINUTE));

  @RegisterExtension
  static final TestNode SMALL =
      new TestNode()
          .tls()
          .with("HTTP_MAX_HANDSHAKES_PER_MINUTE", "0")
          .with("HTTP_MAX_CONNECTIONS", Integer.toString(CONNECTIONS));

  @Test
  void closesConnectionsAboveRate() throws Exception {
    int accepted = 0;
    for (int i = 0; i <= PER_MINUTE; i++) {
      accepted += isAccepted(RATED) ? 1 : 0;
    }
    // The node's own probe comes from the same address.
    assertTrue(accepted > 0 && accepted <= PER_MINUTE, accepted + " handshakes");
    assertTrue(RATED.metric(REFUSED) >= 1);
    Waiting.until(() -> RATED.metric(OPEN) == 0 && RATED.metric(HANDSHAKES) == 0);
  }

  @Test
  void limitsUnfinishedHandshakes() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < AT_ONCE; i++) {
        silent.add(connect(SMALL));
      }
      Waiting.until(() -> SMALL.metric(HANDSHAKES) == AT_ONCE);
      assertEquals(AT_ONCE, SMALL.metric(OPEN));
      try (Socket more = connect(SMALL)) {
        assertEquals(-1, more.getInputStream().read());
      }
      silent.getFirst().close();
      Waiting.until(() -> SMALL.metric(HANDSHAKES) < AT_ONCE);
      shake(SMALL);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
    Waiting.until(() -> SMALL.metric(OPEN) == 0 && SMALL.metric(HANDSHAKES) == 0);
  }

  /** A repeated handshake of TLS 1.2 costs as much as the first, but is no new connection. */
  @Test
  void rejectsRenegotiation() throws Exception {
    try (SSLSocket socket = LeavingClient.secured(connect(SMALL))) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      var client = new RawClient(socket);
      client.ask("GET /api/proxy/still-alive/status").expect(200);
      assertThrows(
          IOException.class,
          () -> {
            socket.startHandshake();
            client.ask("GET /api/proxy/still-alive/status");
          });
    }
    Waiting.until(() -> SMALL.metric(OPEN) == 0);
  }

  /** A connection remains charged after its handshake, and once. */
  @Test
  void chargesConnectionOnce() throws Exception {
    try (SSLSocket socket = LeavingClient.secured(connect(SMALL))) {
      new RawClient(socket).ask("GET /api/proxy/still-alive/status").expect(200);
      Waiting.until(() -> SMALL.metric(OPEN) == 1 && SMALL.metric(HANDSHAKES) == 0);
    }
    Waiting.until(() -> SMALL.metric(OPEN) == 0);
  }

  private static Socket connect(TestNode node) throws IOException {
    URI address = URI.create(node.address());
    var socket = new Socket(address.getHost(), address.getPort());
    socket.setSoTimeout(60_000);
    return socket;
  }

  private static boolean isAccepted(TestNode node) throws Exception {
    try {
      shake(node);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static void shake(TestNode node) throws Exception {
    try (SSLSocket socket = LeavingClient.secured(connect(node))) {
      socket.startHandshake();
      assertTrue(socket.getSession().isValid());
    }
  }
}
