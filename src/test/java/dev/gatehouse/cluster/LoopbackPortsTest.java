package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.Waiting;
import dev.gatehouse.settings.SettingsException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ports for other nodes on loopback, where a secret replaces the files of certificates. */
@Tag("slow")
@Timeout(60)
class LoopbackPortsTest {
  private static final String OLD = "0123456789abcdef".repeat(2);
  private static final String NEW = "fedcba9876543210".repeat(2);
  private static final String OTHER = "00112233445566778899aabbccddeeff";

  private static int member;
  private static int bus;
  private static ClusteredVertx node;

  @BeforeAll
  static void startNode() throws Exception {
    member = FreePort.next();
    bus = FreePort.next();
    node = join(member, bus, List.of(), OLD, NEW);
  }

  @AfterAll
  static void closeNode() {
    node.vertx().close().await();
  }

  private static ClusteredVertx join(
      int port, int busPort, List<String> members, String... secrets) {
    var settings =
        new ClusterSettings(
            true,
            "loopback",
            new ClusterSettings.Listening("127.0.0.1", port, busPort),
            members,
            new ClusterSettings.Tls("", "", ""),
            Duration.ofSeconds(3));
    return ClusteredVertx.join(
        settings, List.of(secrets), List.of(), InstantSource.system(), new SecureRandom());
  }

  private static ClusteredVertx joinNode(String... secrets) throws IOException {
    return join(FreePort.next(), 0, List.of("127.0.0.1:" + member), secrets);
  }

  /** The other node has the same list, or is one step further in a rotation. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void connectsNodesThatKnowEachOthersSecret(boolean rotated) throws Exception {
    ClusteredVertx two = rotated ? joinNode(NEW, OLD) : joinNode(OLD, NEW);
    try {
      Waiting.until(() -> node.manager().getNodes().size() == 2);
      var consumer =
          node.vertx()
              .eventBus()
              .<String>consumer("greeting", message -> message.reply(message.body()));
      consumer.completion().await();
      assertEquals("hello", two.vertx().eventBus().request("greeting", "hello").await().body());
      consumer.unregister().await();
    } finally {
      two.vertx().close().await();
    }
    Waiting.until(() -> node.manager().getNodes().size() == 1);
  }

  @Test
  void rejectsNodeWithAnotherSecret() {
    String message = assertThrows(SettingsException.class, () -> joinNode(OTHER)).getMessage();
    assertTrue(message.contains("same access.jwtSecret"), message);
    assertEquals(1, node.manager().getNodes().size());
  }

  @Test
  void derivesEqualCertificatesFromEqualSecrets() {
    var first = SecretCertificate.of(OLD).certificate();
    assertEquals(first, SecretCertificate.of(OLD).certificate());
    assertNotEquals(first.getPublicKey(), SecretCertificate.of(NEW).certificate().getPublicKey());
  }

  /** Bytes without TLS reach neither Hazelcast nor the event bus. */
  @ParameterizedTest
  @ValueSource(strings = {"member", "bus"})
  void rejectsBytesWithoutHandshake(String port) throws Exception {
    byte[] random = new byte[1_024];
    new Random(30).nextBytes(random);
    for (byte[] bytes : List.of(random, packet(Integer.MAX_VALUE), message(Integer.MAX_VALUE))) {
      mustReject(new Socket("127.0.0.1", port.equals("bus") ? bus : member), bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"member", "bus"})
  void rejectsHandshakeWithAnotherSecret(String port) throws Exception {
    var stranger = Trusting.knowing(OTHER).getSocketFactory();
    int number = port.equals("bus") ? bus : member;
    mustReject(stranger.createSocket("127.0.0.1", number), packet(Integer.MAX_VALUE));
  }

  /** Hazelcast would allocate two gigabytes for such a head, also if a node sends it. */
  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, -1, BoundedPackets.MAX_BYTES + 1})
  void rejectsPacketHeadsOverTheLimit(int size) throws Exception {
    var known = Trusting.knowing(NEW).getSocketFactory();
    mustReject(known.createSocket("127.0.0.1", member), packet(size));
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, -1, 0, BusFrames.MAX_BYTES + 1})
  void rejectsMessageLengthsOverTheLimit(int length) throws Exception {
    var known = Trusting.knowing(OLD).getSocketFactory();
    mustReject(known.createSocket("127.0.0.1", bus), message(length));
  }

  private static byte[] packet(int size) {
    return ByteBuffer.allocate(14)
        .put("HZC".getBytes(StandardCharsets.US_ASCII))
        .put((byte) 4)
        .putChar((char) 0)
        .putInt(-1)
        .putInt(size)
        .array();
  }

  private static byte[] message(int length) {
    return ByteBuffer.allocate(8).putInt(length).array();
  }

  /** Asserts that the node closes the connection long before a handshake may last. */
  private static void mustReject(Socket connected, byte[] bytes) throws Exception {
    long before = node.ports().rejected();
    try (Socket socket = connected) {
      socket.setSoTimeout(4_000);
      socket.getOutputStream().write(bytes);
      InputStream in = socket.getInputStream();
      while (in.read() >= 0) {
        // Hazelcast sends its protocol's name first.
      }
    } catch (java.net.SocketTimeoutException open) {
      throw new AssertionError("the connection remains open", open);
    } catch (IOException closed) {
      // The node closed the connection before it had read all bytes, or sent an alert.
    }
    Waiting.until(() -> node.ports().rejected() > before);
    assertEquals(1, node.manager().getNodes().size());
  }
}
