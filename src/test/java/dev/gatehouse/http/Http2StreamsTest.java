package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests that share a connection. An invalid request must not fail the others. */
@Tag("slow")
@Timeout(60)
class Http2StreamsTest {
  @RegisterExtension static final TestNode NODE = new TestNode().tls();
  private static final int CONNECTION_WINDOW = 8 << 20;
  private static final int BATCHES = 40;
  private static final int ENTRIES = 10;
  private static final int MESSAGE = 30_000;
  private static final double MAX_HELD_BYTES = 2 << 20;
  private static final AtomicInteger CLOSED = new AtomicInteger();

  @AutoClose private static final Vertx VERTX = Vertx.vertx();
  private static HttpClient client;

  @BeforeAll
  static void start() throws Exception {
    client =
        VERTX
            .httpClientBuilder()
            .with(
                Http2Act.trusting(HttpVersion.HTTP_2)
                    // Browser-like windows: a stream that is read late does not block the others.
                    .setHttp2ConnectionWindowSize(CONNECTION_WINDOW))
            .withConnectHandler(
                connection -> connection.closeHandler(closed -> CLOSED.incrementAndGet()))
            .build();
    assertEquals(200, status(HttpMethod.GET, "/api/proxy/still-alive/status"));
  }

  @AfterEach
  void theOneConnectionIsStillThere() {
    assertEquals(200, status(HttpMethod.GET, "/api/proxy/still-alive/status"));
    assertEquals(0, CLOSED.get());
  }

  @Test
  void answersHeadOnEveryGetRoute() {
    for (Operation operation : ContractFiles.load("X-API-Key", "").operations()) {
      if (operation.method().equals(HttpMethod.GET)) {
        String path = operation.path().replaceAll("\\{[^}]+}", "a.wav");
        int head = status(HttpMethod.HEAD, path);
        assertTrue(head >= 200, operation.id());
      }
    }
    assertEquals(200, status(HttpMethod.HEAD, "/openapi.json"));
    assertEquals(404, status(HttpMethod.HEAD, "/nowhere"));
  }

  /** The listener reads nothing while 400 entries of 30 KB are stored, and then gets them all. */
  @Test
  void holdsLittleForSlowListener() throws Exception {
    HttpClientResponse slow =
        request(HttpMethod.GET, "/api/proxy/bots/trading/logs/stream")
            .compose(request -> request.send())
            .await();
    assertEquals(200, slow.statusCode());
    AtomicReference<Throwable> reset = new AtomicReference<>();
    AtomicInteger received = new AtomicInteger();
    slow.exceptionHandler(reset::set).pause();
    slow.handler(bytes -> received.addAndGet(bytes.length()));
    for (int batch = 0; batch < BATCHES; batch++) {
      int status =
          request(HttpMethod.POST, "/api/proxy/bots/trading/logs")
              .compose(request -> {
                request.putHeader("Content-Type", "application/json");
                // Registers the body handler in the same step, because the body may arrive before
                // this thread's next one.
                return request
                    .send(entries())
                    .compose(response -> response.body().map(body -> response.statusCode()));
              })
              .await();
      assertEquals(201, status);
    }
    double held = NODE.metric("gatehouse_http_in_flight{kind=\"reply_bytes\"}");
    assertTrue(held < MAX_HELD_BYTES, held + " bytes");
    slow.resume();
    Waiting.until(() -> received.get() >= BATCHES * ENTRIES * MESSAGE);
    assertNull(reset.get());
    slow.request().reset();
  }

  /** Returns more than a stream's window and the server's own queue can hold. */
  private static Buffer entries() {
    JsonArray entries = new JsonArray();
    for (int i = 0; i < ENTRIES; i++) {
      entries.add(Samples.entry(NODE.clock.instant().toString(), "m".repeat(MESSAGE)));
    }
    return entries.toBuffer();
  }

  /** Otherwise a client could fill the log with one stack trace per attempt. */
  @Test
  void countsPlainTextOnTlsPortAsFault() throws Exception {
    try (var raw = new RawClient(NODE.address())) {
      raw.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      assertTrue(raw.closedByServer());
    }
    Waiting.until(() -> NODE.metric("gatehouse_http_faults_total") > 0);
  }

  private static Future<HttpClientRequest> request(HttpMethod method, String path) {
    return client
        .request(Http2Act.options(URI.create(NODE.address()), method, path))
        .onSuccess(request -> request.putHeader("X-API-Key", TestNode.KEY));
  }

  private static int status(HttpMethod method, String path) {
    return request(method, path)
        .compose(request -> request.send())
        .map(HttpClientResponse::statusCode)
        .await();
  }
}
