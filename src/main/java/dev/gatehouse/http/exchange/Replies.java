package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a response: with JSON, or with the one shape of errors. */
public final class Replies {
  private static final Logger LOG = LoggerFactory.getLogger(Replies.class);
  private static final int SERVER_ERROR = 500;
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  private Replies() {}

  /** Answers with a failure; a client that has gone away is left alone. */
  public static void fail(Exchange exchange, Failure failure) {
    HttpServerResponse response = exchange.response();
    if (exchange.over() || response.ended() || response.closed()) {
      return;
    }
    if (failure.status() >= SERVER_ERROR && !failure.detail().isEmpty()) {
      LOG.error(
          "{} {}: {} request={}",
          failure.status(),
          exchange.route(),
          failure.detail(),
          exchange.requestId);
    }
    if (response.headWritten()) {
      exchange.abort();
      return;
    }
    failure.headers().forEach(response::putHeader);
    response.headers().remove("ETag").remove("Last-Modified").remove("Content-Disposition");
    response.putHeader(HeaderNames.CACHE_CONTROL, "no-store");
    json(exchange, failure.status(), Json.encode(Map.of("error", failure.message())));
  }

  /** Answers with encoded JSON, compressed where that is worth it and the client takes it. */
  public static void json(Exchange exchange, int status, Buffer plain) {
    Buffer json = Compression.of(exchange, plain);
    exchange
        .response()
        .setStatusCode(status)
        .putHeader(HeaderNames.CONTENT_TYPE, JSON)
        .putHeader(HeaderNames.CONTENT_LENGTH, Integer.toString(json.length()));
    end(exchange, json);
  }

  /** Ends the response with its last bytes; to a HEAD they are none. */
  public static void end(Exchange exchange, Buffer last) {
    HttpServerRequest request = exchange.request;
    HttpServerResponse response = exchange.response();
    boolean bare = request.method().equals(HttpMethod.HEAD) || last.length() == 0;
    Future<Void> sent = bare ? response.end() : response.end(last);
    if (request.version() == HttpVersion.HTTP_2) {
      sent.onComplete(done -> UnreadBody.resetWhenSent(exchange));
    }
  }
}
