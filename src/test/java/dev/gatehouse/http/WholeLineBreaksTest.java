package dev.gatehouse.http;

import static dev.gatehouse.http.Forms.part;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A body is parsed identically for every split by the network, at each position around a file's
 * end.
 */
@Tag("slow")
class WholeLineBreaksTest {
  @RegisterExtension static final TestNode NODE = new TestNode().tls();
  private static final int BEFORE = 3;
  private static final int BEHIND = 4;

  @AutoClose private static final Vertx VERTX = Vertx.vertx();

  private static HttpClient client(HttpVersion version) {
    return VERTX.createHttpClient(Http2Act.trusting(version));
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void storesSameFileForAnyChunkBoundary(HttpVersion version) {
    HttpClient client = client(version);
    for (String end : List.of("x", "\r", "\n", "\r\n", "\r\r")) {
      byte[] wav = Wavs.tone(100);
      byte[] last = end.getBytes(StandardCharsets.ISO_8859_1);
      System.arraycopy(last, 0, wav, wav.length - last.length, last.length);
      String form = part("file", "cut.wav", wav) + "--b--\r\n";
      int ends = form.lastIndexOf("\r\n--b--");
      for (int cut = ends - BEFORE; cut <= ends + BEHIND; cut++) {
        byte[] stored = storedAs(client, form, cut);
        assertArrayEquals(wav, stored, "end " + last[last.length - 1] + " cut " + (cut - ends));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void keepsTrailingCarriageReturnOfBody(HttpVersion version) {
    HttpClient client = client(version);
    for (List<String> pieces :
        List.of(List.of("%PDF-1.7\r"), List.of("%PDF-1.7\r", "\r"), List.of("%PDF-1.7", "\r"))) {
      HttpClientRequest put = request(client, HttpMethod.PUT, "/api/proxy/resume");
      put.putHeader("Content-Type", "application/pdf").setChunked(true);
      for (String piece : pieces) {
        put.write(Buffer.buffer(piece)).await();
      }
      assertEquals(200, ended(put).status());
      HttpClientRequest download = request(client, HttpMethod.POST, "/api/proxy/resume/download");
      assertEquals(String.join("", pieces), ended(download).body().toString());
    }
  }

  private static byte[] storedAs(HttpClient client, String form, int cut) {
    Buffer bytes = Buffer.buffer(form.getBytes(StandardCharsets.ISO_8859_1));
    HttpClientRequest post = request(client, HttpMethod.POST, "/audio/upload");
    post.putHeader("Content-Type", "multipart/form-data; boundary=b").setChunked(true);
    post.write(bytes.slice(0, cut)).await();
    post.write(bytes.slice(cut, bytes.length())).await();
    Reply uploaded = ended(post);
    assertEquals(201, uploaded.status(), uploaded.body().toString());
    String name = new JsonObject(uploaded.body()).getString("filename");
    return ended(request(client, HttpMethod.GET, "/audio/" + name)).body().getBytes();
  }

  private record Reply(int status, Buffer body) {}

  private static HttpClientRequest request(HttpClient client, HttpMethod method, String path) {
    int port = URI.create(NODE.address()).getPort();
    return client
        .request(method, port, "127.0.0.1", path)
        .await()
        .putHeader("X-API-Key", TestNode.KEY);
  }

  private static Reply ended(HttpClientRequest request) {
    // Registered before anything is sent, because the body may arrive before a later registration.
    Future<Reply> reply =
        request
            .response()
            .compose(head -> head.body().map(body -> new Reply(head.statusCode(), body)));
    request.end();
    return reply.await();
  }
}
