package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Differences between HTTP/2 and HTTP/1.1: a body may arrive without an announced length. */
@ExtendWith(VertxExtension.class)
class Http2Test {
  @RegisterExtension static final TestNode NODE = new TestNode().tls();

  private static HttpClient client;

  @BeforeAll
  static void start(Vertx vertx) {
    client = vertx.createHttpClient(Http2Act.trusting(HttpVersion.HTTP_2));
  }

  private record Reply(int status, String text) {}

  @Test
  void readsBodyOfUnknownLength() {
    assertEquals(200, post("application/json", "{\"code\":\"abc\"}").status());
    assertEquals(400, post("application/json", "").status());
    assertEquals(415, post("text/plain", "{\"code\":\"abc\"}").status());
    Reply large = post("application/json", "{\"code\":\"" + "a".repeat(70_000) + "\"}");
    assertEquals(413, large.status());
    assertTrue(large.text().startsWith("{\"error\":"), large.text());
  }

  /** Reports: field cases 11 and 32. */
  @Test
  void malformedPartHarmsNoOtherStream() {
    String upload = Forms.part("file", "neighbour.wav", Wavs.tone(50_000)) + "--b--\r\n";
    HttpClientRequest neighbour = form("/audio/upload");
    neighbour.write(latin(upload.substring(0, 50_000))).await();
    for (String type : List.of("text/plain; charset=a/b", "multipart/mixed")) {
      String part = Forms.part("dnaFile", "a.txt", "ACGT".getBytes(StandardCharsets.US_ASCII));
      HttpClientRequest other = form("/services/DNA");
      other.end(latin(part.replace("audio/wav", type) + "--b--\r\n"));
      assertEquals(201, other.response().compose(Http2Test::read).await().status());
      assertSame(neighbour.connection(), other.connection());
    }
    String disposition = "Content-Disposition: form-data; name=\"dnaFile\"; filename=\"a\"\r\n";
    for (String malformed :
        List.of(
            "no boundary",
            "--b\r\nContent-Disposition\r\n\r\nACGT\r\n--b--\r\n",
            "--b\r\n: \r\n\r\nACGT\r\n--b--\r\n",
            "--b\r\n" + disposition,
            "--b\r\n" + disposition + "\r\nACGT")) {
      HttpClientRequest other = form("/services/DNA");
      other.end(latin(malformed));
      assertEquals(400, other.response().compose(Http2Test::read).await().status(), malformed);
      assertSame(neighbour.connection(), other.connection());
    }
    neighbour.end(latin(upload.substring(50_000)));
    assertEquals(201, neighbour.response().compose(Http2Test::read).await().status());
  }

  private static HttpClientRequest form(String path) {
    int port = URI.create(NODE.address()).getPort();
    HttpClientRequest request = client.request(HttpMethod.POST, port, "127.0.0.1", path).await();
    return request
        .putHeader("X-API-Key", TestNode.KEY)
        .putHeader("Content-Type", "multipart/form-data; boundary=b")
        .setChunked(true);
  }

  private static Buffer latin(String text) {
    return Buffer.buffer(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends two writes without a length, so that no header announces the body. */
  private static Reply post(String type, String body) {
    int port = URI.create(NODE.address()).getPort();
    return client
        .request(HttpMethod.POST, port, "127.0.0.1", "/api/proxy/daily-code/validate")
        .compose(request -> {
          request.putHeader("X-API-Key", TestNode.KEY).putHeader("Content-Type", type);
          request.setChunked(true);
          request.write(Buffer.buffer(body.substring(0, body.length() / 2)));
          request.end(Buffer.buffer(body.substring(body.length() / 2)));
          // Registers the body handler in the same step, because the body may arrive before this
          // thread's next one.
          return request.response().compose(Http2Test::read);
        })
        .await();
  }

  private static Future<Reply> read(HttpClientResponse response) {
    assertEquals(HttpVersion.HTTP_2, response.request().version());
    return response.body().map(text -> new Reply(response.statusCode(), text.toString()));
  }
}
