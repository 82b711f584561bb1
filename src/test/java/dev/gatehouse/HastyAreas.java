package dev.gatehouse;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.bus.AreaLimits;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.Vertx;

/**
 * Areas over a store, for a process that is killed. Areas check unfinished work only after minutes,
 * so the clock runs 120 times as fast since a time that all processes over the store share.
 */
public final class HastyAreas {
  public static final Origin ORIGIN = Origin.ownTask("test", "test");

  private static final int HASTE = 120;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = 100_000_000;

  private final NodeServices services;
  private final List<AreaModule> modules;

  /** Creates the areas' modules from the given services. */
  public interface Modules {
    List<AreaModule> of(NodeServices services) throws IOException;
  }

  /**
   * Creates areas that are ready to be called.
   *
   * @param folder folder of the store
   * @param since time since which the clock is fast
   * @param settings settings in environment form
   */
  public HastyAreas(Path folder, Instant since, Map<String, String> settings, Modules areas)
      throws IOException {
    Vertx vertx = Vertx.vertx();
    var store = EmbeddedStore.open(folder, true);
    services =
        TestServices.over(
            vertx,
            TestSettings.of(settings),
            new Documents(store.documents(), new SecureRandom()),
            () -> hasty(since),
            folder);
    modules = areas.of(services);
    services.documents().createIndexes();
    for (AreaModule module : modules) {
      module.prepare();
      vertx
          .deployVerticle(
              new AreaVerticle(
                  module.area(), services.dispatcher(), AreaLimits.of(16), StoreFailures::answer))
          .await();
    }
  }

  private static Instant hasty(Instant since) {
    Duration lived = Duration.between(since, InstantSource.system().instant());
    return since.plus(lived.multipliedBy(HASTE));
  }

  public NodeServices services() {
    return services;
  }

  /** Runs the areas' jobs while the process lives. */
  public void lookAfterThem() {
    for (AreaModule module : modules) {
      Thread.ofVirtual()
          .start(() -> {
            while (true) {
              lookAfter(module);
              pause();
            }
          });
    }
  }

  private static void lookAfter(AreaModule module) {
    try {
      TestServices.work(module);
      TestServices.repair(module);
    } catch (IllegalStateException providerFails) {
      // A failed job is retried, as on a node.
    }
  }

  /** Pauses briefly between two attempts. */
  public static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** Calls an operation. Blocks. */
  public Reply call(String operation, Map<String, Object> parameters, Object body) {
    return services
        .dispatcher()
        .dispatch(new Call(operation, ORIGIN, Deadline.in(PATIENCE), parameters, body, List.of()))
        .await();
  }
}
