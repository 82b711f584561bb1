package dev.gatehouse.node;

import dev.gatehouse.access.AccessModule;
import dev.gatehouse.access.GateView;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.calendar.CalendarModule;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.gate.AddressResolver;
import dev.gatehouse.gate.CidrSet;
import dev.gatehouse.gate.LocalRateLimit;
import dev.gatehouse.gate.Policy;
import dev.gatehouse.gate.Refusals;
import dev.gatehouse.http.HttpDependencies;
import dev.gatehouse.http.downloads.ClaimCache;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.http.exchange.InFlight;
import dev.gatehouse.media.AudioAtRest;
import dev.gatehouse.media.MediaArea;
import dev.gatehouse.notifications.NotificationsModule;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.site.SiteArea;
import dev.gatehouse.store.IdempotencyKeys;
import dev.gatehouse.trading.Broker;
import dev.gatehouse.trading.LogTail;
import dev.gatehouse.trading.Positions;
import dev.gatehouse.trading.TradingArea;
import dev.gatehouse.trading.Watchlist;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a node is made of, put together by constructors and taken apart in the opposite order. */
final class Parts implements AutoCloseable {
  private static final List<String> FIGURES = List.of("access.figures");
  private static final int CLAIMS = 4_096;

  private final Settings settings;
  private final Path home;
  private final Clock clock;
  private final Contract contract;
  private final Vertx vertx = Vertx.vertx();
  private final Dispatcher dispatcher;
  private final Storage storage;
  private final Owner owner;
  private final AccessModule.Gate gate;
  private final AccessModule access;
  private final NotificationsModule notifications;
  private final IdempotencyKeys idempotencyKeys;
  private final CalendarModule calendar;
  private final Metrics metrics;
  private final Health health = new Health(System::nanoTime);
  private final ClaimCache claims = new ClaimCache(CLAIMS, System::nanoTime);
  private final WorkerExecutor streams;
  private final WorkerExecutor codecs;
  private final Jobs jobs;

  Parts(Settings settings, Contract contract, Path home, Clock clock) throws IOException {
    this.settings = settings;
    this.contract = contract;
    this.home = home;
    this.clock = clock;
    int cores = Runtime.getRuntime().availableProcessors();
    var random = new SecureRandom();
    dispatcher = new Dispatcher(vertx, clock);
    storage = new Storage(vertx, settings, Owner.dnaKeys(settings, random), clock);
    owner = new Owner(settings, storage.documents, random);
    gate = owner.gate(vertx, clock);
    access =
        new AccessModule(
            settings.security(),
            storage.documents,
            dispatcher,
            gate,
            owner.permanentCode(),
            owner.pepper(),
            contract.scopes(),
            clock,
            random);
    notifications =
        new NotificationsModule(
            vertx, settings, storage.documents, dispatcher, owner.vapidKeys(), FIGURES, clock);
    idempotencyKeys = new IdempotencyKeys(storage.documents);
    calendar = new CalendarModule(vertx, settings, storage.documents, dispatcher, clock, random);
    metrics = new Metrics(storage::documentsRead);
    streams = vertx.createSharedWorkerExecutor("streams", Math.max(4, 2 * cores));
    codecs = vertx.createSharedWorkerExecutor("codecs", cores);
    jobs = new Jobs(vertx);
    health.add("documents", storage::documentsTrouble);
    health.add("disk", storage::diskTrouble);
  }

  /** Makes indexes, reads what the gate must know and begins the background jobs; blocks. */
  void prepare() {
    access.prepare();
    storage.prepare();
    notifications.prepare();
    idempotencyKeys.prepare();
    calendar.prepare();
    access.view().refresh();
    dispatcher.listen(
        GateView.CHANGED,
        event -> {
          if (access.view().isNews(event)) {
            jobs.soon(access.view()::refresh);
          }
        });
    dispatcher.listen(
        MediaArea.BLOBS_CHANGED,
        event -> {
          claims.clear();
          storage.forget((String) event.data().get("blob"));
        });
    dispatcher.listen(TradingArea.DATA_CHANGED, event -> claims.clear());
    jobs.everySecond(access.view()::refresh);
    jobs.hourly(access::deleteExpired);
    jobs.hourly(storage::sweep);
    jobs.everySecond(notifications::work);
    jobs.everySecond(new LogTail(storage.tradingLogs, dispatcher, clock)::look);
    jobs.everySecond(calendar::work);
    jobs.hourly(calendar::repair);
    jobs.hourly(notifications::deleteExpired);
    jobs.hourly(() -> idempotencyKeys.deleteExpired(clock.instant()));
    jobs.hourly(
        () -> storage.tradingLogs.deleteOld(settings.trading().logRetention(), clock.instant()));
  }

  /** Every area by its name, whether this node deploys it or not. */
  Map<String, Area> areas() {
    Map<String, Area> areas = new LinkedHashMap<>();
    List.of(access.area(), media(), trading(), calendar.area(), notifications.area(), site())
        .forEach(area -> areas.put(area.name(), area));
    return areas;
  }

  private Area media() {
    return new MediaArea(
        storage.audio,
        new AudioAtRest(storage.blobs),
        storage.blobs,
        codecs,
        dispatcher,
        clock,
        storage.dna,
        storage.resume);
  }

  private Area trading() {
    return new TradingArea(
        storage.tradingLogs,
        new Watchlist(storage.documents, clock),
        new Positions(
            storage.documents,
            Broker.of(vertx, settings.trading(), clock, new SecureRandom()),
            clock),
        storage.symbols,
        storage.blobs,
        storage.copies,
        codecs,
        storage.workshop,
        dispatcher,
        clock);
  }

  private Area site() {
    return new SiteArea(
        new SiteArea.Deployment(Release.version(), settings.environment(), clock.instant()),
        () -> {
          Map<String, Boolean> checks = new LinkedHashMap<>();
          health.troubles().forEach((name, trouble) -> checks.put(name, trouble.isEmpty()));
          return checks;
        },
        clock);
  }

  HttpDependencies http() {
    return new HttpDependencies(
        settings,
        contract,
        new HttpDependencies.Calls(dispatcher, clock),
        new HttpDependencies.Gate(
            new AddressResolver(
                CidrSet.parse(settings.security().trustedProxies()),
                CidrSet.parse(settings.security().allowList()),
                clock),
            gate.bans(),
            Owner.baits(home),
            new HttpDependencies.Verification(gate.tokens(), gate.keys(), gate.revocations()),
            new LocalRateLimit(settings.limits().maxAddresses(), System::nanoTime),
            new Refusals(
                new Policy(
                    "refusals",
                    settings.security().maxRefusals(),
                    settings.security().refusalWindow()),
                settings.limits().maxAddresses(),
                System::nanoTime)),
        new HttpDependencies.Stored(
            storage.blobs,
            storage.intakes(),
            Stream.concat(storage.renditions().stream(), Stream.of(calendar.pages())).toList(),
            claims,
            idempotencyKeys,
            streams),
        new HttpDependencies.Accounting(
            new InFlight(settings.http(), metrics.registry()), new AccessLog(metrics.registry())));
  }

  Management management() throws IOException {
    return new Management(
        settings.management(),
        health,
        metrics.registry(),
        dispatcher,
        clock,
        owner.managementToken());
  }

  Vertx vertx() {
    return vertx;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  Health health() {
    return health;
  }

  Clock clock() {
    return clock;
  }

  /** Codes and keys that were made by this start, to be shown once. */
  List<String> initialCredentials() {
    return owner.initialCredentials();
  }

  @Override
  public void close() {
    jobs.close();
    storage.closeClient();
    vertx.close().await();
    storage.close();
  }
}
