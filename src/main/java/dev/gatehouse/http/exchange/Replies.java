package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Json;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
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

  /** So much of an unwanted body is read and thrown away; a longer one costs the connection. */
  private static final long DISCARDED = 65_536;

  /** The time that a client may take to go away after a body that was refused. */
  private static final long LINGER_MILLIS = 2_000;

  private Replies() {}

  /** Answers with a failure; a client that has gone away is left alone. */
  public static void fail(Exchange exchange, Failure failure) {
    HttpServerResponse response = exchange.response();
    if (response.ended() || response.closed()) {
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
      // Too late for an error: only a broken connection tells the client that bytes are missing.
      exchange.request.connection().close();
      return;
    }
    failure.headers().forEach(response::putHeader);
    response.headers().remove("ETag").remove("Last-Modified").remove("Content-Disposition");
    response.putHeader("Cache-Control", "no-store");
    json(exchange, failure.status(), Json.encode(Map.of("error", failure.message())));
  }

  /** Answers with encoded JSON, compressed where that is worth it and the client takes it. */
  public static void json(Exchange exchange, int status, Buffer plain) {
    Buffer json = Compression.of(exchange, plain);
    exchange
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .putHeader("Content-Length", Integer.toString(json.length()));
    end(exchange, json);
  }

  /** Ends the response with its last bytes; what the client still sends is not left to clog. */
  public static void end(Exchange exchange, Buffer last) {
    HttpServerRequest request = exchange.request;
    if (exchange.bodyRead || request.isEnded()) {
      exchange.response().end(last);
      return;
    }
    long announced = BodyLength.announced(request);
    if (announced >= 0 && announced <= DISCARDED) {
      exchange.response().end(last);
      request.resume();
      return;
    }
    if (request.version() == HttpVersion.HTTP_2) {
      exchange.response().end(last);
      exchange.response().reset();
    } else {
      exchange.response().putHeader("Connection", "close").end(last);
      closeLater(request);
    }
  }

  /**
   * Leaves the client some time to finish its body, read the answer and close: if the server closed
   * first, the connection would be reset under a client that still sends, and the answer lost.
   */
  private static void closeLater(HttpServerRequest request) {
    HttpConnection connection = request.connection();
    Vertx.currentContext().owner().setTimer(LINGER_MILLIS, timer -> connection.close());
    request.resume();
  }
}
