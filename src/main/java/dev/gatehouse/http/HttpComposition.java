package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.bodies.Bodies;
import dev.gatehouse.http.bodies.StagedUploads;
import dev.gatehouse.http.bodies.Uploads;
import dev.gatehouse.http.documents.Docs;
import dev.gatehouse.http.downloads.Downloads;
import dev.gatehouse.http.downloads.Streams;
import dev.gatehouse.http.events.EventStreams;
import dev.gatehouse.http.exchange.ClientConnections;
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
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;
import io.vertx.core.Vertx;

/** Stages of one event loop with all their dependencies, composed with constructors. */
final class HttpComposition {
  /**
   * Number of worker threads for large JSON bodies. Low, so that they cannot occupy the machine.
   */
  private static final int JSON_WORKERS = 2;

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
  private final HttpDependencies node;
  private final Settings settings;

  HttpComposition(Vertx vertx, HttpDependencies node) {
    this.vertx = vertx;
    this.node = node;
    settings = node.settings();

    var baits =
        node.baits().withPaths(node.contract().operations().stream().map(Operation::path).toList());
    var banFilter =
        new BanFilter(
            node.bans(), baits, node.addresses(), node.dispatcher(), node.clock().guarded());
    var loop =
        new Loop(
            vertx,
            vertx.createSharedWorkerExecutor("json", JSON_WORKERS),
            node.clock(),
            node.inFlight().ledger(),
            new TransferWatch(vertx, settings.http().minDownloadRate()),
            node.pages().design());
    var areas = new AreaCalls(node.dispatcher(), node.answers(), settings.publicAddress().url());
    connections =
        new ClientConnections(
            vertx, settings.http(), settings.drain().timeout(), node.charges(), node.faults());
    limits = new RateLimitStage(node.limits(), settings, node.refusals(), banFilter);
    cors = new Cors(settings.cors().origins(), settings.cors().maxAge(), limits);
    formerHosts = new FormerHosts(settings.publicAddress());
    reception =
        new RequestHandler(
            new RequestContextStage(
                loop,
                node.addresses(),
                cors.marks(),
                settings.http().tls(),
                // One generator for each event loop, so that no request waits for a lock.
                new SplittableRandom(node.random().nextLong()),
                node.dispatcher().tracer()),
            connections,
            banFilter,
            limits,
            node.accessLog(),
            node.inFlight());
    credentials =
        new Credentials(
            node.verification(),
            settings.access().apiKeyHeader(),
            settings.contact().url(),
            banFilter);
    tickets =
        new Tickets(
            node.dispatcher(),
            node.verification().revocations(),
            node.verification().confirmation());
    closed = new ClosedOperations(settings.publicAddress().closed(), node.pages().design());
    sameOrigin = new SameOrigin(settings.publicAddress().url());
    unknownPaths = new UnknownPaths(node.contract(), new Docs(node.pages()));
    var stagedUploads = new StagedUploads(node.blobs(), node.workers());
    bodies =
        new Bodies(
            settings.http().bodyTimeout(), new Uploads(stagedUploads, intakes(), settings.http()));
    current = new CurrentState(node.contract(), areas);
    dispatch = dispatch(areas, stagedUploads);
    events = events(banFilter);
  }

  /** Returns the upload checks by name, including every name that the contract uses. */
  private Map<String, UploadCheck> intakes() {
    Map<String, UploadCheck> intakes =
        node.intakes().stream().collect(Collectors.toMap(UploadCheck::name, Function.identity()));
    for (Operation operation : node.contract().operations()) {
      if (!operation.intake().isEmpty() && !intakes.containsKey(operation.intake())) {
        throw new IllegalStateException(operation.id() + ": unknown x-upload-check");
      }
    }
    return intakes;
  }

  private Dispatch dispatch(AreaCalls areas, StagedUploads stagedUploads) {
    Map<String, Rendition> renditions =
        node.renditions().stream().collect(Collectors.toMap(Rendition::name, Function.identity()));
    var streams = new Streams(node.workers());
    return new Dispatch(
        areas,
        current,
        new Idempotency(node.idempotencyKeys(), node.clock()),
        node.claims(),
        new Downloads(renditions, streams),
        stagedUploads);
  }

  private EventStreams events(BanFilter banFilter) {
    var welcome =
        new CredentialRecheck(node.verification().revocations(), banFilter, node.clock().guarded());
    return new EventStreams(
        vertx,
        node.dispatcher(),
        node.contract().operations().stream()
            .map(Operation::stream)
            .filter(stream -> !stream.isEmpty())
            .collect(Collectors.toSet()),
        welcome::holds,
        node.verification().confirmation(),
        settings.http().heartbeat());
  }
}
