package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.QueueMemory;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.http.HttpDependencies;
import dev.gatehouse.http.OwnPortProbe;
import dev.gatehouse.http.documents.DocumentPages;
import dev.gatehouse.node.backup.ScheduledBackup;
import dev.gatehouse.node.demo.DemoRemoval;
import dev.gatehouse.node.extensions.Extensions;
import dev.gatehouse.node.health.ClockWatch;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.node.health.NativeLibraries;
import dev.gatehouse.node.health.PartitionDetector;
import dev.gatehouse.node.jobs.JobOperations;
import dev.gatehouse.node.jobs.Jobs;
import dev.gatehouse.node.jobs.Shutdown;
import dev.gatehouse.node.management.Management;
import dev.gatehouse.node.management.Metrics;
import dev.gatehouse.node.people.PeopleOperations;
import dev.gatehouse.node.storage.Scrub;
import dev.gatehouse.node.storage.Storage;
import dev.gatehouse.node.storage.Sweep;
import dev.gatehouse.node.storage.TrashOperations;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.HomePage;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.security.Gate;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Secrets;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.time.TimeSource;
import dev.gatehouse.time.TrustedClock;
import dev.gatehouse.tracing.Tracer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;

/** Composes a node's components through constructors, and closes them in the opposite order. */
final class NodeComposition {
  private static final int QUEUE_PART = 8;

  private final Settings settings;
  private final Path home;
  private final TrustedClock clock;
  private final ClockWatch clockWatch;
  private final Contract declaredContract;
  private final Contract contract;
  private final Vertx vertx;
  private final Storage storage;
  private final NodeServices services;
  private final OwnerCredentials owner;
  private final Gate gate;
  private final Health health = new Health(System::nanoTime);
  private final Modules modules;
  private final Extensions extensions;
  private final Sweep sweep;
  private final Scrub scrub;
  private final PeopleOperations people;
  private final Optional<ScheduledBackup> backup;
  private final Metrics metrics;
  private final Tracer tracer;
  private final NodeHttp http;
  private final Jobs jobs;

  /** Memory of the calls that wait for areas: an eighth of the heap at most. */
  private final QueueMemory queueMemory =
      new QueueMemory(Runtime.getRuntime().maxMemory() / QUEUE_PART);

  private Optional<InvalidationPoller> changeWatch = Optional.empty();

  /** Composes a node. If this fails, every component that was opened is closed again. */
  static NodeComposition of(Settings settings, Extensions extensions, Path home, TimeSource time)
      throws IOException {
    var clock = new TrustedClock(time, ClockWatch.confirmation(settings.section("clock")));
    var registry = Metrics.emptyRegistry();
    NodeVertx own = NodeVertx.of(settings, clock, registry);
    Vertx vertx = own.vertx();
    Optional<Storage> storage = Optional.empty();
    try {
      var product = NodeProduct.read(vertx, settings, extensions);
      storage =
          Optional.of(Storage.open(vertx, settings, clock, new SecureRandom(), Modules::blobs));
      return new NodeComposition(settings, product, home, clock, own, storage.get(), registry);
    } catch (IOException | RuntimeException e) {
      storage.ifPresent(Storage::closeClient);
      vertx.close().await();
      storage.ifPresent(Storage::close);
      extensions.close();
      throw e;
    }
  }

  private NodeComposition(
      Settings settings,
      NodeProduct product,
      Path home,
      TrustedClock clock,
      NodeVertx node,
      Storage storage,
      PrometheusMeterRegistry registry)
      throws IOException {
    vertx = node.vertx();
    this.storage = storage;
    this.settings = settings;
    this.home = home;
    this.clock = clock;
    this.extensions = product.extensions();
    var random = new SecureRandom();
    metrics =
        new Metrics(registry, storage::documentsRead, storage.documents().tolerantReads()::odd);
    var dispatcher = new Dispatcher(vertx, node.peers(), random);
    tracer =
        Traces.of(
            settings, clock, () -> ThreadLocalRandom.current().nextLong(), metrics.registry());
    dispatcher.trace(tracer);
    Path data = settings.data().dir();
    services =
        new NodeServices(
            settings,
            vertx,
            dispatcher,
            vertx.createSharedWorkerExecutor("codecs", Runtime.getRuntime().availableProcessors()),
            clock,
            random,
            new Providers(vertx, clock, random, metrics.registry()),
            storage.documents(),
            storage.blobs(),
            new Secrets(data, random),
            data,
            new Outbox(storage.documents(), clock),
            Pages.of(settings));
    owner = new OwnerCredentials(services);
    gate = owner.gate();
    services.dispatcher().impairedWhile(() -> !gate.confirmation().isFresh());
    http = new NodeHttp(services, storage, metrics.registry());
    sweep = storage.sweep(settings.trashKept(), clock);
    scrub = storage.scrub(clock);
    backup =
        ScheduledBackup.of(settings, storage.half(), storage.documents(), Modules::blobs, clock);
    jobs =
        new Jobs(vertx, storage.documents(), settings.section("jobs"), clock, metrics.registry());
    declaredContract = product.contract().await();
    contract = declaredContract.without(settings.areasOff());
    Optional<PartitionDetector> isolation =
        node.peers().map(others -> PartitionDetector.of(contract.areas(), services, others));
    people = new PeopleOperations(services, storage, extensions::erasable);
    var own =
        new NodeModule.Parts(storage, sweep, jobs, health, isolation, people, metrics.registry());
    modules =
        Modules.of(
            services,
            gate,
            owner,
            declaredContract.scopes(),
            health,
            Stream.concat(
                    Stream.of(NodeModule.of(services, contract.version(), own)),
                    extensions.modules(services).stream())
                .toList());
    settings.mustBeRead();
    people.checkDeclarations(
        Modules.blobs(services.documents()).stream()
            .map(BlobOwner::collection)
            .collect(Collectors.toSet()));
    gate.measure(metrics.registry());
    queueMemory.measure(metrics.registry());
    metrics.watch(sweep::sizes);
    storage.bindTo(metrics.registry());
    scrub.bindTo(metrics.registry());
    health.note("scrub", scrub::problem);
    backup.ifPresent(scheduled -> scheduled.reportTo(health, metrics.registry()));
    clockWatch = new ClockWatch(clock, storage.documents(), jobs.lease());
    clockWatch.reportTo(health, metrics.registry());
    http.reportTo(health);
    health.need("documents", storage::documentsProblem);
    health.note("disk", storage::diskProblem);
    health.note("nativeLibraries", NativeLibraries::problem);
    node.watch(health, metrics.registry(), clock);
    storage.reportTo(health);
    health.measure(metrics.registry());
  }

  /** Creates the indexes, loads the security state and subscribes to other nodes. Blocks. */
  void prepare() {
    clockWatch.begin();
    services.documents().createIndexes();
    modules.all().forEach(AreaModule::prepare);
    scrub.prepare();
    backup.ifPresent(ScheduledBackup::prepare);
    modules.all().forEach(module -> module.listeners().forEach(services.dispatcher()::listen));
    http.prepare(modules.all());
    changeWatch = InvalidationPoller.of(services, modules.all());
    changeWatch.ifPresent(InvalidationPoller::begin);
  }

  /** Starts the background jobs. */
  void begin() {
    var begun = new BackgroundJobs(services, jobs, modules.all(), clock, metrics.registry());
    begun.ofAreas();
    jobs.begin(clockWatch.job());
    changeWatch.ifPresent(watch -> jobs.begin(watch.job()));
    begun.ofStore(sweep, scrub);
    storage.documentCheck().ifPresent(jobs::begin);
    backup.map(ScheduledBackup::job).ifPresent(jobs::begin);
    backup.map(ScheduledBackup::verification).ifPresent(jobs::begin);
    jobs.begin(http.deletionOfIdempotencyKeys(BackgroundJobs.HOURLY));
    http.renewalOfCertificate().ifPresent(jobs::begin);
    begun.ofDemo(probe()::port);
  }

  /** Reads the certificate and the owner's pages again. Blocks. */
  void reload(Settings reloaded) {
    http.followCertificate();
    services.pages().reload(reloaded);
  }

  /** Returns every area by its name, including areas that this node does not deploy. */
  Map<String, Area> areas() {
    return modules.areas();
  }

  /** Returns the names of the areas that extensions add. */
  Set<String> extensions() {
    return extensions.names();
  }

  HttpDependencies http() {
    var pages =
        new DocumentPages(
            contract,
            extensions.consolePages(),
            services.pages(),
            new HomePage(
                settings.section("storefront").text("provider").equals("local")
                    && !settings.areasOff().contains("storefront"),
                !settings.section("calendar").text("eventTypes").isBlank()
                    && !settings.areasOff().contains("calendar")),
            settings.publicAddress().url(),
            new DocumentPages.Owner(settings.ownerZone(), settings.areasOff()));
    return http.dependencies(contract, pages, gate, modules, home);
  }

  /** Creates the management port, which requires the token from the data directory. */
  Management management() throws IOException {
    return new Management(
        settings.management(),
        settings.http().headTimeout(),
        health,
        metrics.registry(),
        new Management.Commands(
            services.dispatcher(),
            modules.calls(contract),
            commands().onCommand(),
            services.secrets().random("management-token")));
  }

  /** Returns the commands that the node itself handles for the CLI. */
  Message.Handlers commands() {
    return new TrashOperations(sweep, storage.blobs().trash(), clock)
        .commands()
        .and(new JobOperations(jobs, clock).commands())
        .and(people.commands())
        .and(new DemoRemoval(storage.documents()).commands());
  }

  Vertx vertx() {
    return vertx;
  }

  /** Returns the contract with all areas, to which the code must match. */
  Contract declared() {
    return declaredContract;
  }

  /** Returns the contract of the areas that the owner uses. */
  Contract contract() {
    return contract;
  }

  Dispatcher dispatcher() {
    return services.dispatcher();
  }

  QueueMemory queueMemory() {
    return queueMemory;
  }

  OwnPortProbe probe() {
    return http.probe();
  }

  Health health() {
    return health;
  }

  /** Returns the generated code and key, each until the owner has used it. */
  List<String> initialCredentials() {
    return owner.initial();
  }

  /** Stores what other nodes must know when this node stops. Blocks. */
  void leave() {
    modules.all().forEach(AreaModule::shutdown);
  }

  /**
   * Closes all components within the shutdown's time limit. A component that hangs is abandoned.
   */
  void close(Shutdown shutdown) {
    jobs.end(shutdown);
    // Before the store's client is closed, because the areas release their leases.
    for (AreaModule module : modules.all()) {
      shutdown.run("the area " + module.name(), module::close);
    }
    shutdown.run("the rate limits", http::closeCounters);
    shutdown.run("the store's client", storage::closeClient);
    shutdown.await("Vert.x", vertx.close());
    shutdown.run("the traces", tracer::close);
    shutdown.run("the store", storage::close);
    shutdown.run("the extensions", extensions::close);
  }
}
