package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.Waiting;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.Promise;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.metrics.MetricsOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.micrometer.MicrometerMetricsFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member of a cluster, its listening addresses, and who can use its event bus. */
@Tag("slow")
@Timeout(120)
class ClusteredVertxTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir static Path folder;

  private static int member;
  private static int bus;
  private static ClusterAuthority own;
  private static ClusterAuthority strangers;
  private static ClusteredVertx node;

  @BeforeAll
  static void startNode() throws Exception {
    own = new ClusterAuthority(folder.resolve("own"), "n1", "n2");
    strangers = new ClusterAuthority(folder.resolve("strangers"), "n3");
    member = FreePort.next();
    bus = FreePort.next();
    node = join(member, bus, own.node("n1"));
  }

  @AfterAll
  static void closeNode() {
    node.vertx().close().await();
  }

  private static ClusteredVertx join(int port, int busPort, ClusterSettings.Tls files) {
    return ClusteredVertx.join(
        settings(port, busPort, files),
        List.of(),
        InstantSource.system(),
        new MetricsOptions(),
        new MicrometerMetricsFactory());
  }

  private static ClusterSettings settings(int port, int busPort, ClusterSettings.Tls files) {
    return new ClusterSettings(
        true,
        "test",
        new ClusterSettings.Listening("127.0.0.1", port, busPort),
        List.of("127.0.0.1:" + member),
        files,
        Duration.ofSeconds(20));
  }

  private static MessageConsumer<String> echo() {
    MessageConsumer<String> consumer =
        node.vertx().eventBus().consumer("greeting", message -> message.reply(message.body()));
    consumer.completion().await();
    return consumer;
  }

  private static BusCertificates certificates(ClusterSettings.Tls files) {
    return BusCertificates.read(settings(1, 0, files), Instant.now());
  }

  @Test
  void connectsMembersOfOneAuthority() throws Exception {
    ClusteredVertx two = join(FreePort.next(), 0, own.node("n2"));
    MessageConsumer<String> consumer = echo();
    try {
      Waiting.until(() -> node.manager().getNodes().size() == 2);
      String large = "x".repeat(3 << 20);
      assertEquals(large, two.vertx().eventBus().request("greeting", large).await().body());
    } finally {
      consumer.unregister().await();
      two.vertx().close().await();
    }
    Waiting.until(() -> node.manager().getNodes().size() == 1);
  }

  /** It is a member, but can neither send nor receive a message. */
  @Test
  void ignoresMemberOfAnotherAuthority() throws Exception {
    ClusteredVertx stranger = join(FreePort.next(), 0, strangers.node("n3"));
    MessageConsumer<String> consumer = echo();
    var heard = new AtomicInteger();
    try {
      Waiting.until(() -> node.manager().getNodes().size() == 2);
      stranger
          .vertx()
          .eventBus()
          .consumer("news", message -> heard.incrementAndGet())
          .completion()
          .await();
      node.vertx().eventBus().publish("news", "secret");
      assertThrows(
          RuntimeException.class,
          () -> stranger.vertx().eventBus().request("greeting", "hello").await());
      assertEquals(0, heard.get());
    } finally {
      consumer.unregister().await();
      stranger.vertx().close().await();
    }
    Waiting.until(() -> node.manager().getNodes().size() == 1);
  }

  @Test
  void listensOnConfiguredAddressOnly() throws Exception {
    for (int port : new int[] {member, bus}) {
      assertTrue(isOpen(InetAddress.getLoopbackAddress(), port));
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLoopbackAddress())
          .forEach(address -> assertFalse(isOpen(address, port), address + ":" + port));
    }
  }

  private static boolean isOpen(InetAddress address, int port) {
    try (var socket = new Socket(address, port)) {
      return socket.isConnected();
    } catch (IOException closed) {
      return false;
    }
  }

  @Test
  void rejectsStrangersWithoutCertificate() throws Exception {
    var options =
        new NetClientOptions().setSsl(true).setTrustAll(true).setHostnameVerificationAlgorithm("");
    var client = node.vertx().createNetClient(options);
    Promise<Void> closed = Promise.promise();
    try {
      // With TLS 1.3, a server rejects a client after the client's handshake.
      client
          .connect(bus, "127.0.0.1")
          .onSuccess(socket -> {
            socket.closeHandler(closed::complete);
            socket.write("hello");
          })
          .onFailure(closed::fail);
      closed.future().await(60, TimeUnit.SECONDS);
    } finally {
      client.close().await();
    }
  }

  @Test
  void closesConnectionsWithoutHandshake() throws Exception {
    try (var silent = new Socket("127.0.0.1", bus);
        var plain = new Socket("127.0.0.1", bus)) {
      // The event bus would read this as a message of two gigabytes.
      plain.getOutputStream().write(ByteBuffer.allocate(64).putInt(Integer.MAX_VALUE).array());
      for (Socket socket : List.of(plain, silent)) {
        socket.setSoTimeout(60_000);
        assertTrue(isClosed(socket));
      }
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      while (in.read() >= 0) {
        // An alert may arrive before the end.
      }
      return true;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void reportsWhetherATrialIsAccepted() throws Exception {
    String there = "127.0.0.1:" + bus;
    assertEquals(PeerHandshake.Outcome.ACCEPTED, trial(own.node("n1"), there));
    assertEquals(PeerHandshake.Outcome.REJECTED, trial(strangers.node("n3"), there));
    String free = "127.0.0.1:" + FreePort.next();
    assertEquals(PeerHandshake.Outcome.UNREACHABLE, trial(own.node("n1"), free));
    assertEquals(
        PeerHandshake.Outcome.ACCEPTED, PeerHandshake.reach("127.0.0.1", member, LIMIT).outcome());
  }

  private static PeerHandshake.Outcome trial(ClusterSettings.Tls files, String address) {
    return PeerHandshake.with(certificates(files), address, LIMIT).outcome();
  }

  @Test
  void reportsExpiry() {
    Instant now = Instant.now();
    ClusterSettings settings = settings(1, 1, own.node("n1"));
    var read = BusCertificates.read(settings, now);
    Duration left = Duration.between(now, read.expiry());
    assertTrue(Math.abs(left.toDays() - 825) <= 1, left.toString());
    assertEquals(Optional.empty(), read.problem(() -> now));
    Instant late = read.expiry().minus(Duration.ofDays(29));
    assertTrue(read.problem(() -> late).orElseThrow().contains(read.expiry().toString()));
    SettingsException expired =
        assertThrows(SettingsException.class, () -> BusCertificates.read(settings, read.expiry()));
    assertTrue(expired.getMessage().contains("expired at"), expired.getMessage());
  }
}
