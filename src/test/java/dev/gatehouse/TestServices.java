package dev.gatehouse;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.Job;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.AreaLimits;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Secrets;
import dev.gatehouse.store.blobs.FileBlobs;
import dev.gatehouse.time.TimeSource;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;

/** Services of a node, for tests that run modules without a node. */
public final class TestServices {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private TestServices() {}

  public static NodeServices over(
      Vertx vertx, Settings settings, Documents documents, InstantSource time, Path folder) {
    var random = new SecureRandom();
    var clock = new TrustedClock(passing(time), Duration.ZERO);
    try {
      return new NodeServices(
          settings,
          vertx,
          new Dispatcher(vertx, random),
          vertx.createSharedWorkerExecutor("codecs", 2),
          clock,
          random,
          new Providers(vertx, clock, random, new SimpleMeterRegistry()),
          documents,
          FileBlobs.open(folder.resolve("blobs"), 0, random),
          new Secrets(folder, random),
          folder,
          new Outbox(documents, clock),
          Pages.of(settings));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns clocks that advance together, unless the test's clock can jump. */
  private static TimeSource passing(InstantSource wall) {
    if (wall instanceof TimeSource both) {
      return both;
    }
    return new TimeSource() {
      @Override
      public Instant instant() {
        return wall.instant();
      }

      @Override
      public long nanoTime() {
        // Wraps around like the system's, because a fast clock gets centuries ahead.
        Instant now = wall.instant();
        return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
      }
    };
  }

  /** Deploys an area, whose calls the bus then dispatches to it. */
  public static void deploy(Vertx vertx, Dispatcher bus, Area area) {
    var limits = new AreaLimits(64, Duration.ofMinutes(1), AreaLimits.of(64).memory());
    vertx.deployVerticle(new AreaVerticle(area, bus, limits, StoreFailures::answer)).await();
  }

  /** Runs a module's every-second jobs once. */
  public static void work(AreaModule module) {
    work(module, job -> job.schedule().equals(new Schedule.Every(Duration.ofSeconds(1))));
  }

  /** Runs a module's periodic jobs that run on one node once. Excludes daily jobs. */
  public static void repair(AreaModule module) {
    work(module, job -> !job.everywhere() && job.schedule() instanceof Schedule.Every);
  }

  /** Runs a module's daily jobs once. */
  public static void workOfADay(AreaModule module) {
    work(module, job -> job.schedule() instanceof Schedule.Daily);
  }

  private static void work(AreaModule module, Predicate<Job> which) {
    for (Job job : module.jobs()) {
      if (which.test(job)) {
        try {
          job.work().run(text -> {});
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }
}
