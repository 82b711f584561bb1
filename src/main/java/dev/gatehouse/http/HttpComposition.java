package dev.gatehouse.http;

import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.bodies.Bodies;
import dev.gatehouse.http.bodies.StagedUploads;
import dev.gatehouse.http.bodies.Uploads;
import dev.gatehouse.http.documents.Docs;
import dev.gatehouse.http.downloads.Downloads;
import dev.gatehouse.http.downloads.Streams;
import dev.gatehouse.http.events.EventStreams;
import dev.gatehouse.http.exchange.ClientConnections;
import dev.gatehouse.http.exchange.InFlight;
import dev.gatehouse.http.exchange.Loop;
import dev.gatehouse.http.exchange.RequestContextStage;
import dev.gatehouse.http.exchange.TransferWatch;
import dev.gatehouse.http.stages.AreaCalls;
import dev.gatehouse.http.stages.BanFilter;
import dev.gatehouse.http.stages.ClosedOperations;
import dev.gatehouse.http.stages.Cors;
import dev.gatehouse.http.stages.CredentialRecheck;
import dev.gatehouse.http.stages.Credentials;
import dev.gatehouse.http.stages.CurrentState;
import dev.gatehouse.http.stages.Dispatch;
import dev.gatehouse.http.stages.FormerHosts;
import dev.gatehouse.http.stages.Idempotency;
import dev.gatehouse.http.stages.Parameters;
import dev.gatehouse.http.stages.RateLimitStage;
import dev.gatehouse.http.stages.SameOrigin;
import dev.gatehouse.http.stages.Tickets;
import dev.gatehouse.http.stages.UnknownPaths;
import dev.gatehouse.security.RateLimit.Policy;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Stages of one event loop with all their dependencies, composed with constructors. */
final class HttpComposition {
  /**
   * Number of worker threads for large JSON bodies. Low, so that they cannot occupy the machine.
   */
  private static final int JSON_WORKERS = 2;

  /**
   * Factor of the rate limit for console files. Allows all console pages to load in two tabs, or in
   * a browser without a cache.
   */
  private static final int FILES_TIMES = 6;

  private static final Duration MINUTE = Duration.ofMinutes(1);

  final ClientConnections connections;
  final RequestHandler reception;
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
  private final Settings settings;
  private final Contract contract;
  private final HttpDependencies.Calls calls;
  private final HttpDependencies.Gate gate;
  private final HttpDependencies.Stored stored;
  private final InFlight inFlight;

  HttpComposition(Vertx vertx, HttpDependencies dependencies) {
    this.vertx = vertx;
    settings = dependencies.settings();
    contract = dependencies.description().contract();
    calls = dependencies.calls();
    gate = dependencies.gate();
    stored = dependencies.stored();
    inFlight = dependencies.accounting().inFlight();

    var baits =
        gate.baits().withPaths(contract.operations().stream().map(Operation::path).toList());
    var banFilter =
        new BanFilter(
            gate.bans(), baits, gate.addresses(), calls.dispatcher(), calls.clock().guarded());
    var loop =
        new Loop(
            vertx,
            vertx.createSharedWorkerExecutor("json", JSON_WORKERS),
            calls.clock(),
            inFlight.ledger(),
            new TransferWatch(vertx, settings.http().minDownloadRate()),
            dependencies.description().pages().design());
    var areas = new AreaCalls(calls.dispatcher(), calls.answers(), settings.publicAddress().url());
    connections =
        new ClientConnections(
            vertx,
            settings.http(),
            settings.drain().timeout(),
            dependencies.accounting().charges(),
            dependencies.accounting().faults());
    limits = limits(banFilter);
    cors = new Cors(settings.cors().origins(), settings.cors().maxAge(), limits);
    formerHosts = new FormerHosts(settings.publicAddress());
    reception =
        new RequestHandler(
            new RequestContextStage(
                loop,
                gate.addresses(),
                cors.marks(),
                settings.http().tls(),
                // One generator for each event loop, so that no request waits for a lock.
                new SplittableRandom(calls.random().nextLong()),
                calls.dispatcher().tracer()),
            connections,
            banFilter,
            limits,
            dependencies.accounting());
    credentials = credentials(banFilter);
    tickets =
        new Tickets(
            calls.dispatcher(),
            gate.verification().revocations(),
            gate.verification().confirmation());
    closed =
        new ClosedOperations(
            settings.publicAddress().closed(), dependencies.description().pages().design());
    sameOrigin = new SameOrigin(settings.publicAddress().url());
    unknownPaths = new UnknownPaths(contract, new Docs(dependencies.description().pages()));
    var stagedUploads = new StagedUploads(stored.blobs(), stored.workers());
    bodies = bodies(stagedUploads);
    current = new CurrentState(contract, areas);
    dispatch = dispatch(areas, stagedUploads);
    events = events(banFilter);
  }

  private RateLimitStage limits(BanFilter banFilter) {
    return new RateLimitStage(
        gate.limits(),
        new RateLimitStage.Rates(
            new Policy("default", settings.limits().defaultPerMinute(), MINUTE),
            new Policy("operator", settings.limits().operatorPerMinute(), MINUTE),
            new Policy("preflight", settings.limits().defaultPerMinute(), MINUTE),
            new Policy("files", FILES_TIMES * settings.limits().defaultPerMinute(), MINUTE)),
        gate.refusals(),
        settings.security().refusalBan(),
        banFilter,
        settings.contact().url());
  }

  private Credentials credentials(BanFilter banFilter) {
    return new Credentials(
        gate.verification(),
        new Credentials.Wording(settings.access().apiKeyHeader(), settings.contact().url()),
        banFilter);
  }

  private Bodies bodies(StagedUploads stagedUploads) {
    var uploads = new Uploads(stagedUploads, intakes(), settings.http());
    return new Bodies(settings.http().bodyTimeout(), uploads);
  }

  /** Returns the upload checks by name, including every name that the contract uses. */
  private Map<String, UploadCheck> intakes() {
    Map<String, UploadCheck> intakes =
        stored.intakes().stream().collect(Collectors.toMap(UploadCheck::name, Function.identity()));
    for (Operation operation : contract.operations()) {
      if (!operation.intake().isEmpty() && !intakes.containsKey(operation.intake())) {
        throw new IllegalStateException(operation.id() + ": unknown x-upload-check");
      }
    }
    return intakes;
  }

  private Dispatch dispatch(AreaCalls areas, StagedUploads stagedUploads) {
    Map<String, Rendition> renditions =
        stored.renditions().stream()
            .collect(Collectors.toMap(Rendition::name, Function.identity()));
    var streams = new Streams(stored.workers());
    return new Dispatch(
        areas,
        current,
        new Idempotency(stored.idempotencyKeys(), calls.clock()),
        stored.claims(),
        new Downloads(renditions, streams),
        stagedUploads);
  }

  private EventStreams events(BanFilter banFilter) {
    var welcome =
        new CredentialRecheck(
            gate.verification().revocations(), banFilter, calls.clock().guarded());
    return new EventStreams(
        vertx,
        calls.dispatcher(),
        contract.operations().stream()
            .map(Operation::stream)
            .filter(stream -> !stream.isEmpty())
            .collect(Collectors.toSet()),
        new EventStreams.Welcome(welcome::holds, gate.verification().confirmation()),
        settings.http().heartbeat());
  }
}
