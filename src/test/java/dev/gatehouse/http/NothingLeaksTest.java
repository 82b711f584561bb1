package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.gatehouse.LogLines;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import dev.gatehouse.http.exchange.Faults;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients that disconnect at random moments, in every way and on every protocol. Every resource
 * that their requests acquired must be released. A failure reports the seed; -Dgatehouse.seed
 * repeats it.
 */
@Tag("slow")
class NothingLeaksTest {
  private static final long SEED = Long.getLong("gatehouse.seed", System.nanoTime());
  private static final int CLIENTS = 150;
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration ANSWER = Duration.ofSeconds(30);

  /** Time limit for all clients of one test. */
  private static final Duration ENOUGH = Duration.ofSeconds(90);

  private static final int AT_ONCE = 12;
  private static final Pattern HELD =
      Pattern.compile("(?m)^gatehouse_http_in_flight\\{kind=\"(\\w+)\"} (\\S+)$");

  @RegisterExtension static final TestNode PLAIN = node();
  @RegisterExtension static final TestNode SECURE = node().tls();

  @AutoClose private static final Vertx VERTX = Vertx.vertx();

  @AutoClose private final LogLines log = new LogLines("dev.gatehouse", Level.WARN);

  /**
   * Sends the requests that set up the clients. Each test has its own, because its connections
   * count too.
   */
  private java.net.http.HttpClient asking;

  private static TestNode node() {
    return new TestNode()
        .behindProxy()
        .with("HTTP_MAX_LISTENERS=8 HTTP_MAX_UPLOADS=8 HTTP_HEARTBEAT=1s")
        .with("HTTP_MAX_BODY_BYTES", "256KB");
  }

  @BeforeEach
  void connect() throws Exception {
    asking =
        java.net.http.HttpClient.newBuilder()
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .sslContext(LeavingClient.trusting())
            .build();
  }

  @Test
  void releasesAllResourcesOverHttp1() throws Exception {
    rawClients(PLAIN, false);
  }

  @Test
  void releasesAllResourcesOverHttp1WithTls() throws Exception {
    rawClients(SECURE, true);
  }

  @Test
  void releasesAllResourcesOverHttp2() throws Exception {
    String token = prepare(SECURE);
    var random = new Random(SEED);
    HttpClient client = client();
    var running = new Semaphore(AT_ONCE);
    for (int i = 0; i < CLIENTS; i++) {
      await(running, 1);
      var act = new Http2Act(SECURE, random.nextLong(), () -> ticket(SECURE, token));
      act.play(client).onComplete(done -> running.release());
      if (random.nextInt(20) == 0) {
        // Closes all streams of its connections at once.
        client.close().await();
        client = client();
      }
    }
    await(running, AT_ONCE);
    client.close().await();
    nothingIsHeld(SECURE, "HTTP/2");
  }

  private static void await(Semaphore running, int permits) throws InterruptedException {
    assertTrue(
        running.tryAcquire(permits, ENOUGH.toSeconds(), TimeUnit.SECONDS),
        "streams that never end, seed=" + SEED);
  }

  private void rawClients(TestNode node, boolean tls) throws Exception {
    String token = prepare(node);
    var random = new Random(SEED);
    List<Future<Long>> left = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < CLIENTS; i++) {
        long seed = random.nextLong();
        left.add(
            threads.submit(() -> {
              var each = new Random(seed);
              var requests = new RandomRequests(node, () -> ticket(node, token), each);
              return new LeavingClient(node.address(), tls, each).play(requests);
            }));
      }
      for (Future<Long> client : left) {
        client.get(ENOUGH.toSeconds(), TimeUnit.SECONDS);
      }
    }
    nothingIsHeld(node, tls ? "HTTP/1 over TLS" : "HTTP/1");
  }

  /** Asserts that every counter is zero, and that the log has no line about a fault. */
  private void nothingIsHeld(TestNode node, String protocol) throws Exception {
    asking.close();
    try {
      // The server stops reading from a client that pipelines behind its event stream. The second
      // failed heartbeat shows that the client has left.
      Waiting.until(
          PATIENCE,
          () -> unfinished(node) == 0 && held(node).values().stream().allMatch(n -> n == 0));
    } catch (AssertionError e) {
      String held = unfinished(node) + " unfinished uploads, " + held(node);
      throw new AssertionError(protocol + " seed=" + SEED + " still held: " + held, e);
    }
    assertEquals(
        List.of(),
        List.copyOf(log.list).stream().filter(NothingLeaksTest::frightening).toList(),
        protocol + " seed=" + SEED + ": clients that leave are no faults");
  }

  /** Faults says at most one line in ten seconds, about heads and handshakes that were cut off. */
  private static boolean frightening(ILoggingEvent line) {
    String logger = line.getLoggerName();
    return !logger.equals(Faults.class.getName())
        && (line.getLevel() == Level.ERROR || logger.startsWith("dev.gatehouse.http"));
  }

  /** Counts the files of uploads that cannot be completed any more. */
  private static long unfinished(TestNode node) throws IOException {
    return node.blobs().stream().filter(file -> file.toString().endsWith(".part")).count();
  }

  private static Map<String, Double> held(TestNode node) {
    Map<String, Double> held = new TreeMap<>();
    Matcher line = HELD.matcher(node.metrics());
    while (line.find()) {
      held.merge(line.group(1), Double.parseDouble(line.group(2)), Double::sum);
    }
    assertEquals(9, held.size(), held.toString());
    return held;
  }

  private static HttpClient client() {
    return VERTX.createHttpClient(Http2Act.trusting(HttpVersion.HTTP_2));
  }

  /** Uploads the song for the downloads. Returns a token. */
  private String prepare(TestNode node) throws Exception {
    byte[] form =
        (Forms.part("file", RandomRequests.SONG, Wavs.tone(500_000)) + "--b--\r\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    ask(node, "/audio/upload", Forms.TYPE, Forms.OWNER, form);
    return ask(
            node,
            "/api/proxy/auth/validate-access",
            "Content-Type: application/json",
            Forms.OWNER,
            JsonObject.of("code", TestNode.CODE).toBuffer().getBytes())
        .getString("token");
  }

  private String ticket(TestNode node, String token) {
    String who = "Authorization: Bearer " + token;
    return ask(node, "/api/proxy/auth/ticket", "X-None: 1", who, new byte[0]).getString("ticket");
  }

  private JsonObject ask(TestNode node, String path, String type, String who, byte[] body) {
    var request =
        HttpRequest.newBuilder(URI.create(node.address() + path))
            .timeout(ANSWER)
            .POST(BodyPublishers.ofByteArray(body));
    for (String header : new String[] {type, who}) {
      String[] field = header.split(": ", 2);
      request.header(field[0], field[1]);
    }
    try {
      HttpResponse<String> reply = asking.send(request.build(), BodyHandlers.ofString());
      assertTrue(reply.statusCode() < 300, path + ": " + reply.statusCode() + reply.body());
      return new JsonObject(reply.body());
    } catch (IOException e) {
      throw new UncheckedIOException(path, e);
    } catch (InterruptedException e) {
      throw new AssertionError(path, e);
    }
  }
}
