package dev.gatehouse.http.bodies;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.contract.Validation;
import dev.gatehouse.contract.ValidationException;
import dev.gatehouse.http.bodies.Bodies.BodyMeter;
import dev.gatehouse.http.bodies.MultipartForm.FormPart;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.exchange.RequestValidator;
import dev.gatehouse.http.ledger.Resource;
import dev.gatehouse.settings.Http;
import dev.gatehouse.store.blobs.UploadCheck;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/** Streams a multipart file or a whole body into the blob store. The area receives a reference. */
public final class Uploads {
  private final StagedUploads staged;
  private final Map<String, UploadCheck> uploadChecks;
  private final Staging.Pace pace;

  /**
   * @param uploadChecks upload checks by name, including every name that the contract uses
   */
  public Uploads(StagedUploads staged, Map<String, UploadCheck> uploadChecks, Http settings) {
    this.staged = staged;
    this.uploadChecks = uploadChecks;
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
    UploadCheck intake = uploadChecks.get(operation.intake());
    long limit = intake == null ? operation.maxBody() : intake.limit();
    // A multipart body may be larger than the file's limit, because of its part headers.
    long max = limit + (multipart ? pace.bytes() : 0);
    if (!types.contains(type)) {
      Replies.fail(exchange, unsupported(operation));
    } else if (RequestValidator.announcedLength(request) > max) {
      Replies.fail(exchange, Bodies.tooLarge(limit));
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
    var staging = new Staging(staged, file.intake(), file.limit(), exchange, pace);
    exchange.onFinish(() -> {
      staging.abandonUnlessComplete();
      staged.dropUnlessHandedOver(exchange);
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
    } else {
      var meter = new BodyMeter(exchange, operation.maxBody());
      read(
          exchange,
          new TextFields(operation.validation()),
          chunk -> meter.accept(chunk.length()),
          form -> {
            if (meter.parsed()) {
              proceed(context, exchange, form);
            }
          });
    }
  }

  /**
   * Parses a form while it arrives. A malformed form is answered with 400.
   *
   * @param counts counts each chunk; false if the request has been answered
   * @param whole receives the complete form
   */
  private static void read(
      Exchange exchange,
      MultipartForm.Files files,
      Predicate<Buffer> counts,
      Consumer<MultipartForm> whole) {
    Optional<MultipartForm> parser =
        MultipartForm.of(exchange.request.getHeader("Content-Type"), files);
    if (parser.isEmpty()) {
      Replies.fail(exchange, ApiError.of(ErrorCode.FORM_INVALID, "Content-Type has no boundary"));
      return;
    }
    MultipartForm form = parser.get();
    exchange.request.handler(chunk -> {
      if (counts.test(chunk)) {
        parse(exchange, () -> form.accept(chunk));
      }
    });
    exchange.receive(() ->
        parse(
            exchange,
            () -> {
              form.end();
              whole.accept(form);
            }));
  }

  private static void parse(Exchange exchange, Runnable step) {
    if (!exchange.over()) {
      try {
        step.run();
      } catch (ValidationException e) {
        exchange.fieldErrors = Bodies.fieldErrors(e);
        Replies.fail(exchange, ApiError.of(e.code(), e.param(), e.getMessage()));
      }
    }
  }

  private static ApiError unsupported(Operation operation) {
    return ApiError.of(
        ErrorCode.MEDIA_TYPE_UNSUPPORTED,
        "the body must be " + String.join(" or ", operation.validation().mediaTypes()));
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
    exchange.request.handler(chunk -> {
      staging.arrived(chunk);
      staging.accept(Staging.view(chunk));
    });
    staging
        .begin(digest)
        .onSuccess(blob -> {
          exchange.uploads =
              List.of(new Upload(blob.id(), blob.size(), blob.sha256(), "", file.type()));
          file.stored().run();
          context.next();
        })
        .onFailure(problem -> Replies.fail(exchange, Staging.failure(problem)));
    exchange.receive(staging::end);
  }

  private static void multipart(
      RoutingContext context, Exchange exchange, Staging staging, Arriving file) {
    read(
        exchange,
        new StagedFile(exchange, staging),
        chunk -> {
          if (staging.arrived(chunk) > file.max()) {
            Replies.fail(exchange, Bodies.tooLarge(staging.limit()));
          }
          return !exchange.over();
        },
        form -> {
          if (!staging.begun()) {
            file.stored().run();
            proceed(context, exchange, form);
            return;
          }
          staging
              .outcome()
              .onSuccess(blob -> {
                file.stored().run();
                proceed(context, exchange, form);
              });
        });
  }

  /** Passes a complete form to the next stage. */
  private static void proceed(RoutingContext context, Exchange exchange, MultipartForm form) {
    parse(
        exchange,
        () -> {
          Validation validation = exchange.operation.validation();
          exchange.body = validation.form(form.fields());
          if (exchange.uploads.isEmpty()) {
            validation.files().stream()
                .findFirst()
                .ifPresent(name -> {
                  throw ValidationException.missing(name);
                });
          }
          context.next();
        });
  }

  /** Form without files. */
  private record TextFields(Validation validation) implements MultipartForm.Files {
    @Override
    public boolean begin(FormPart part) {
      if (!validation.hasField(part.name())) {
        Set<String> files = validation.files();
        String remedy =
            files.isEmpty() ? "" : "; the file part is called " + String.join(", ", files);
        throw new ValidationException(
            ErrorCode.PARAMETER_UNKNOWN,
            part.name(),
            part.name() + " is not a known field" + remedy);
      }
      return false;
    }

    @Override
    public void write(ByteBuffer bytes) {
      throw new IllegalStateException("a form without files");
    }

    @Override
    public void end() {
      throw new IllegalStateException("a form without files");
    }
  }

  /** Form with a file that is staged while it arrives. */
  private record StagedFile(Exchange exchange, Staging staging) implements MultipartForm.Files {
    @Override
    public boolean begin(FormPart part) {
      Validation validation = exchange.operation.validation();
      if (!validation.files().contains(part.name())) {
        return new TextFields(validation).begin(part);
      }
      if (staging.begun()) {
        throw new ValidationException(
            ErrorCode.PARAMETER_INVALID, part.name(), part.name() + " must be sent once");
      }
      staging
          // A part has no Content-Digest header.
          .begin(ContentDigest.NONE)
          .onSuccess(blob ->
              exchange.uploads =
                  List.of(
                      new Upload(
                          blob.id(),
                          blob.size(),
                          blob.sha256(),
                          part.fileName(),
                          part.contentType())))
          .onFailure(problem -> Replies.fail(exchange, Staging.failure(problem)));
      return true;
    }

    @Override
    public void write(ByteBuffer bytes) {
      staging.accept(bytes);
    }

    @Override
    public void end() {
      staging.end();
    }
  }
}
