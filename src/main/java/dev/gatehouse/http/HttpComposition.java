package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.bodies.Bodies;
import dev.gatehouse.http.bodies.StagedUploads;
import dev.gatehouse.http.bodies.Uploads;
import dev.gatehouse.http.documents.Docs;
import dev.gatehouse.http.downloads.Downloads;
import dev.gatehouse.http.downloads.Streams;
import dev.gatehouse.http.events.EventStreams;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.http.exchange.ClientConnections;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.InFlight;
import dev.gatehouse.http.exchange.Loop;
import dev.gatehouse.http.exchange.MalformedRequests;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.exchange.RequestContextStage;
import dev.gatehouse.http.exchange.RequestValidator;
import dev.gatehouse.http.exchange.TransferWatch;
import dev.gatehouse.http.stages.AreaCalls;
import dev.gatehouse.http.stages.BanFilter;
import dev.gatehouse.http.stages.ClosedOperations;
import dev.gatehouse.http.stages.Cors;
import dev.gatehouse.http.stages.Credentials;
import dev.gatehouse.http.stages.Credentials.CredentialRecheck;
import dev.gatehouse.http.stages.CurrentState;
import dev.gatehouse.http.stages.Dispatch;
import dev.gatehouse.http.stages.FormerHosts;
import dev.gatehouse.http.stages.Idempotency;
import dev.gatehouse.http.stages.Parameters;
import dev.gatehouse.http.stages.RateLimitStage;
import dev.gatehouse.http.stages.SameOrigin;
import dev.gatehouse.http.stages.Tickets;
import dev.gatehouse.http.stages.UnknownPaths;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/** Stages of one event loop with all their dependencies, composed with constructors. */
final class HttpComposition {
  /**
   * Number of worker threads for large JSON bodies. Low, so that they cannot occupy the machine.
   */
  private static final int JSON_WORKERS = 2;

  final ClientConnections connections;
  final RequestHandler requestHandler;
  final Cors cors;
  final FormerHosts formerHosts;
  final Credentials credentials;
  final RateLimitStage limits;
  final Tickets tickets;
  final UnknownPaths unknownPaths;
  final Parameters parameters = new Parameters();
  final ClosedOperations closed;
  final SameOrigin sameOrigin;
  final CurrentState current;
  final Bodies bodies;
  final Dispatch dispatch;
  final EventStreams events;

  private final Vertx vertx;
  private final HttpDependencies dependencies;
  private final Settings settings;

  HttpComposition(Vertx vertx, HttpDependencies dependencies) {
    this.vertx = vertx;
    this.dependencies = dependencies;
    settings = dependencies.settings();

    var honeypotPaths =
        dependencies
            .honeypotPaths()
            .withPaths(dependencies.contract().operations().stream().map(Operation::path).toList());
    var banFilter =
        new BanFilter(
            dependencies.bans(),
            honeypotPaths,
            dependencies.addresses(),
            dependencies.dispatcher(),
            dependencies.clock().guarded());
    var loop =
        new Loop(
            vertx,
            vertx.createSharedWorkerExecutor("json", JSON_WORKERS),
            dependencies.clock(),
            dependencies.inFlight().ledger(),
            new TransferWatch(vertx, settings.http().minDownloadRate()),
            dependencies.pages().design());
    var areas =
        new AreaCalls(
            dependencies.dispatcher(), dependencies.answers(), settings.publicAddress().url());
    connections =
        new ClientConnections(
            vertx,
            settings.http(),
            settings.drain().timeout(),
            dependencies.charges(),
            dependencies.faults());
    limits =
        new RateLimitStage(dependencies.limits(), settings, dependencies.refusals(), banFilter);
    cors = new Cors(settings.cors().origins(), settings.cors().maxAge(), limits);
    formerHosts = new FormerHosts(settings.publicAddress());
    requestHandler =
        new RequestHandler(
            new RequestContextStage(
                loop,
                dependencies.addresses(),
                cors.marks(),
                settings.http().tls(),
                // One generator for each event loop, so that no request waits for a lock.
                new SplittableRandom(dependencies.random().nextLong()),
                dependencies.dispatcher().tracer()),
            connections,
            banFilter,
            limits,
            dependencies.accessLog(),
            dependencies.inFlight());
    credentials =
        new Credentials(
            dependencies.verification(),
            settings.access().apiKeyHeader(),
            settings.contact().url(),
            banFilter);
    tickets =
        new Tickets(
            dependencies.dispatcher(),
            dependencies.verification().revocations(),
            dependencies.verification().confirmation());
    closed = new ClosedOperations(settings.publicAddress().closed(), dependencies.pages().design());
    sameOrigin = new SameOrigin(settings.publicAddress().url());
    unknownPaths = new UnknownPaths(dependencies.contract(), new Docs(dependencies.pages()));
    var stagedUploads = new StagedUploads(dependencies.blobs(), dependencies.workers());
    bodies =
        new Bodies(
            settings.http().bodyTimeout(),
            new Uploads(stagedUploads, uploadChecks(), settings.http()));
    current = new CurrentState(dependencies.contract(), areas);
    dispatch = dispatch(areas, stagedUploads);
    events = events(banFilter);
  }

  /** Returns the upload checks by name, including every name that the contract uses. */
  private Map<String, UploadCheck> uploadChecks() {
    Map<String, UploadCheck> uploadChecks =
        dependencies.uploadChecks().stream()
            .collect(Collectors.toMap(UploadCheck::name, Function.identity()));
    for (Operation operation : dependencies.contract().operations()) {
      if (!operation.intake().isEmpty() && !uploadChecks.containsKey(operation.intake())) {
        throw new IllegalStateException(operation.id() + ": unknown x-upload-check");
      }
    }
    return uploadChecks;
  }

  private Dispatch dispatch(AreaCalls areas, StagedUploads stagedUploads) {
    Map<String, Rendition> renditions =
        dependencies.renditions().stream()
            .collect(Collectors.toMap(Rendition::name, Function.identity()));
    var streams = new Streams(dependencies.workers());
    return new Dispatch(
        areas,
        current,
        new Idempotency(dependencies.idempotencyKeys(), dependencies.clock()),
        dependencies.claims(),
        new Downloads(renditions, streams),
        stagedUploads);
  }

  private EventStreams events(BanFilter banFilter) {
    var welcome =
        new CredentialRecheck(
            dependencies.verification().revocations(), banFilter, dependencies.clock().guarded());
    return new EventStreams(
        vertx,
        dependencies.dispatcher(),
        dependencies.contract().operations().stream()
            .map(Operation::stream)
            .filter(stream -> !stream.isEmpty())
            .collect(Collectors.toSet()),
        welcome::holds,
        dependencies.verification().confirmation(),
        settings.http().heartbeat());
  }

  /**
   * Receives every request and tracks it until it ends. A request with an invalid path, host or
   * framing, or bytes that are not HTTP, passes no stage after the rate limit.
   */
  record RequestHandler(
      RequestContextStage arrival,
      ClientConnections connections,
      BanFilter banFilter,
      RateLimitStage limits,
      AccessLog accessLog,
      InFlight inFlight) {
    /** Returns the handler that passes every request to one of the routes. */
    Handler<HttpServerRequest> routing(Routes routes) {
      return request -> admit(request, routes);
    }

    /** Passes a request to its route, or rejects a request that cannot be routed. */
    private void admit(HttpServerRequest request, Routes routes) {
      ApiError fault = RequestValidator.fault(request);
      if (connections.follows(request)) {
        return;
      }
      if (fault == null) {
        routes.handle(request);
      } else if (RequestValidator.isOfServer(request)) {
        Exchange exchange = greet(request);
        limited(exchange, () -> noContent(exchange));
      } else {
        refuse(greet(request), fault);
      }
    }

    /**
     * Answers bytes that are not a valid HTTP request, such as a header section that is too large.
     */
    void malformed(HttpServerRequest request) {
      if (connections.follows(request)) {
        return;
      }
      Exchange exchange = greet(request);
      if (request.version() != HttpVersion.HTTP_2) {
        // Otherwise a client would send its next request into the closing connection.
        exchange.response().headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      }
      exchange.onFinish(() -> request.connection().close());
      refuse(exchange, MalformedRequests.failure(request.decoderResult().cause()));
    }

    /**
     * Sends a failure. The request still counts against the rate limit, and a banned client gets
     * only the ban's reply.
     */
    private void refuse(Exchange exchange, ApiError failure) {
      limited(exchange, () -> Replies.fail(exchange, failure));
    }

    private void limited(Exchange exchange, Runnable reply) {
      banFilter.admit(exchange, () -> limits.handle(exchange, reply, problem -> reply.run()));
    }

    private static void noContent(Exchange exchange) {
      exchange.response().setStatusCode(204);
      Replies.end(exchange, Buffer.buffer());
    }

    /** Runs the first stage, which creates the exchange of a request. */
    void arrive(RoutingContext context) {
      Exchange exchange = greet(context.request());
      exchange.bind(context);
      banFilter.admit(exchange, context::next);
    }

    private Exchange greet(HttpServerRequest request) {
      Exchange exchange = arrival.greet(request);
      exchange.onFinish(() -> accessLog.write(exchange));
      inFlight.count(exchange);
      connections.begin(exchange);
      return exchange;
    }
  }
}
