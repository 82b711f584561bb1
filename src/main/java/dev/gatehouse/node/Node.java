package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.AreaLimits;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.HttpDependencies;
import dev.gatehouse.http.HttpVerticle;
import dev.gatehouse.messages.Messages;
import dev.gatehouse.node.extensions.Extensions;
import dev.gatehouse.node.jobs.Shutdown;
import dev.gatehouse.node.management.Management;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.time.TimeSource;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.openapi.contract.OpenAPIContract;
import java.lang.management.ManagementFactory;
import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * A running node. Starts all components in order, and stops them in the opposite order without
 * losing active requests.
 */
public final class Node implements AutoCloseable {
  private static final Duration NOTICE = Duration.ofSeconds(1);

  /** The time to tell all others: {@code cluster.heartbeatTimeout} is at most 4 s. */
  private static final Duration WORD = Duration.ofSeconds(6);

  private static final Duration JOINING = Duration.ofSeconds(20);

  /** Fewest threads that carry virtual threads. */
  private static final int CARRIERS = 4;

  private final Settings settings;
  private final NodeComposition composition;
  private final Map<String, String> areaIds = new LinkedHashMap<>();
  private final List<String> httpIds = new ArrayList<>();
  private final List<HttpVerticle> http = new ArrayList<>();
  private Management management;

  private Node(Settings settings, NodeComposition composition) {
    this.settings = settings;
    this.composition = composition;
  }

  /**
   * Starts a node and returns when it is ready.
   *
   * @param home folder of {@code conf/} and {@code verticles.json}
   * @throws RuntimeException if a component cannot be started; everything is closed again then
   */
  public static Node start(Settings settings, Path home, TimeSource clock) throws IOException {
    provideCarriers();
    Extensions extensions = Extensions.open(home, settings.section("extensions"));
    Node node = new Node(settings, NodeComposition.of(settings, extensions, home, clock));
    try {
      node.deploy(node.composition.contract(), home);
      return node;
    } catch (RuntimeException | IOException e) {
      node.close();
      throw e;
    }
  }

  /**
   * A virtual thread that loads a class keeps its carrier. With one or two, as on a small machine,
   * all could wait for a lock that is passed on to a virtual thread, which no carrier could run.
   */
  private static void provideCarriers() {
    var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    scheduler.setParallelism(Math.max(CARRIERS, scheduler.getParallelism()));
  }

  private static Map<String, Contract.Binding> bindings(Area area) {
    Map<String, Contract.Binding> bindings = new HashMap<>();
    area.operations()
        .forEach((operation, handler) ->
            bindings.put(
                operation,
                new Contract.Binding(
                    handler.body(), handler.reply(), handler.inline().isPresent())));
    return bindings;
  }

  private static Set<String> fromMemory(Contract contract) {
    return contract.operations().stream()
        .filter(Operation::inline)
        .map(Operation::id)
        .collect(Collectors.toSet());
  }

  private void deploy(Contract contract, Path home) throws IOException {
    Map<String, Area> areas = composition.areas();
    Contract declared = composition.declared();
    areas.values().forEach(area -> declared.mustMatch(area.name(), bindings(area)));
    contract.mustHaveAreas(areas.keySet());
    MessageCheck.messages(Messages.all(), areas, composition.commands(), declared);
    MessageCheck.events(Messages.events(), declared);
    composition.dispatcher().answersFromMemory(fromMemory(contract));
    Set<String> known = new HashSet<>(areas.keySet());
    known.add(VerticlePlan.HTTP);
    VerticlePlan plan =
        VerticlePlan.read(
            home.resolve("verticles.json"), settings.verticles(), known, composition.extensions());
    var httpEntry = Optional.ofNullable(plan.entries().get(VerticlePlan.HTTP));
    plan.entries().keySet().removeAll(settings.areasOff());
    // Read in parallel with the preparation of the store.
    var routing = httpEntry.map(any -> HttpVerticle.routing(composition.vertx(), contract));
    composition.prepare();
    plan.entries()
        .forEach((name, entry) -> {
          if (!name.equals(VerticlePlan.HTTP)) {
            areaIds.put(name, host(areas.get(name), entry));
          }
        });
    management = composition.management();
    listen(management, "management", settings.management().host(), settings.management().port());
    httpEntry.ifPresent(entry -> open(entry.instances(), routing.orElseThrow()));
    join();
    // Only now, so that a node that cannot listen has sent no emails or events.
    composition.begin();
    composition.health().listen();
  }

  /** Waits until this node and the other nodes can reach each other. */
  private void join() throws IOException {
    Dispatcher dispatcher = composition.dispatcher();
    try {
      dispatcher.listening().await(JOINING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("the cluster does not answer within " + JOINING.toSeconds() + " s", e);
    }
    dispatcher.announce().await();
  }

  private void open(int instances, Future<Map<String, OpenAPIContract>> routing) {
    HttpDependencies dependencies = composition.http();
    for (int i = 0; i < instances; i++) {
      var verticle = new HttpVerticle(dependencies, routing);
      httpIds.add(listen(verticle, "http", settings.http().host(), settings.http().port()));
      http.add(verticle);
    }
    composition.probe().listens(http.getFirst().port(), instances);
  }

  private String listen(VerticleBase verticle, String what, String host, int port) {
    try {
      return composition.vertx().deployVerticle(verticle).await();
    } catch (Exception e) {
      // Includes the checked BindException, which await() throws undeclared.
      throw new IllegalStateException(
          what + " cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    }
  }

  private String host(Area area, VerticlePlan.Entry entry) {
    var verticle =
        new AreaVerticle(
            area,
            composition.dispatcher(),
            new AreaLimits(entry.concurrency(), entry.maxWait(), composition.queueMemory()),
            StoreFailures::answer);
    return composition
        .vertx()
        .deployVerticle(
            verticle, new DeploymentOptions().setThreadingModel(ThreadingModel.EVENT_LOOP))
        .await();
  }

  /**
   * Reads the certificate and the owner's pages again.
   *
   * @throws dev.gatehouse.settings.SettingsException if the pages are invalid; they are unchanged
   */
  public void reload(Settings reloaded) {
    composition.reload(reloaded);
  }

  /** Returns the generated code and key, one per line, each until the owner has used it. */
  public List<String> initialCredentials() {
    return composition.initialCredentials();
  }

  /** Returns the address on which the node listens; empty if it deploys no http. */
  public String address() {
    if (http.isEmpty()) {
      return "";
    }
    return settings.http().address() + ":" + http.getFirst().port();
  }

  /** Returns the address of {@code /livez}, {@code /readyz} and {@code /metrics}. */
  public String managementAddress() {
    return "http://" + settings.management().host() + ":" + management.port();
  }

  /**
   * Stops the node in order: readiness, new connections, areas once they have replied, store. Takes
   * {@code drain.timeout} and a few seconds at most, even if a component hangs.
   *
   * @return whether every component ended; the log names those that did not
   */
  public boolean end() {
    var notice = new Shutdown(NOTICE);
    notice.await("http", Future.join(http.stream().map(HttpVerticle::beginDrain).toList()));
    composition.health().drain();
    var word = new Shutdown(WORD);
    Future<Void> known = composition.dispatcher().announceShutdown();
    pause();
    word.await("the shutdown announcement", known);
    word.run("the last standing", composition::leave);
    var shutdown = new Shutdown(settings.drain().timeout());
    shutdown.await("http", Future.join(httpIds.stream().map(this::undeploy).toList()));
    Map<String, Future<Void>> areas = new LinkedHashMap<>();
    areaIds.forEach((name, id) -> areas.put(name, undeploy(id)));
    areas.forEach((name, end) -> shutdown.await("the area " + name, end));
    composition.close(shutdown);
    return shutdown.orderly();
  }

  private Future<Void> undeploy(String id) {
    return composition.vertx().undeploy(id);
  }

  @Override
  public void close() {
    end();
  }

  /** Waits so that load balancers notice, and so that clients learn it with their next request. */
  private void pause() {
    long millis = settings.drain().delay().toMillis();
    if (millis > 0 && !httpIds.isEmpty()) {
      composition.vertx().timer(millis).await();
    }
  }
}
