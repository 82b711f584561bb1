package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.FreePort;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ports for other nodes on loopback, where no certificates are necessary. */
@Timeout(60)
class PlainPortsTest {
  private static int member;
  private static int bus;
  private static ClusteredVertx node;

  @BeforeAll
  static void startNode() throws Exception {
    member = FreePort.next();
    bus = FreePort.next();
    var settings =
        new ClusterSettings(
            true,
            "plain",
            new ClusterSettings.Listening("127.0.0.1", member, bus),
            List.of(),
            new ClusterSettings.Tls("", "", ""),
            Duration.ofSeconds(3));
    node = ClusteredVertx.join(settings, List.of(), InstantSource.system(), new SecureRandom());
  }

  @AfterAll
  static void closeNode() {
    node.vertx().close().await();
  }

  /** Hazelcast would allocate two gigabytes for this head. */
  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, -1, BoundedPackets.MAX_UNPROVEN_BYTES + 1})
  void rejectsPacketHeadsOverTheLimit(int size) throws Exception {
    byte[] head =
        ByteBuffer.allocate(14)
            .put("HZC".getBytes(StandardCharsets.US_ASCII))
            .put((byte) 4)
            .putChar((char) 0)
            .putInt(-1)
            .putInt(size)
            .array();
    mustReject(member, head);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, -1, 0, BusFrames.MAX_BYTES + 1})
  void rejectsMessageLengthsOverTheLimit(int length) throws Exception {
    mustReject(bus, ByteBuffer.allocate(8).putInt(length).array());
  }

  /** Asserts that the node closes the connection long before a handshake may last. */
  private static void mustReject(int port, byte[] bytes) throws Exception {
    long before = node.ports().rejected();
    try (var socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(4_000);
      socket.getOutputStream().write(bytes);
      InputStream in = socket.getInputStream();
      while (in.read() >= 0) {
        // Hazelcast sends its protocol's name first.
      }
    } catch (SocketException reset) {
      // The node closed the connection before it had read all bytes.
    }
    assertTrue(node.ports().rejected() > before);
    assertEquals(1, node.manager().getNodes().size());
  }
}
