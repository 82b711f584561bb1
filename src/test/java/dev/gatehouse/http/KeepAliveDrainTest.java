package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Shutdown of a node under load. Clients with persistent connections lose no request, because the
 * node announces the end of each connection before it closes it.
 */
@Tag("slow")
@Timeout(60)
@ExtendWith(VertxExtension.class)
class KeepAliveDrainTest {
  private static final int CLIENTS = 8;
  private static final String ALIVE = "/api/proxy/still-alive/status";

  private final TestNode node = new TestNode().with("DRAIN_DELAY", "4s");

  @Test
  void losesNoKeepAliveRequestDuringShutdown() throws Exception {
    node.beforeAll((ExtensionContext) null);
    String address = node.address();
    var answered = new AtomicInteger();
    var begun = new CountDownLatch(CLIENTS);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(
            CompletableFuture.runAsync(() -> askUntilSentAway(address, begun, answered), threads));
      }
      begun.await();
      node.afterAll((ExtensionContext) null);
      // A reset or an unannounced close fails its client's future.
      clients.forEach(CompletableFuture::join);
    }
    assertTrue(answered.get() >= 4 * CLIENTS, "answered: " + answered);
  }

  private static void askUntilSentAway(
      String address, CountDownLatch begun, AtomicInteger answered) {
    try (var raw = new RawClient(address)) {
      int mine = 0;
      while (true) {
        RawClient.Reply reply = raw.ask("GET " + ALIVE).expect(200);
        answered.incrementAndGet();
        if (++mine == 3) {
          begun.countDown();
        }
        if ("close".equals(reply.header("Connection"))) {
          return;
        }
      }
    } catch (IOException lost) {
      throw new AssertionError("a request was lost", lost);
    }
  }

  /** A request sent before the shutdown and answered after its start also ends its connection. */
  @Test
  void closesConnectionAfterInFlightReply() throws Exception {
    node.beforeAll((ExtensionContext) null);
    try (var upload = node.raw()) {
      upload.send(
          RawClient.head(
              "POST /api/proxy/auth/validate-access",
              "Content-Type: application/json",
              "Content-Length: 14"));
      CompletableFuture<Void> end =
          CompletableFuture.runAsync(() -> node.afterAll((ExtensionContext) null));
      try (var other = node.raw()) {
        Waiting.until(() -> "close".equals(other.ask("GET " + ALIVE).header("Connection")));
      }
      upload.send("{\"code\":\"abcd\"}".substring(0, 14));
      assertEquals("close", upload.read().header("Connection"));
      end.join();
    }
  }

  @Test
  void sendsGoAwayToHttp2ClientsOnShutdown(Vertx vertx) throws Exception {
    node.tls().beforeAll((ExtensionContext) null);
    String address = node.address();
    var sentAway = new AtomicBoolean();
    var answered = new AtomicInteger();
    HttpClient client =
        vertx
            .httpClientBuilder()
            .with(Http2Act.trusting(HttpVersion.HTTP_2))
            .withConnectHandler(
                connection -> connection.goAwayHandler(goAway -> sentAway.set(true)))
            .build();
    CompletableFuture<Void> asking =
        CompletableFuture.runAsync(() -> {
          while (!sentAway.get()) {
            int status = ask(client, address, sentAway);
            answered.addAndGet(status == 200 ? 1 : 0);
          }
        });
    Waiting.until(() -> answered.get() > CLIENTS);
    node.afterAll((ExtensionContext) null);
    asking.join();
    assertTrue(sentAway.get());
  }

  /** A request that crossed a GOAWAY was not processed and may be sent to another node. */
  private static int ask(HttpClient client, String address, AtomicBoolean sentAway) {
    try {
      return client
          .request(new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(address + ALIVE))
          // Registers the body handler in the same step, because the body may arrive before this
          // thread's next one.
          .compose(request -> request.send().compose(reply -> reply.body().map(reply.statusCode())))
          .await();
    } catch (Exception crossed) {
      assertTrue(sentAway.get(), () -> "a request was lost: " + crossed);
      return 0;
    }
  }
}
