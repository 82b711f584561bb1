package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.Job;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.AreaLimits.QueueMemory;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Peers;
import dev.gatehouse.cluster.BusCertificates;
import dev.gatehouse.cluster.ClusterSettings;
import dev.gatehouse.cluster.ClusteredVertx;
import dev.gatehouse.cluster.SharedSettings;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.http.HttpDependencies;
import dev.gatehouse.http.OwnPortProbe;
import dev.gatehouse.http.documents.DocumentPages;
import dev.gatehouse.node.backup.ScheduledBackup;
import dev.gatehouse.node.demo.DemoJobs;
import dev.gatehouse.node.demo.DemoRemover.DemoRemoval;
import dev.gatehouse.node.extensions.Extensions;
import dev.gatehouse.node.health.ClockWatch;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.node.health.NativeLibraries;
import dev.gatehouse.node.health.PartitionDetector;
import dev.gatehouse.node.health.Release;
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
import dev.gatehouse.pages.Pages;
import dev.gatehouse.pages.Pages.HomePage;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.security.Gate;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Secrets;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.time.TimeSource;
import dev.gatehouse.time.TrustedClock;
import dev.gatehouse.tracing.OtlpTracer;
import dev.gatehouse.tracing.Tracer;
import dev.gatehouse.tracing.TracingSettings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.spi.ExecutorServiceFactory;
import io.vertx.core.spi.VertxThreadFactory;
import io.vertx.core.spi.file.FileResolver;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;

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
        tracer(settings, clock, () -> ThreadLocalRandom.current().nextLong(), metrics.registry());
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
    AreaModule own =
        new NodeModule(
                services,
                contract.version(),
                storage,
                sweep,
                jobs,
                health,
                isolation,
                people,
                metrics.registry())
            .module();
    modules =
        Modules.of(
            services,
            gate,
            owner,
            declaredContract.scopes(),
            health,
            Stream.concat(Stream.of(own), extensions.modules(services).stream()).toList());
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

  /** Starts the jobs of a node. */
  record BackgroundJobs(
      NodeServices services,
      Jobs jobs,
      List<AreaModule> modules,
      InstantSource clock,
      MeterRegistry registry) {
    static final Schedule.Every HOURLY = new Schedule.Every(Duration.ofHours(1));

    /**
     * Starts the jobs and reactions of the areas, and the publication of their figures. Of an area
     * that is off, only the deletions run, because its stored data still have a retention.
     */
    void ofAreas() {
      Map<Boolean, List<AreaModule>> off =
          modules.stream()
              .collect(
                  Collectors.partitioningBy(
                      module -> services.settings().areasOff().contains(module.name())));
      off.get(true).forEach(module -> module.deletions().forEach(jobs::begin));
      for (AreaModule module : off.get(false)) {
        module.jobs().forEach(jobs::begin);
        module.reactions().forEach(this::react);
      }
      var figures =
          new BusinessFigures(
              services.dispatcher(),
              off.get(false).stream().flatMap(module -> module.figures().stream()).toList(),
              clock,
              registry);
      jobs.begin(
          new Job(
              "node.figures",
              new Schedule.Every(BusinessFigures.PERIOD),
              true,
              progress -> figures.look()));
    }

    private void react(AreaModule.Reaction reaction) {
      services
          .dispatcher()
          .listen(
              reaction.address(),
              event -> {
                if (reaction.when().test(event)) {
                  jobs.soon(reaction.address(), progress -> reaction.work().run());
                }
              });
    }

    void ofStore(Sweep sweep, Scrub scrub) {
      // The first sweep is delayed, so that a node started with wrong settings can be stopped
      // before
      // it sweeps.
      jobs.begin(new Job("store.sweep", HOURLY, true, progress -> sweep.run()));
      jobs.begin(new Job("store.scrub", HOURLY, false, scrub::run));
    }

    /**
     * Starts the jobs that fill the node with demo data and remove it.
     *
     * @param port returns the port of this node's API
     */
    void ofDemo(IntSupplier port) {
      new DemoJobs(services, port).jobs().forEach(jobs::begin);
    }
  }

  /**
   * Operations that a node serves, and the extensions that add some of them.
   *
   * @param contract is read in parallel with the opening of the store
   */
  record NodeProduct(Future<Contract> contract, Extensions extensions) {
    static NodeProduct read(Vertx vertx, Settings settings, Extensions extensions) {
      String keyHeader = settings.access().apiKeyHeader();
      String contact = settings.contact().url();
      String shopToken = settings.section("storefront").text("tokenHeader");
      return new NodeProduct(
          vertx.executeBlocking(
              () -> ContractFiles.load(keyHeader, contact, shopToken, extensions.contracts()),
              false),
          extensions);
    }
  }

  /**
   * Vert.x instance of a node.
   *
   * @param peers the other nodes; empty if the node is not clustered
   * @param certificates of the event bus; empty if the node is not clustered
   */
  record NodeVertx(Vertx vertx, Optional<Peers> peers, Optional<BusCertificates> certificates) {
    /**
     * The meters of the event bus, the pools, the verticles and the HTTP clients. Those of the
     * servers would repeat {@code gatehouse_http_requests}.
     */
    private static final MicrometerMetricsOptions METERS =
        new MicrometerMetricsOptions()
            .setEnabled(true)
            .addDisabledMetricsCategory(MetricsDomain.HTTP_SERVER)
            .addDisabledMetricsCategory(MetricsDomain.NET_SERVER)
            .addDisabledMetricsCategory(MetricsDomain.NET_CLIENT)
            .addDisabledMetricsCategory(MetricsDomain.DATAGRAM_SOCKET);

    /**
     * Creates the Vert.x instance and joins the cluster if the settings enable it. Blocks.
     *
     * @throws dev.gatehouse.settings.SettingsException if the cluster cannot be joined
     */
    static NodeVertx of(Settings settings, InstantSource clock, MeterRegistry registry) {
      var metrics = new MicrometerMetricsFactory(registry);
      ClusterSettings cluster = ClusterSettings.read(settings.section("cluster"));
      if (!cluster.enabled()) {
        return new NodeVertx(alone(metrics), Optional.empty(), Optional.empty());
      }
      SharedSettings.mustBeGiven(settings);
      ClusteredVertx joined = ClusteredVertx.join(cluster, Peers.DIRECT, clock, METERS, metrics);
      var peers =
          new Peers(joined.vertx(), joined.manager(), cluster.heartbeatTimeout(), System::nanoTime);
      return new NodeVertx(joined.vertx(), Optional.of(peers), Optional.of(joined.certificates()));
    }

    /** Publishes the state of the cluster. Zero other nodes is not a fault of this node. */
    void watch(Health health, MeterRegistry registry, InstantSource clock) {
      peers.ifPresent(others -> {
        health.note(
            "cluster",
            () -> others.alive() > 0 ? Optional.empty() : Optional.of("no other node answers"));
        Gauge.builder("gatehouse.cluster.peers", others, Peers::alive)
            .description("Other nodes of the cluster that send heartbeats")
            .register(registry);
      });
      certificates.ifPresent(own -> {
        health.note("certificates", () -> own.problem(clock));
        own.publish(registry);
      });
    }

    /**
     * Avoids {@code Vertx.vertx()}, which loads and creates every cluster manager that it finds.
     */
    private static Vertx alone(MicrometerMetricsFactory metrics) {
      var options = new VertxOptions().setMetricsOptions(METERS);
      VertxBootstrap bootstrap =
          VertxBootstrap.create()
              .options(options)
              .threadFactory(VertxThreadFactory.INSTANCE)
              .executorServiceFactory(ExecutorServiceFactory.INSTANCE)
              .fileResolver(FileResolver.fileResolver(options.getFileSystemOptions()));
      metrics.init(bootstrap);
      return bootstrap.vertx();
    }
  }

  /** Returns the tracer. Without a collector, the classes that send spans are not loaded. */
  static Tracer tracer(
      Settings settings, InstantSource clock, RandomGenerator random, MeterRegistry registry) {
    TracingSettings own = TracingSettings.read(settings.section("tracing"));
    if (!own.on()) {
      return Tracer.OFF;
    }
    Map<String, String> resource =
        Map.of(
            "service.name", "gatehouse",
            "service.version", Release.version(),
            "deployment.environment.name", settings.environment());
    return OtlpTracer.start(own, resource, clock, random, registry);
  }
}
