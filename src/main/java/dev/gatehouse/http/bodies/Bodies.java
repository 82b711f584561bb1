package dev.gatehouse.http.bodies;

import module java.base;

import com.fasterxml.jackson.core.JsonParser;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiError.ErrorReply.FieldError;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.contract.Validation;
import dev.gatehouse.contract.ValidationException;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Holdings;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.exchange.RequestValidator;
import dev.gatehouse.http.ledger.Hold;
import dev.gatehouse.http.ledger.Refusal;
import dev.gatehouse.http.ledger.Resource;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/**
 * Eighth stage: reads the body of an admitted request. JSON is buffered within the operation's
 * limit and the node's memory budget. A form without files is a body like JSON. Every other body is
 * streamed into the blob store.
 *
 * @param timeout maximum time for receiving a complete JSON body or form
 */
public record Bodies(Duration timeout, Uploads uploads) {
  private static final String JSON = "application/json";
  private static final String IDENTITY = "identity";

  /** Size in bytes above which a body is parsed and checked on a worker thread. */
  private static final int LARGE = 32_768;

  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    Operation operation = exchange.operation;
    if (encoded(exchange.request)) {
      Map<String, String> plain = Map.of("Accept-Encoding", IDENTITY);
      Replies.fail(
          exchange,
          ApiError.of(
                  ErrorCode.CONTENT_ENCODING_UNSUPPORTED,
                  "Content-Encoding",
                  "the body must not have a Content-Encoding")
              .with(plain));
      return;
    }
    switch (operation.body()) {
      case NONE -> context.next();
      case JSON, RAW -> json(context, exchange, operation);
      case MULTIPART, STREAM -> upload(context, exchange, operation);
      case JSON_OR_MULTIPART -> {
        if (mediaType(exchange.request).equals(JSON)) {
          json(context, exchange, operation);
        } else {
          upload(context, exchange, operation);
        }
      }
    }
  }

  private void upload(RoutingContext context, Exchange exchange, Operation operation) {
    boolean form =
        operation.body() != Operation.Body.STREAM && operation.validation().files().isEmpty();
    if (form) {
      limitTime(exchange);
      uploads.form(context, exchange);
    } else {
      uploads.handle(context, exchange);
    }
  }

  private void json(RoutingContext context, Exchange exchange, Operation operation) {
    HttpServerRequest request = exchange.request;
    long announced = RequestValidator.announcedLength(request);
    if (announced == 0) {
      none(context, exchange, operation);
    } else if (!operation.validation().mediaTypes().contains(mediaType(request))) {
      String types = String.join(" or ", new TreeSet<>(operation.validation().mediaTypes()));
      Replies.fail(
          exchange, ApiError.of(ErrorCode.MEDIA_TYPE_UNSUPPORTED, "the body must be " + types));
    } else if (announced > operation.maxBody()) {
      Replies.fail(exchange, tooLarge(operation.maxBody()));
    } else {
      read(context, exchange, operation);
    }
  }

  private static void none(RoutingContext context, Exchange exchange, Operation operation) {
    if (operation.validation().bodyRequired()) {
      Replies.fail(exchange, ApiError.of(ErrorCode.BODY_MISSING, "a JSON body is required"));
    } else {
      context.next();
    }
  }

  private void read(RoutingContext context, Exchange exchange, Operation operation) {
    Buffer body = Buffer.buffer();
    var meter = new BodyMeter(exchange, operation.maxBody());
    limitTime(exchange);
    exchange.request.handler(chunk -> {
      if (meter.accept(chunk.length())) {
        body.appendBuffer(chunk);
      }
    });
    exchange.receive(() -> {
      if (!exchange.over() && meter.parsed()) {
        parse(context, exchange, operation, body);
      }
    });
  }

  private void limitTime(Exchange exchange) {
    exchange.after(
        timeout,
        () -> {
          if (!exchange.received()) {
            Replies.fail(
                exchange, ApiError.of(ErrorCode.REQUEST_TOO_SLOW, "the body took too long"));
          }
        });
  }

  private static void parse(
      RoutingContext context, Exchange exchange, Operation operation, Buffer body) {
    if (body.length() <= LARGE) {
      Optional<ApiError> fault = fault(exchange, operation, body);
      proceed(context, exchange, operation, body, fault);
    } else {
      exchange
          .offload(() -> fault(exchange, operation, body))
          .onSuccess(fault -> proceed(context, exchange, operation, body, fault))
          .onFailure(context::fail);
    }
  }

  /** Returns the errors of all fields; empty if only one is at fault. */
  static List<FieldError> fieldErrors(ValidationException fault) {
    return fault.others().isEmpty()
        ? List.of()
        : Stream.concat(Stream.of(fault), fault.others().stream())
            .map(each -> new FieldError(each.param(), each.code(), each.getMessage()))
            .toList();
  }

  /** Parses the body and validates it against the contract. */
  private static Optional<ApiError> fault(Exchange exchange, Operation operation, Buffer body) {
    try {
      ContentDigest.of(exchange.request).require(body);
      if (body.length() > 0) {
        exchange.body = parsed(exchange.request, operation, body);
      }
      return Optional.empty();
    } catch (ValidationException e) {
      exchange.fieldErrors = fieldErrors(e);
      return Optional.of(ApiError.of(e.code(), e.param(), e.getMessage()));
    } catch (IOException e) {
      return Optional.of(ApiError.of(ErrorCode.BODY_INVALID_JSON, "the body is not valid JSON"));
    }
  }

  private static Object parsed(HttpServerRequest request, Operation operation, Buffer body)
      throws IOException {
    if (operation.body() == Operation.Body.RAW) {
      return text(body);
    }
    return mediaType(request).equals(Validation.URL_ENCODED)
        ? operation.validation().urlEncoded(body.toString(StandardCharsets.UTF_8))
        : json(operation, body);
  }

  private static Object json(Operation operation, Buffer body) throws IOException {
    try (JsonParser in = Json.parser(body)) {
      return operation.validation().body(in);
    }
  }

  /** Decodes the body without normalizing it: encoding the text as UTF-8 returns the same bytes. */
  private static String text(Buffer body) throws IOException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body.getBytes())).toString();
  }

  private static void proceed(
      RoutingContext context,
      Exchange exchange,
      Operation operation,
      Buffer body,
      Optional<ApiError> fault) {
    if (fault.isPresent()) {
      Replies.fail(exchange, fault.get());
    } else if (body.length() == 0) {
      // A body without an announced length turns out to be empty only here.
      none(context, exchange, operation);
    } else if (!exchange.over()) {
      context.next();
    }
  }

  static ApiError tooLarge(long limit) {
    return ApiError.of(ErrorCode.BODY_TOO_LARGE, "the body is larger than " + limit + " bytes");
  }

  /**
   * Returns whether the body has a content coding. Nothing here decodes it, so the area would
   * receive the encoded bytes.
   */
  private static boolean encoded(HttpServerRequest request) {
    String coding = request.getHeader("Content-Encoding");
    return coding != null && !coding.strip().equalsIgnoreCase(IDENTITY);
  }

  static String mediaType(HttpServerRequest request) {
    String type = request.getHeader("Content-Type");
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /**
   * Memory of one body. It is charged in growing steps when bytes arrive, never by an announced
   * length, so a client holds only what it has sent.
   */
  static final class BodyMeter {
    private static final long FIRST_STEP = 1_024;
    private static final long LARGE_STEP = 65_536;
    private static final int SMALL_FACTOR = 4;

    /** Memory of a parsed body in relation to its bytes, apart from the bytes themselves. */
    private static final int PARSED = 2;

    private final Exchange exchange;
    private final Hold hold;
    private final long max;
    private long arrived;

    /**
     * @param max maximum bytes of the body
     */
    BodyMeter(Exchange exchange, long max) {
      this.exchange = exchange;
      this.max = max;
      this.hold = exchange.holdings().untilFinished(Resource.BODY_BYTES);
    }

    /**
     * Charges bytes that have arrived, or sends the error.
     *
     * @return false if the body must not be read further
     */
    boolean accept(int bytes) {
      if (exchange.over()) {
        return false;
      }
      exchange.holdings().progressed();
      arrived += bytes;
      if (arrived > max) {
        Replies.fail(exchange, Bodies.tooLarge(max));
        return false;
      }
      long step = hold.amount();
      while (step < arrived) {
        step = next(step);
      }
      return charge(step - hold.amount());
    }

    /** Returns the next capacity: 1 KB, 4 KB, 16 KB, 64 KB, then twice as much each time. */
    private long next(long step) {
      long next = step < LARGE_STEP ? step * SMALL_FACTOR : step * 2;
      return Math.min(max, Math.max(FIRST_STEP, next));
    }

    /** Charges the memory of the parsed body, or sends the error. It is no longer evicted. */
    boolean parsed() {
      hold.pin();
      return charge(PARSED * arrived);
    }

    private boolean charge(long more) {
      if (more == 0) {
        return true;
      }
      Optional<Refusal> refusal = hold.grow(more);
      refusal.ifPresent(
          reason -> Replies.fail(exchange, Holdings.error(Resource.BODY_BYTES, reason)));
      return refusal.isEmpty();
    }
  }
}
