package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients that request large replies and do not read them. Each holds at most one chunk, and is
 * disconnected when the window of the minimum rate has passed.
 */
@Tag("slow")
class StalledReadersTest {
  private static final int READERS = 16;
  private static final long CHUNK = 65_536;

  /** Bytes of a reply that is larger than the buffers of both sockets. */
  private static final int LENGTH = 12_000_000;

  private static final String REPLIES = "gatehouse_http_in_flight{kind=\"reply_bytes\"}";
  private static final long LIMITED = 524_288;
  private static final int AT_MOST = 8;
  private static final String CONNECTIONS = "gatehouse_http_in_flight{kind=\"connections\"}";
  private static final String STREAMS = "gatehouse_http_in_flight{kind=\"streams\"}";

  @RegisterExtension static final TestNode PLAIN = node();
  @RegisterExtension static final TestNode SECURE = node().tls();
  @RegisterExtension static final TestNode PATIENT = new TestNode();

  private final List<Socket> sockets = new ArrayList<>();

  private static TestNode node() {
    return new TestNode().with("HTTP_MIN_DOWNLOAD_RATE", "64KB/4s");
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** HTTP/1.1 on one node; TLS and HTTP/2 with a flow-control window of 0 on the other. */
  @Test
  void holdsOneChunkPerReader() throws Exception {
    String path = sequence(PLAIN);
    String securePath = sequence(SECURE);
    Vertx vertx = Vertx.vertx();
    try {
      for (int i = 0; i < READERS; i++) {
        send(connect(PLAIN), RawClient.head("GET " + path));
        send(LeavingClient.secured(connect(SECURE)), RawClient.head("GET " + securePath));
      }
      requestWithoutWindow(vertx, securePath, READERS);
      // On a slow machine, the first readers have already been disconnected.
      Waiting.until(() -> PLAIN.metric(STREAMS) > 0 && SECURE.metric(STREAMS) > 0);
      bounded(PLAIN, READERS * CHUNK);
      bounded(SECURE, 2 * READERS * CHUNK);
      for (TestNode node : List.of(PLAIN, SECURE)) {
        Waiting.until(() -> node.metric(STREAMS) == 0 && node.metric(REPLIES) == 0);
      }
    } finally {
      vertx.close().await();
    }
  }

  /** An error is short, but its stream holds more. */
  @Test
  void chargesStreamsOfShortReplies() throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      AtomicInteger streams = new AtomicInteger();
      Waiting.until(() -> {
        // Their own bytes are fewer than 16 KB.
        if (streams.incrementAndGet() <= 20) {
          requestWithoutWindow(vertx, "/nothing", 1);
        }
        return SECURE.metric(REPLIES) >= 16_384;
      });
      Waiting.until(() -> SECURE.metric(REPLIES) == 0);
    } finally {
      vertx.close().await();
    }
  }

  private static void requestWithoutWindow(Vertx vertx, String path, int streams) {
    var noWindow = new Http2Settings().setInitialWindowSize(0);
    HttpClient client =
        vertx.createHttpClient(Http2Act.trusting(HttpVersion.HTTP_2).setInitialSettings(noWindow));
    URI address = URI.create(SECURE.address());
    for (int i = 0; i < streams; i++) {
      client
          .request(Http2Act.options(address, HttpMethod.GET, path))
          .compose(request -> request.send())
          .onSuccess(reply -> {
            // The node resets the stream.
            reply.exceptionHandler(reset -> {});
            reply.pause();
          });
    }
  }

  /** Without a limit, the kernel would hold up to 4 MB for this connection. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void limitsBytesInTheKernel() throws Exception {
    // The first connections have adaptive buffers, which are larger.
    for (int i = 0; i < 64; i++) {
      connect(PATIENT);
    }
    Waiting.until(() -> PATIENT.metric(CONNECTIONS) >= 64);
    // Connections of other tests that end meanwhile leave their buffers to the next ones.
    long unsent = Long.MAX_VALUE;
    for (int attempt = 0; unsent > LIMITED && attempt < AT_MOST; attempt++) {
      Socket reader = connect(PATIENT);
      send(reader, RawClient.head("GET " + sequence(PATIENT)));
      Waiting.until(() -> PATIENT.metric(REPLIES) > 0 && unsent(reader) > CHUNK);
      unsent = unsent(reader);
    }
    assertTrue(unsent <= LIMITED, unsent + " bytes");
  }

  /** Returns the bytes in the kernel that the node has sent to a client. */
  private static long unsent(Socket client) {
    String local = String.format(Locale.ROOT, ":%04X", client.getPort());
    String remote = String.format(Locale.ROOT, ":%04X", client.getLocalPort());
    return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
        .flatMap(table -> lines(Path.of(table)))
        .map(line -> line.strip().split("\\s+"))
        .filter(entry -> entry[1].endsWith(local) && entry[2].endsWith(remote))
        .mapToLong(entry -> Long.parseLong(entry[4].split(":")[0], 16))
        .sum();
  }

  private static Stream<String> lines(Path table) {
    return Files.exists(table)
        ? Unchecked.get(() -> Files.readAllLines(table)).stream().skip(1)
        : Stream.empty();
  }

  /** Each document is 0.5 MB, and the client sends a hundred requests before it reads a reply. */
  @Test
  void holdsOneChunkForUnreadPipelinedReplies() throws Exception {
    PLAIN.client().get("/openapi.json");
    String requests = RawClient.head("GET /openapi.json").repeat(100);
    for (int i = 0; i < READERS; i++) {
      send(connect(PLAIN), requests);
    }
    Waiting.until(() -> PLAIN.metric(REPLIES) >= 16_384);
    // The end of one reply may wait together with the beginning of the next one.
    bounded(PLAIN, READERS * 2 * CHUNK);
    PLAIN.client().get("/openapi.json").expect(200);
    Waiting.until(() -> PLAIN.metric(REPLIES) == 0);
  }

  /** A slow client that makes progress gets the whole reply. */
  @Test
  void sendsWholeReplyToSlowReader() throws Exception {
    String path = sequence(PATIENT);
    try (RawClient client = PATIENT.raw()) {
      client.send(RawClient.head("GET " + path));
      byte[] some = client.readSome(1_000_000);
      assertEquals(1_000_000, some.length);
      Waiting.until(() -> PATIENT.metric(REPLIES) > 0);
      // The rest arrives in order, although the server waited for its client.
      byte[] more = client.readSome(LENGTH - 1_000_000);
      assertEquals(LENGTH - 1_000_000, more.length);
    }
    Waiting.until(() -> PATIENT.metric(STREAMS) == 0);
  }

  private static void bounded(TestNode node, long max) {
    for (int i = 0; i < 20; i++) {
      double held = node.metric(REPLIES);
      assertTrue(held <= max, held + " bytes held");
    }
  }

  /** Connects with a small buffer, which leaves most of a reply at the server. */
  private Socket connect(TestNode node) throws IOException {
    URI address = URI.create(node.address());
    var socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    sockets.add(socket);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** Uploads a sequence, which is decrypted while it is sent. Returns its path. */
  private static String sequence(TestNode node) throws IOException, GeneralSecurityException {
    String form =
        Forms.part("dnaFile", "a.txt", "A".repeat(LENGTH).getBytes(StandardCharsets.US_ASCII))
            + "--b--\r\n";
    String length = "Content-Length: " + form.length();
    URI address = URI.create(node.address());
    var socket = new Socket(address.getHost(), address.getPort());
    try (var client = new RawClient(node == SECURE ? LeavingClient.secured(socket) : socket)) {
      client.send(RawClient.head("POST /services/DNA", Forms.TYPE, length)).send(form);
      return "/services/DNA/" + client.read().expect(201).json().getString("id");
    }
  }
}
