package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.Waiting;
import dev.gatehouse.cli.Certificates;
import dev.gatehouse.cli.Certificates.Validity;
import dev.gatehouse.settings.SettingsException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ports for other nodes, with certificates, and what strangers can do there. */
@Tag("slow")
@Timeout(60)
class ClusterTlsTest {
  private static final Validity YEAR = new Validity("-1H", 365);
  private static final int HANDSHAKE_BYTES = 22;

  @TempDir static Path folder;

  private static int member;
  private static int bus;
  private static ClusteredVertx node;
  private static Certificates.NodeFiles own;

  @BeforeAll
  static void startNode() throws Exception {
    var certificates = new Certificates(folder.resolve("own"), new SecureRandom());
    certificates.createAuthority(YEAR);
    own = certificates.createNode("n1", YEAR);
    member = FreePort.next();
    bus = FreePort.next();
    node = join(settings(member, bus, own, List.of()));
  }

  @AfterAll
  static void closeNode() {
    node.vertx().close().await();
  }

  private static ClusteredVertx join(ClusterSettings settings) {
    return ClusteredVertx.join(
        settings, List.of(), List.of(), InstantSource.system(), new SecureRandom());
  }

  private static ClusterSettings settings(
      int port, int bus, Certificates.NodeFiles files, List<String> members) {
    return new ClusterSettings(
        true,
        "test",
        new ClusterSettings.Listening("127.0.0.1", port, bus),
        members,
        new ClusterSettings.Tls(
            files.certificate().toString(), files.key().toString(), files.authority().toString()),
        Duration.ofSeconds(3));
  }

  private static int port(String name) {
    return name.equals("bus") ? bus : member;
  }

  @Test
  void connectsNodesOfOneAuthority() throws Exception {
    var other = new Certificates(folder.resolve("own"), new SecureRandom()).createNode("n2", YEAR);
    ClusteredVertx two = join(settings(FreePort.next(), 0, other, List.of("127.0.0.1:" + member)));
    try {
      Waiting.until(() -> node.manager().getNodes().size() == 2);
      var consumer =
          node.vertx()
              .eventBus()
              .<String>consumer("greeting", message -> message.reply(message.body()));
      consumer.completion().await();
      String large = "x".repeat(3 << 20);
      assertEquals(large, two.vertx().eventBus().request("greeting", large).await().body());
      consumer.unregister().await();
    } finally {
      two.vertx().close().await();
    }
    Waiting.until(() -> node.manager().getNodes().size() == 1);
  }

  @Test
  void rejectsNodeOfAnotherAuthority() throws Exception {
    var strangers = new Certificates(folder.resolve("strangers"), new SecureRandom());
    strangers.createAuthority(YEAR);
    var theirs = strangers.createNode("n3", YEAR);
    var joining = settings(FreePort.next(), 0, theirs, List.of("127.0.0.1:" + member));
    long before = node.ports().rejected();
    String message = assertThrows(SettingsException.class, () -> join(joining)).getMessage();
    assertTrue(message.contains("127.0.0.1:" + member), message);
    assertTrue(message.contains("certificate of another authority"), message);
    assertEquals(1, node.manager().getNodes().size());
    assertTrue(node.ports().rejected() > before);
  }

  @Test
  void reportsWhetherATrialIsAccepted() throws Exception {
    var strangers = new Certificates(folder.resolve("others"), new SecureRandom());
    strangers.createAuthority(YEAR);
    int free = FreePort.next();
    String there = "127.0.0.1:" + member;
    assertEquals(PeerHandshake.Outcome.ACCEPTED, trial(own, there));
    assertEquals(PeerHandshake.Outcome.REJECTED, trial(strangers.createNode("n4", YEAR), there));
    assertEquals(PeerHandshake.Outcome.UNREACHABLE, trial(own, "127.0.0.1:" + free));
    assertEquals(1, node.manager().getNodes().size());
  }

  private static PeerHandshake.Outcome trial(Certificates.NodeFiles files, String member) {
    return PeerHandshake.of(settings(1, 0, files, List.of()), List.of(), Instant.now())
        .with(member, Duration.ofSeconds(5))
        .outcome();
  }

  @ParameterizedTest
  @ValueSource(strings = {"member", "bus"})
  void rejectsStrangersWithoutCertificate(String port) throws Exception {
    try (var socket =
        Trusting.everybody().getSocketFactory().createSocket("127.0.0.1", port(port))) {
      socket.setSoTimeout(10_000);
      assertThrows(
          IOException.class,
          () -> {
            socket.getOutputStream().write(new byte[64]);
            while (socket.getInputStream().read() >= 0) {
              // Reads until the alert.
            }
            throw new IOException("closed");
          });
    }
  }

  @Test
  void closesSilentConnectionsAfterSeconds() throws Exception {
    try (var silent = new Socket("127.0.0.1", member);
        var slow = new Socket("127.0.0.1", bus)) {
      slow.getOutputStream().write(HANDSHAKE_BYTES);
      long start = System.nanoTime();
      for (Socket socket : List.of(silent, slow)) {
        socket.setSoTimeout(15_000);
        assertTrue(isClosed(socket));
        assertTrue(System.nanoTime() - start > Duration.ofSeconds(3).toNanos(), "too early");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"member", "bus"})
  void boundsConnectionsOfStrangers(String port) throws Exception {
    List<Socket> held = new ArrayList<>();
    try {
      for (int i = 0; i < Admissions.MAX_UNPROVEN; i++) {
        held.add(new Socket("127.0.0.1", port(port)));
      }
      try (var next = new Socket("127.0.0.1", port(port))) {
        next.setSoTimeout(4_000);
        assertTrue(isClosed(next));
      }
    } finally {
      for (Socket socket : held) {
        socket.close();
      }
    }
  }

  /** Without TLS, this head makes Hazelcast allocate two gigabytes. */
  @ParameterizedTest
  @ValueSource(strings = {"member", "bus"})
  void closesConnectionsWithoutTls(String port) throws Exception {
    try (var socket = new Socket("127.0.0.1", port(port))) {
      socket.setSoTimeout(15_000);
      socket
          .getOutputStream()
          .write(
              ByteBuffer.allocate(64)
                  .put("HZC".getBytes(StandardCharsets.US_ASCII))
                  .put((byte) 4)
                  .putChar((char) 0)
                  .putInt(-1)
                  .putInt(Integer.MAX_VALUE)
                  .array());
      assertTrue(isClosed(socket));
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      while (in.read() >= 0) {
        // An alert may arrive before the end.
      }
      return true;
    } catch (java.net.SocketException reset) {
      return true;
    }
  }

  @Test
  void writesPrivateFiles() throws Exception {
    for (Path file : List.of(own.certificate(), own.key(), own.authority())) {
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
    try (var files = Files.list(folder.resolve("own"))) {
      assertTrue(files.allMatch(file -> file.toString().endsWith(".pem")));
    }
  }

  @Test
  void reportsExpiry() throws Exception {
    Instant now = Instant.now();
    var certificates = new Certificates(folder.resolve("short"), new SecureRandom());
    certificates.createAuthority(YEAR);
    var soon = settings(1, 1, certificates.createNode("soon", new Validity("-1H", 5)), List.of());
    var tls = ClusterTls.ofFiles(soon.tls(), now);
    Instant expiry = tls.expiry().orElseThrow();
    Instant due = now.plus(5, ChronoUnit.DAYS);
    assertTrue(Duration.between(expiry, due).abs().toHours() < 3, expiry.toString());
    var ports = new ClusterPorts(tls, () -> now, new Admissions("a"), new Admissions("b"));
    assertTrue(ports.problem().orElseThrow().contains(expiry.toString()));
    ports.close();
    String expired =
        assertThrows(
                SettingsException.class,
                () -> ClusterTls.ofFiles(soon.tls(), due.plus(1, ChronoUnit.DAYS)))
            .getMessage();
    assertTrue(expired.contains("scripts/gatehouse cluster certificates"), expired);
  }
}
