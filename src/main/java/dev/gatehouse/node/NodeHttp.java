package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.Job;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.http.HttpDependencies;
import dev.gatehouse.http.OwnPortProbe;
import dev.gatehouse.http.ServedCertificate;
import dev.gatehouse.http.documents.DocumentPages;
import dev.gatehouse.http.downloads.ClaimCache;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.http.exchange.ConnectionCharges;
import dev.gatehouse.http.exchange.Faults;
import dev.gatehouse.http.exchange.InFlight;
import dev.gatehouse.http.exchange.SendBuffers;
import dev.gatehouse.http.ledger.LedgerMetrics;
import dev.gatehouse.http.ledger.ResourceLedger;
import dev.gatehouse.http.ledger.ResourcePlan;
import dev.gatehouse.http.ledger.ResourcePlan.MemoryBounds;
import dev.gatehouse.http.stages.Credentials;
import dev.gatehouse.http.stages.EdgeCache;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.node.storage.Storage;
import dev.gatehouse.security.AddressResolver;
import dev.gatehouse.security.CidrSet;
import dev.gatehouse.security.Gate;
import dev.gatehouse.security.HoneypotPaths;
import dev.gatehouse.security.LocalRateLimit;
import dev.gatehouse.security.RateLimit;
import dev.gatehouse.security.RateLimit.Policy;
import dev.gatehouse.security.RedisRateLimit;
import dev.gatehouse.security.RedisScript;
import dev.gatehouse.security.RejectionCounter;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.IdempotencyKeys;
import dev.gatehouse.store.blobs.AsStored;
import dev.gatehouse.store.blobs.Rendition;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;

/** Components of a node that only its HTTP verticles use. */
final class NodeHttp {
  private static final int CLAIMS = 4_096;
  private static final Duration CERTIFICATE = Duration.ofSeconds(15);

  private final Settings settings;
  private final NodeServices services;
  private final Storage storage;
  private final MeterRegistry registry;
  private final IdempotencyKeys idempotencyKeys;
  private final ClaimCache claims = new ClaimCache(CLAIMS, System::nanoTime);
  private final EdgeCache edgeCache;
  private final WorkerExecutor streamExecutor;
  private final RateCounters counters;
  private final OwnPortProbe probe;
  private final AddressResolver addressResolver;
  private volatile Optional<ServedCertificate> certificate = Optional.empty();

  NodeHttp(NodeServices services, Storage storage, MeterRegistry registry) {
    this.settings = services.settings();
    this.services = services;
    this.storage = storage;
    this.registry = registry;
    edgeCache = new EdgeCache(services.dispatcher(), registry, System::nanoTime);
    counters = new RateCounters(settings, services.vertx(), registry);
    idempotencyKeys = new IdempotencyKeys(storage.documents());
    int cores = Runtime.getRuntime().availableProcessors();
    streamExecutor = services.vertx().createSharedWorkerExecutor("streams", storage.streams(cores));
    probe = new OwnPortProbe(settings.http(), services.random());
    var security = settings.security();
    addressResolver =
        new AddressResolver(
            CidrSet.parse(security.trustedProxies()),
            CidrSet.parse(security.allowList()),
            services.clock());
    addressResolver.publish(registry);
  }

  /**
   * Adds the health checks of the HTTP port, its certificate and the shared rate limits, and the
   * proxy's hint.
   */
  void reportTo(Health health) {
    health.need("http", probe::check);
    if (settings.http().tls()) {
      health.note("tls", () -> certificate.flatMap(ServedCertificate::problem));
    }
    health.hint("proxy", addressResolver::hint);
    counters.reportTo(health);
  }

  /** Subscribes to the events that invalidate cached replies. */
  void prepare(List<AreaModule> modules) {
    Dispatcher dispatcher = services.dispatcher();
    for (AreaModule module : modules) {
      module
          .invalidations()
          .forEach(address -> dispatcher.listen(address, event -> claims.clear()));
      module.changes().forEach(address -> edgeCache.follow(address, module.name()));
    }
  }

  Job deletionOfIdempotencyKeys(Schedule schedule) {
    return new Job(
        "http.deleteIdempotencyKeys",
        schedule,
        false,
        progress ->
            services.clock().olderThan(Duration.ZERO).ifPresent(idempotencyKeys::deleteExpired));
  }

  /** Serves a renewed certificate, or logs why it cannot be used. Blocks. */
  void followCertificate() {
    certificate.ifPresent(ServedCertificate::reload);
  }

  /** Returns the job that serves renewed certificates; empty without TLS. */
  Optional<Job> renewalOfCertificate() {
    return certificate.map(own ->
        new Job(
            "http.certificate", new Schedule.Every(CERTIFICATE), true, progress -> own.follow()));
  }

  OwnPortProbe probe() {
    return probe;
  }

  void closeCounters() {
    counters.close();
  }

  /**
   * Returns what the HTTP verticles of the node share.
   *
   * @param home folder with the list of honeypot paths
   */
  HttpDependencies dependencies(
      Contract contract, DocumentPages pages, Gate gate, Modules modules, Path home) {
    var limits = settings.limits();
    var security = settings.security();
    certificate = ServedCertificate.of(settings.http(), services.clock());
    certificate.ifPresent(own -> own.publish(registry));
    ResourceLedger ledger =
        LedgerMetrics.ledger(
            ResourcePlan.of(settings.http(), MemoryBounds.ofJvm()).limits(), registry);
    return new HttpDependencies(
        settings,
        certificate,
        contract,
        pages,
        services.dispatcher(),
        services.clock(),
        services.random(),
        edgeCache,
        addressResolver,
        gate.bans(),
        honeypotPaths(home),
        new Credentials.Verification(
            gate.tokens(),
            gate.keys(),
            gate.revocations(),
            gate.proven(),
            gate.confirmation(),
            services.clock()),
        counters.limits(),
        new RejectionCounter(
            new Policy("refusals", security.maxRefusals(), security.refusalWindow()),
            limits.maxAddresses(),
            System::nanoTime),
        storage.blobs(),
        modules.each(AreaModule::uploadChecks),
        renditions(modules),
        claims,
        idempotencyKeys,
        streamExecutor,
        new InFlight(ledger, registry),
        new ConnectionCharges(
            ledger,
            addressResolver::peer,
            settings.http().maxHandshakesPerMinute(),
            limits.maxAddresses(),
            SendBuffers.ofSystem()),
        new AccessLog(registry),
        new Faults(registry),
        probe);
  }

  /**
   * Returns every rendition, including those of areas that this node does not deploy, because any
   * HTTP node serves any claim check.
   */
  private List<Rendition> renditions(Modules modules) {
    return Stream.concat(
            Stream.of(new AsStored(storage.blobs())), modules.each(AreaModule::renditions).stream())
        .toList();
  }

  /**
   * @param home folder of {@code conf/}
   */
  static HoneypotPaths honeypotPaths(Path home) {
    Path file = home.resolve("conf/bait-paths.txt");
    try (InputStream in =
        Files.exists(file)
            ? Files.newInputStream(file)
            : NodeHttp.class.getResourceAsStream("/conf/bait-paths.txt")) {
      return HoneypotPaths.parse(
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rate limit counters that the settings select: local to this node, or shared in Redis. */
  static final class RateCounters implements AutoCloseable {
    private static final String URL =
        "|rediss?://([^\\s/@]*@)?([^\\s/@:]+|\\[[0-9a-fA-F:]+\\])(:\\d{1,5})?(/\\d{1,4})?";

    private final LocalRateLimit local;
    private final Optional<RedisRateLimit> shared;

    RateCounters(Settings settings, Vertx vertx, MeterRegistry registry) {
      local = new LocalRateLimit(settings.limits().maxAddresses(), System::nanoTime);
      shared = server(settings).map(server -> RedisRateLimit.start(vertx, server, local, registry));
    }

    /** Returns the Redis server that the settings name; empty if they name none. */
    static Optional<RedisScript.Server> server(Settings settings) {
      Section redis = settings.section("redis");
      String url =
          redis.text("url", URL, "must be redis[s]://[[user]:password@]host[:port][/database]");
      var patience = redis.duration("timeout");
      String certificate = redis.text("certificate");
      return PlainText.nonEmpty(url)
          .map(known -> new RedisScript.Server(URI.create(known), certificate, patience));
    }

    RateLimit limits() {
      return shared.<RateLimit>map(limit -> limit).orElse(local);
    }

    /** Adds a health check of Redis if it is configured. */
    void reportTo(Health health) {
      shared.ifPresent(limit -> health.note("redis", limit::trouble));
    }

    @Override
    public void close() {
      shared.ifPresent(RedisRateLimit::close);
    }
  }
}
