package dev.gatehouse.areas.calendar.google;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.TestNode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An HTTP/2 stream that waits for its reply prevents the idle timeout of its connection. */
@Tag("slow")
@Timeout(60)
class SilentStreamTest {
  private static final int IDLE_TIMES = 2;
  private static final long IDLE_MILLIS = 2_000;

  private static final HangingProvider PROVIDER = new HangingProvider();
  private static final TestNode NODE = PROVIDER.node();

  @AfterAll
  static void stop() {
    NODE.afterAll((ExtensionContext) null);
  }

  @Test
  void answersAfterTheIdleTimeoutOverHttp2() throws Exception {
    PROVIDER.hangAgain();
    NODE.tls().beforeAll((ExtensionContext) null);
    Vertx vertx = Vertx.vertx();
    var closed = new CountDownLatch(1);
    try {
      HttpClient client =
          vertx
              .httpClientBuilder()
              .with(
                  new HttpClientOptions()
                      .setProtocolVersion(HttpVersion.HTTP_2)
                      .setUseAlpn(true)
                      .setTrustAll(true)
                      .setVerifyHost(false))
              .withConnectHandler(connection -> connection.closeHandler(end -> closed.countDown()))
              .build();
      Future<HttpClientResponse> waiting = slots(client);
      PROVIDER.awaitAsked();
      // No data is sent in either direction meanwhile.
      assertEquals(false, closed.await(IDLE_MILLIS * IDLE_TIMES, TimeUnit.MILLISECONDS));
      PROVIDER.answer();
      HttpClientResponse reply = waiting.await();
      assertEquals(HttpVersion.HTTP_2, reply.version());
      assertEquals(502, reply.statusCode());
      // No reply is pending any more, so the idle timeout applies.
      closed.await();
    } finally {
      vertx.close().await();
    }
  }

  private static Future<HttpClientResponse> slots(HttpClient client) {
    return client
        .request(
            new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(NODE.address() + "/api/proxy/calendar/available-slots")
                .putHeader("X-API-Key", TestNode.KEY)
                .putHeader("Content-Type", "application/json"))
        .compose(request -> request.send(JsonObject.of("date", "2034-01-05").encode()));
  }
}
