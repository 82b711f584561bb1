package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.TestNode;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;

/**
 * One HTTP/2 stream that is optionally reset before, during or after its request and its response.
 */
final class Http2Act {
  private static final int PATIENCE_MILLIS = 400;

  /** Timeout for a stream whose client may be closed meanwhile. */
  private static final int STREAM_SECONDS = 30;

  private final TestNode node;
  private final Random random;
  private final Supplier<String> tickets;

  Http2Act(TestNode node, long seed, Supplier<String> tickets) {
    this.node = node;
    this.random = new Random(seed);
    this.tickets = tickets;
  }

  /** Returns options of a client that trusts every certificate. */
  static HttpClientOptions trusting(HttpVersion version) {
    return new HttpClientOptions()
        .setProtocolVersion(version)
        .setUseAlpn(true)
        .setSsl(true)
        .setTrustAll(true)
        .setVerifyHost(false);
  }

  static RequestOptions options(URI address, HttpMethod method, String path) {
    return new RequestOptions()
        .setHost(address.getHost())
        .setPort(address.getPort())
        .setSsl(address.getScheme().equals("https"))
        .setMethod(method)
        .setURI(path);
  }

  /** Completes when the stream ends, regardless of the outcome. */
  Future<Void> play(HttpClient client) {
    int kind = random.nextInt(7);
    String path =
        switch (kind) {
          case 0 -> "/api/proxy/still-alive/status";
          case 1 -> "/audio/" + RandomRequests.SONG;
          case 2 -> "/api/proxy/bots/trading/logs/stream";
          case 3 -> "/api/proxy/notifications/stream?ticket=" + tickets.get();
          case 4 -> "/api/proxy/daily-code/validate";
          case 5 -> "/audio/upload";
          default -> "/api/proxy/resume";
        };
    HttpMethod method = HttpMethod.GET;
    if (kind > 3) {
      method = kind == 6 ? HttpMethod.PUT : HttpMethod.POST;
    }
    return client
        .request(options(URI.create(node.address()), method, path))
        .timeout(STREAM_SECONDS, TimeUnit.SECONDS)
        .compose(request -> send(request, kind))
        .otherwiseEmpty();
  }

  private Future<Void> send(HttpClientRequest request, int kind) {
    request.putHeader("X-API-Key", TestNode.KEY).putHeader("X-Forwarded-For", node.freshAddress());
    if (random.nextInt(8) == 0) {
      request.headers().remove("X-API-Key");
    }
    Future<HttpClientResponse> response = request.response();
    if (kind <= 3) {
      request.end();
    } else {
      body(request, kind);
    }
    if (random.nextInt(3) == 0) {
      request.reset();
    }
    return response
        .compose(this::read)
        .timeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .onFailure(late -> request.reset());
  }

  private void body(HttpClientRequest request, int kind) {
    String json = "{\"code\":\"abc\"}";
    switch (kind) {
      case 4 -> request.putHeader("Content-Type", "application/json");
      case 5 -> request.putHeader("Content-Type", "multipart/form-data; boundary=b");
      default -> request.putHeader("Content-Type", "application/pdf");
    }
    request.setChunked(true);
    boolean whole = random.nextBoolean();
    if (kind == 4) {
      request.write(whole ? json : json.substring(0, random.nextInt(json.length() - 1) + 1));
    } else {
      request.write(kind == 5 ? Forms.part("file", "a.wav", new byte[70_000]) : "%PDF-1.4\n");
      request.write(Buffer.buffer(new byte[random.nextInt(200_000) + 1]));
    }
    if (whole) {
      request.end();
    }
  }

  private Future<Void> read(HttpClientResponse response) {
    if (random.nextBoolean()) {
      response.request().reset();
      return Future.succeededFuture();
    }
    if (random.nextBoolean()) {
      response.pause();
      return response.end();
    }
    return response.end();
  }
}
