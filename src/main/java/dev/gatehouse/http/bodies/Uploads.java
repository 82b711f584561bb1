package dev.gatehouse.http.bodies;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.contract.ValidationException;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.exchange.RequestValidator;
import dev.gatehouse.http.ledger.Resource;
import dev.gatehouse.settings.Http;
import dev.gatehouse.store.blobs.UploadCheck;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerFileUpload;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Streams a multipart file or a whole body into the blob store. The area receives a reference. */
public final class Uploads {
  /** Netty decodes bytes that are not UTF-8 to this character. */
  private static final char REPLACEMENT = '\uFFFD';

  private static final Pattern BOUNDARY =
      Pattern.compile(";\\s*boundary=", Pattern.CASE_INSENSITIVE);

  private static final String NO_FORM = "the body is not valid multipart/form-data";

  private final StagedUploads store;
  private final Map<String, UploadCheck> intakes;
  private final Staging.Pace pace;

  /**
   * @param intakes upload checks by name, including every name that the contract uses
   */
  public Uploads(StagedUploads store, Map<String, UploadCheck> intakes, Http settings) {
    this.store = store;
    this.intakes = intakes;
    this.pace =
        new Staging.Pace(
            settings.minUploadRate().size().bytes(), settings.minUploadRate().window());
  }

  void handle(RoutingContext context, Exchange exchange) {
    Operation operation = exchange.operation;
    HttpServerRequest request = exchange.request;
    boolean multipart = operation.body() != Operation.Body.STREAM;
    Set<String> types = operation.validation().mediaTypes();
    String type = Bodies.mediaType(request);
    UploadCheck intake = intakes.get(operation.intake());
    long limit = intake == null ? operation.maxBody() : intake.limit();
    // A multipart body may be larger than the file's limit, because of its part headers.
    long max = limit + (multipart ? pace.bytes() : 0);
    if (!types.contains(type)) {
      Replies.fail(exchange, unsupported(operation));
    } else if (RequestValidator.announcedLength(request) > max) {
      Replies.fail(exchange, Bodies.tooLarge(limit));
    } else if (multipart && !isForm(request)) {
      Replies.fail(exchange, ApiError.of(ErrorCode.FORM_INVALID, NO_FORM));
    } else {
      exchange
          .holdings()
          .takeOrFail(Resource.UPLOADS)
          .ifPresent(permit -> {
            // The permit is for receiving and storing. The area may work much longer.
            Runnable stored = permit::release;
            stage(context, exchange, new Arriving(intake, limit, max, type, stored));
          });
    }
  }

  /**
   * File that arrives.
   *
   * @param max maximum bytes of the whole body
   * @param stored run once the file is stored
   */
  private record Arriving(UploadCheck intake, long limit, long max, String type, Runnable stored) {}

  private void stage(RoutingContext context, Exchange exchange, Arriving file) {
    var staging = new Staging(store, file.intake(), file.limit(), exchange, pace);
    exchange.onFinish(() -> {
      staging.abandonUnlessComplete();
      store.dropUnlessHandedOver(exchange);
    });
    staging.watch();
    if (exchange.operation.body() == Operation.Body.STREAM) {
      stream(context, exchange, staging, file);
    } else {
      multipart(context, exchange, staging, file);
    }
  }

  /** Reads a form without files, which is a body in memory. */
  void form(RoutingContext context, Exchange exchange) {
    Operation operation = exchange.operation;
    HttpServerRequest request = exchange.request;
    if (!operation.validation().mediaTypes().contains(Bodies.mediaType(request))) {
      Replies.fail(exchange, unsupported(operation));
    } else if (RequestValidator.announcedLength(request) > operation.maxBody()) {
      Replies.fail(exchange, Bodies.tooLarge(operation.maxBody()));
    } else if (!isForm(request)) {
      Replies.fail(exchange, ApiError.of(ErrorCode.FORM_INVALID, NO_FORM));
    } else {
      var meter = new BodyMeter(exchange, operation.maxBody());
      request.handler(chunk -> meter.accept(chunk.length()));
      request.uploadHandler(part -> refuse(exchange, part, unknown(part.name(), Set.of())));
      exchange.receive(() -> {
        if (!exchange.over() && meter.parsed()) {
          form(context, exchange, operation);
        }
      });
    }
  }

  private static ApiError unsupported(Operation operation) {
    return ApiError.of(
        ErrorCode.MEDIA_TYPE_UNSUPPORTED,
        "the body must be " + String.join(" or ", operation.validation().mediaTypes()));
  }

  private static ApiError unknown(String field, Set<String> files) {
    String remedy = files.isEmpty() ? "" : "; the file part is called " + String.join(", ", files);
    return ApiError.of(
        ErrorCode.PARAMETER_UNKNOWN, field, field + " is not a known field" + remedy);
  }

  /**
   * Returns whether the multipart decoder accepts the request's content type. Without a boundary it
   * would read the body as URL-encoded fields.
   */
  private static boolean isForm(HttpServerRequest request) {
    String type = request.getHeader("Content-Type");
    if (!BOUNDARY.matcher(type).find()) {
      return false;
    }
    try {
      request.setExpectMultipart(true);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static void stream(
      RoutingContext context, Exchange exchange, Staging staging, Arriving file) {
    ContentDigest digest;
    try {
      digest = ContentDigest.of(exchange.request);
    } catch (ValidationException e) {
      Replies.fail(exchange, ApiError.of(e.code(), e.param(), e.getMessage()));
      return;
    }
    staging
        .take(exchange.request, digest)
        .onSuccess(blob -> {
          exchange.uploads =
              List.of(new Upload(blob.id(), blob.size(), blob.sha256(), "", file.type()));
          file.stored().run();
          context.next();
        })
        .onFailure(problem -> Replies.fail(exchange, Staging.failure(problem)));
    exchange.receive(staging::sourceEnded);
  }

  private static void multipart(
      RoutingContext context, Exchange exchange, Staging staging, Arriving file) {
    HttpServerRequest request = exchange.request;
    Set<String> names = exchange.operation.validation().files();
    request.handler(chunk -> {
      if (staging.arrived(chunk) > file.max()) {
        Replies.fail(exchange, Bodies.tooLarge(staging.limit()));
      }
    });
    request.uploadHandler(part -> {
      if (!names.contains(part.name())) {
        refuse(exchange, part, unknown(part.name(), names));
      } else if (staging.started()) {
        refuse(exchange, part, ApiError.invalid(part.name(), "must be sent once"));
      } else {
        part(context, exchange, staging, part, file.stored());
      }
    });
    exchange.receive(() -> {
      if (staging.running()) {
        staging.bodyEnded();
      } else {
        file.stored().run();
        form(context, exchange, exchange.operation);
      }
    });
  }

  private static void part(
      RoutingContext context,
      Exchange exchange,
      Staging staging,
      HttpServerFileUpload part,
      Runnable stored) {
    part.endHandler(end -> staging.sourceEnded());
    staging
        // A part has no Content-Digest header.
        .take(part, ContentDigest.NONE)
        .onSuccess(blob ->
            exchange.uploads =
                List.of(
                    new Upload(
                        blob.id(),
                        blob.size(),
                        blob.sha256(),
                        Objects.requireNonNullElse(part.filename(), ""),
                        Objects.requireNonNullElse(part.contentType(), ""))))
        .onComplete(done -> {
          if (done.failed()) {
            Replies.fail(exchange, Staging.failure(done.cause()));
          } else if (exchange.received()) {
            stored.run();
            form(context, exchange, exchange.operation);
          }
        });
  }

  private static void refuse(Exchange exchange, ReadStream<Buffer> part, ApiError failure) {
    part.handler(discarded -> {});
    Replies.fail(exchange, failure);
  }

  /** Reads the text fields beside the file, after the whole body has arrived. */
  private static void form(RoutingContext context, Exchange exchange, Operation operation) {
    if (exchange.over()) {
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    exchange
        .request
        .formAttributes()
        .forEach(entry -> fields.put(entry.getKey(), entry.getValue()));
    Optional<String> undecodable =
        fields.keySet().stream()
            .filter(name -> ((String) fields.get(name)).indexOf(REPLACEMENT) >= 0)
            .findFirst();
    if (undecodable.isPresent()) {
      Replies.fail(
          exchange,
          ApiError.of(
              ErrorCode.FORM_INVALID, undecodable.get(), undecodable.get() + " is not in UTF-8"));
      return;
    }
    try {
      exchange.body = operation.validation().form(fields);
      for (String name : operation.validation().files()) {
        if (exchange.uploads.isEmpty()) {
          throw ValidationException.missing(name);
        }
      }
      context.next();
    } catch (ValidationException e) {
      Replies.fail(exchange, ApiError.of(e.code(), e.param(), e.getMessage()));
    }
  }
}
