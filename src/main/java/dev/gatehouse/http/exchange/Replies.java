package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Outflow.LastChunk;
import dev.gatehouse.http.exchange.Preconditions.Validators;
import dev.gatehouse.http.ledger.Hold;
import dev.gatehouse.http.ledger.Refusal;
import dev.gatehouse.http.ledger.Resource;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.pages.Pages.ErrorNotice;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Ends a response with JSON or with the common error format. */
public final class Replies {
  private static final Logger LOG = LoggerFactory.getLogger(Replies.class);
  private static final int NOT_MODIFIED = 304;
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  /** Headers that describe the intended content and would be wrong on an error. */
  private static final List<String> OF_CONTENT =
      List.of(
          "ETag",
          "Last-Modified",
          "Content-Disposition",
          "Content-Encoding",
          "Content-Length",
          "Content-Range",
          "Content-Type",
          "Accept-Ranges",
          "Repr-Digest");

  /** Errors that the settings cause, and no fault of the service. */
  private static final Set<ErrorCode> OF_THE_SETTINGS =
      Set.of(ErrorCode.NOT_CONFIGURED, ErrorCode.GAME_FOLDER_MISSING);

  /** Bytes that are too many to compress on the event loop. */
  private static final int LARGE = 32_768;

  /** Maximum size in bytes of the error for a refused reply. */
  private static final int ERROR_BYTES = 1_024;

  private static final int FREE_BYTES = 4_096;

  private Replies() {}

  /** Sends an error reply, as a page for browsers, unless the client has disconnected. */
  public static void fail(Exchange exchange, ApiError failure) {
    fail(exchange, failure, isPageWanted(exchange));
  }

  private static void fail(Exchange exchange, ApiError failure, boolean page) {
    HttpServerResponse response = exchange.response();
    if (exchange.over() || response.ended() || response.closed()) {
      return;
    }
    if (failure.status() >= 500 && !failure.detail().isEmpty()) {
      LOG.atLevel(OF_THE_SETTINGS.contains(failure.code()) ? Level.WARN : Level.ERROR)
          .log(
              "{} {} {}: {} request={}",
              failure.status(),
              failure.code().wire(),
              exchange.route(),
              failure.detail(),
              exchange.requestId);
    }
    if (response.headWritten()) {
      exchange.abort();
      return;
    }
    OF_CONTENT.forEach(response.headers()::remove);
    response.setChunked(false);
    failure.headers().forEach(response::putHeader);
    response.putHeader(HeaderNames.CACHE_CONTROL, "no-store");
    if (page) {
      response.putHeader(HeaderNames.CONTENT_TYPE, Pages.TYPE);
      response.putHeader("Content-Security-Policy", Pages.POLICY);
      json(exchange, failure.status(), errorPage(exchange, failure));
    } else {
      json(exchange, failure.status(), Json.encode(failure.reply(exchange.fieldErrors)));
    }
  }

  /**
   * Sends encoded JSON. It is compressed if that is worthwhile and accepted, and replaced by a 304
   * if the client already has the same version.
   */
  public static void json(Exchange exchange, int status, Buffer plain) {
    boolean gzip = Compression.negotiate(exchange, plain.length());
    if (status == 200 && Preconditions.reads(exchange.request) && !wanted(exchange)) {
      return;
    }
    if (!gzip) {
      json(exchange, status, plain, false);
    } else if (plain.length() <= LARGE) {
      json(exchange, status, Compression.gzip(plain), true);
    } else {
      exchange
          .offload(() -> Compression.gzip(plain))
          .onSuccess(small -> json(exchange, status, small, true));
    }
  }

  private static void json(Exchange exchange, int status, Buffer body, boolean gzip) {
    if (exchange.over()) {
      return;
    }
    HttpServerResponse response = exchange.response();
    if (gzip) {
      response.putHeader("Content-Encoding", "gzip");
    }
    if (!response.headers().contains(HeaderNames.CONTENT_TYPE)) {
      response.putHeader(HeaderNames.CONTENT_TYPE, JSON);
    }
    response
        .setStatusCode(status)
        .putHeader(HeaderNames.CONTENT_LENGTH, Integer.toString(body.length()));
    end(exchange, body);
  }

  /**
   * Evaluates the conditions of a read against the validators in the response headers.
   *
   * @return false if the request was answered with 304 or 412
   */
  public static boolean wanted(Exchange exchange) {
    if (!Preconditions.present(exchange.request)) {
      return true;
    }
    Validators now = Validators.of(exchange.response().headers());
    return switch (Preconditions.evaluate(exchange.request, now)) {
      case HOLD -> true;
      case NOT_MODIFIED -> {
        exchange.response().setStatusCode(NOT_MODIFIED);
        end(exchange, Buffer.buffer());
        yield false;
      }
      case FAILED -> {
        fail(exchange, ApiError.changed());
        yield false;
      }
    };
  }

  /**
   * Ends the response with its only bytes, which are omitted for HEAD. They are charged to the
   * client's address until it has taken them.
   */
  public static void end(Exchange exchange, Buffer body) {
    int length = body.length();
    if (exchange.isHead() || isFree(exchange, length)) {
      last(exchange, body);
    } else if (length > Outflow.LARGE) {
      Outflow.sendWhole(exchange, body);
    } else {
      Hold hold = exchange.holdings().hold(Resource.REPLY_BYTES);
      Optional<Refusal> refusal = hold.grow(Outflow.charge(exchange, length));
      if (refusal.isEmpty()) {
        LastChunk.follow(exchange, length, last(exchange, body), hold);
      } else {
        exchange.holdings().release(hold);
        refuse(exchange, length, Holdings.error(Resource.REPLY_BYTES, refusal.get()));
      }
    }
  }

  /**
   * Returns whether the bytes of a reply need no charge: they are few, and the client has taken all
   * earlier replies of its HTTP/1 connection.
   */
  private static boolean isFree(Exchange exchange, int bytes) {
    return bytes == 0
        || (bytes <= FREE_BYTES && exchange.connection != null && exchange.connection.taken());
  }

  /** Sends an error instead of a reply. If there is no memory even for an error, aborts. */
  private static void refuse(Exchange exchange, int length, ApiError failure) {
    if (length > ERROR_BYTES) {
      // A page would be refused like the reply.
      fail(exchange, failure, false);
    } else {
      exchange.abort();
    }
  }

  /** Ends the response with its last bytes, which the caller has charged. */
  static Future<Void> last(Exchange exchange, Buffer last) {
    HttpServerRequest request = exchange.request;
    HttpServerResponse response = exchange.response();
    boolean bare = exchange.isHead() || last.length() == 0;
    Future<Void> sent = bare ? response.end() : response.end(last);
    if (request.version() == HttpVersion.HTTP_2) {
      sent.onComplete(done -> UnreadBody.resetWhenSent(exchange));
    }
    return sent;
  }

  /**
   * Returns whether the client is a browser that expects a page: the operation returns pages or
   * only redirects, or is unknown.
   */
  static boolean isPageWanted(Exchange exchange) {
    String accept = exchange.request.getHeader(HeaderNames.ACCEPT);
    if (accept == null || !accept.toLowerCase(Locale.ROOT).contains(Pages.TYPE)) {
      return false;
    }
    return exchange.operation == null
        || exchange.operation.produces().contains(Pages.TYPE)
        || (exchange.operation.produces().isEmpty() && Preconditions.reads(exchange.request));
  }

  static Buffer errorPage(Exchange exchange, ApiError failure) {
    return Buffer.buffer(
        exchange
            .pages()
            .html(
                "error",
                new ErrorNotice(
                    failure.status(),
                    failure.message(),
                    failure.code().wire(),
                    exchange.requestId,
                    failure.headers().get("Retry-After"))));
  }

  /**
   * Handler for a body that is still arriving when the reply is complete. A short rest is read and
   * discarded, so that the next request can follow. A longer rest ends the connection, or the
   * stream on HTTP/2.
   */
  static final class UnreadBody {
    private static final long DISCARDED = 65_536;

    /** Time for a client to disconnect after its body was rejected. */
    private static final long LINGER_MILLIS = 2_000;

    private static final long NO_ERROR = 0;
    private static final long CANCEL = 8;

    private UnreadBody() {}

    /** Announces in the reply's headers that the connection closes, if it will. */
    static void announceClose(Exchange exchange) {
      if (exchange.request.version() != HttpVersion.HTTP_2
          && (!skippable(exchange) || exchange.connection.breaksIn(exchange))) {
        exchange.response().headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      }
    }

    /** Handles the rest of the body. Called once the reply is complete. */
    static void leave(Exchange exchange) {
      HttpServerRequest request = exchange.request;
      if (request == null || exchange.received() || request.isEnded()) {
        return;
      }
      request.endHandler(null);
      if (request.version() == HttpVersion.HTTP_2) {
        discardStream(exchange);
        return;
      }
      request.handler(null);
      if (!skippable(exchange)) {
        // If the server closed first, a client that is still sending would get a reset and lose the
        // reply.
        exchange.vertx().setTimer(LINGER_MILLIS, late -> request.connection().close());
      }
      request.resume();
    }

    /** Resets one stream and leaves the others of the connection open. */
    static void reset(Exchange exchange) {
      exchange.response().reset(CANCEL);
    }

    /**
     * Informs an HTTP/2 client that the reply is complete and the rest of the body is not needed.
     */
    static void resetWhenSent(Exchange exchange) {
      if (!exchange.request.isEnded() && !skippable(exchange)) {
        exchange.response().reset(NO_ERROR);
      }
    }

    private static boolean skippable(Exchange exchange) {
      if (exchange.received() || exchange.request.isEnded()) {
        return true;
      }
      long announced = RequestValidator.announcedLength(exchange.request);
      return announced >= 0 && announced <= DISCARDED;
    }

    /**
     * Discards the rest of a stream. A stream may not declare its length, so its bytes are counted.
     */
    private static void discardStream(Exchange exchange) {
      HttpServerRequest request = exchange.request;
      HttpServerResponse response = exchange.response();
      long[] left = {DISCARDED};
      request.handler(chunk -> {
        left[0] -= chunk.length();
        if (left[0] < 0) {
          request.handler(null);
          response.reset(NO_ERROR);
        }
      });
      if (skippable(exchange)) {
        request.resume();
      } else {
        exchange.vertx().setTimer(LINGER_MILLIS, late -> resetWhenSent(exchange));
      }
    }
  }
}
