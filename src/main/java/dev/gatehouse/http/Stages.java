package dev.gatehouse.http;

import dev.gatehouse.bus.Failure;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.gate.Policy;
import dev.gatehouse.http.bodies.Bodies;
import dev.gatehouse.http.bodies.StagedUploads;
import dev.gatehouse.http.bodies.Uploads;
import dev.gatehouse.http.documents.Docs;
import dev.gatehouse.http.downloads.Downloads;
import dev.gatehouse.http.downloads.Streams;
import dev.gatehouse.http.events.EventStreams;
import dev.gatehouse.http.exchange.Arrival;
import dev.gatehouse.http.exchange.Connections;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Malformed;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.exchange.WellFormed;
import dev.gatehouse.http.stages.BanFilter;
import dev.gatehouse.http.stages.Cors;
import dev.gatehouse.http.stages.Credentials;
import dev.gatehouse.http.stages.Dispatch;
import dev.gatehouse.http.stages.Idempotency;
import dev.gatehouse.http.stages.Parameters;
import dev.gatehouse.http.stages.RateLimitStage;
import dev.gatehouse.http.stages.Tickets;
import dev.gatehouse.http.stages.UnknownPaths;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Intake;
import dev.gatehouse.store.Rendition;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.OpenAPIContract;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The order in which a request passes the house: this class is where to begin reading. */
final class Stages {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final HttpDependencies house;
  private final Connections connections;
  private final Arrival arrival;
  private final BanFilter gatekeeper;
  private final EventStreams events;
  private final RateLimitStage limits;

  Stages(Vertx vertx, HttpDependencies house, Connections connections) {
    this.connections = connections;
    this.vertx = vertx;
    this.house = house;
    Settings settings = house.settings();
    this.arrival = new Arrival(house.addresses(), settings.http().tls());
    this.gatekeeper = new BanFilter(house.bans(), house.baits(), house.dispatcher(), house.clock());
    this.events = new EventStreams(vertx, house, gatekeeper);
    this.limits =
        new RateLimitStage(
            house.limits(),
            new Policy("default", settings.limits().defaultPerMinute(), MINUTE),
            new Policy("operator", settings.limits().operatorPerMinute(), MINUTE),
            house.refusals(),
            settings.security().refusalBan(),
            gatekeeper,
            settings.contact().url());
  }

  /** Ends what would not end by itself. */
  void close() {
    events.close();
  }

  /**
   * A request whose path, host or framing cannot be read gets no further than the limit and a 400.
   */
  void admit(HttpServerRequest request, Router router) {
    if (WellFormed.holds(request)) {
      router.handle(request);
      return;
    }
    Exchange exchange = greet(request);
    request.response().endHandler(ended -> part(exchange));
    if (gatekeeper.admits(exchange)) {
      var unreadable =
          Failure.of(400, "the path, the Host or the Transfer-Encoding is not well-formed");
      limits.handle(
          exchange,
          () -> Replies.fail(exchange, unreadable),
          problem -> Replies.fail(exchange, unreadable));
    }
  }

  /** What is no HTTP request at all: a head too large, a broken line. */
  void malformed(HttpServerRequest request) {
    Exchange exchange = greet(request);
    request.response().endHandler(ended -> part(exchange));
    Replies.fail(exchange, Malformed.failure(request.decoderResult().cause()));
    request.connection().close();
  }

  private Exchange greet(HttpServerRequest request) {
    connections.asked(request.connection());
    return arrival.greet(request);
  }

  private void part(Exchange exchange) {
    connections.answered(exchange.request.connection());
    house.journal().write(exchange);
  }

  /**
   * The stages: arrival, ban and bait, CORS; then for a known path credentials, limit, parameters,
   * body, dispatch; for an unknown one the same up to the limit.
   */
  Future<Router> router() {
    Settings settings = house.settings();
    Contract contract = house.contract();
    var cors =
        new Cors(
            settings.cors().origins(), settings.cors().maxAge(), settings.access().apiKeyHeader());
    var credentials =
        new Credentials(
            house.tokens(),
            house.keys(),
            house.revocations(),
            settings.access().apiKeyHeader(),
            gatekeeper);
    var tickets = new Tickets(house.dispatcher(), house.revocations(), house.clock());
    var parameters = new Parameters();
    var stagedUploads = new StagedUploads(house.blobs(), house.workers());
    var uploads =
        new Uploads(
            vertx,
            house.blobs(),
            intakes(),
            house.workers(),
            stagedUploads,
            settings.http(),
            house.bounds().uploads);
    var bodies =
        new Bodies(vertx, settings.http().bodyTimeout(), house.bounds().bodyBytes, uploads);
    var dispatch = dispatch(settings, stagedUploads);
    var docs = new Docs(contract);
    var unknown = new UnknownPaths(contract);

    return OpenAPIContract.from(vertx, contract.forRouter())
        .map(openApi -> {
          RouterBuilder builder = RouterBuilder.create(vertx, openApi);
          builder.rootHandler(this::arrive).rootHandler(cors::handle);
          for (Operation operation : contract.operations()) {
            builder
                .getRoute(operation.id())
                .setDoValidation(false)
                .addHandler(context -> identify(context, operation))
                .addHandler(credentials::judge)
                .addHandler(limits::handle)
                .addHandler(tickets::redeem)
                .addHandler(credentials::enforce)
                .addHandler(unknown::unlessIdentified)
                .addHandler(parameters::handle)
                .addHandler(bodies::handle)
                .addHandler(operation.stream().isEmpty() ? dispatch::handle : events::open);
          }
          Router router = builder.createRouter();
          router.getRoutes().forEach(Stages::serveHead);
          router
              .route()
              .handler(credentials::judge)
              .handler(limits::handle)
              .handler(credentials::enforce)
              .handler(context -> unknown.handle(context, docs));
          router.errorHandler(400, Stages::unreadable);
          router.errorHandler(500, Stages::failed);
          return router;
        });
  }

  /** What uploads pass on their way, by name. */
  private Map<String, Intake> intakes() {
    Map<String, Intake> intakes =
        house.intakes().stream().collect(Collectors.toMap(Intake::name, Function.identity()));
    for (Operation operation : house.contract().operations()) {
      if (!operation.intake().isEmpty() && !intakes.containsKey(operation.intake())) {
        throw new IllegalStateException(operation.id() + ": unknown x-intake");
      }
    }
    return intakes;
  }

  private Dispatch dispatch(Settings settings, StagedUploads stagedUploads) {
    Map<String, Rendition> renditions =
        house.renditions().stream().collect(Collectors.toMap(Rendition::name, Function.identity()));
    var streams = new Streams(house.workers(), house.bounds().streams);
    return new Dispatch(
        house.dispatcher(),
        new Downloads(renditions, streams),
        house.claims(),
        new Idempotency(house.idempotencyKeys(), house.clock()),
        stagedUploads,
        house.clock(),
        settings.publicAddress().url());
  }

  private void arrive(RoutingContext context) {
    Exchange exchange = greet(context.request());
    exchange.bind(context);
    context.addEndHandler(done -> part(exchange));
    if (gatekeeper.admits(exchange)) {
      context.next();
    }
  }

  private void identify(RoutingContext context, Operation operation) {
    String path = context.request().path();
    // POST /audio/upload exists, so GET /audio/upload is no file of that name.
    boolean shadowed = operation.path().indexOf('{') >= 0 && house.contract().isLiteral(path);
    // The router does not mind a slash at the end; the contract does.
    Exchange.of(context).operation = shadowed || path.endsWith("/") ? null : operation;
    context.next();
  }

  private static void serveHead(Route route) {
    if (route.methods() != null && route.methods().contains(HttpMethod.GET)) {
      route.method(HttpMethod.HEAD);
    }
  }

  private static void unreadable(RoutingContext context) {
    Replies.fail(Exchange.of(context), Failure.of(400, "the request is not well-formed"));
  }

  private static void failed(RoutingContext context) {
    Throwable cause = context.failure();
    Replies.fail(
        Exchange.of(context), Failure.of(500, "internal error").because(String.valueOf(cause)));
  }
}
