package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.Waiting;
import io.vertx.core.net.SelfSignedCertificate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two members connected by Hazelcast and an event bus with certificates, and their listening
 * addresses.
 */
@Tag("slow")
@Timeout(120)
class ClusteredVertxTest {
  private static final SelfSignedCertificate OURS = SelfSignedCertificate.create();
  private static final Duration SILENCE = Duration.ofSeconds(3);

  private static ClusteredVertx join(ClusterSettings settings) {
    return ClusteredVertx.join(
        settings, List.of(), List.of(), InstantSource.system(), new SecureRandom());
  }

  private static ClusterSettings settings(int port, int bus, List<String> members) {
    return new ClusterSettings(
        true,
        "test",
        new ClusterSettings.Listening("127.0.0.1", port, bus),
        members,
        new ClusterSettings.Tls(
            OURS.certificatePath(), OURS.privateKeyPath(), OURS.certificatePath()),
        SILENCE);
  }

  @Test
  void connectsMembersWithTlsOnLoopbackOnly() throws Exception {
    int first = FreePort.next();
    int bus = FreePort.next();
    List<String> members = List.of("127.0.0.1:" + first);
    ClusteredVertx one = join(settings(first, bus, members));
    try {
      ClusteredVertx two = join(settings(FreePort.next(), 0, members));
      try {
        Waiting.until(() -> one.manager().getNodes().size() == 2);
        one.vertx()
            .eventBus()
            .consumer("greeting", message -> message.reply("to " + message.body()))
            .completion()
            .await();
        assertEquals("to you", two.vertx().eventBus().request("greeting", "you").await().body());
        assertThrows(SSLException.class, () -> stranger(bus));
        for (int port : new int[] {first, bus}) {
          assertTrue(isOpen(InetAddress.getLoopbackAddress(), port));
          NetworkInterface.networkInterfaces()
              .flatMap(NetworkInterface::inetAddresses)
              .filter(address -> !address.isLoopbackAddress())
              .forEach(address -> assertFalse(isOpen(address, port), address + ":" + port));
        }
      } finally {
        two.vertx().close().await();
      }
      Waiting.until(() -> one.manager().getNodes().size() == 1);
    } finally {
      one.vertx().close().await();
    }
  }

  private static boolean isOpen(InetAddress address, int port) {
    try (var socket = new Socket(address, port)) {
      return socket.isConnected();
    } catch (IOException closed) {
      return false;
    }
  }

  /** Connects as a client that trusts the node but has no certificate. */
  private static void stranger(int port) throws Exception {
    SSLSocketFactory trusting = Trusting.everybody().getSocketFactory();
    try (SSLSocket socket = (SSLSocket) trusting.createSocket("127.0.0.1", port)) {
      socket.startHandshake();
      socket.getOutputStream().write(new byte[64]);
      socket.getInputStream().read();
    }
  }
}
