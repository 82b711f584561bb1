package dev.gatehouse;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.module.AreaModule;
import dev.gatehouse.module.NodeServices;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.FileBlobs;
import dev.gatehouse.store.Secrets;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;

/** What a node lends to modules, for tests that run modules without a node. */
public final class TestServices {
  private TestServices() {}

  public static NodeServices over(
      Vertx vertx, Settings settings, Documents documents, InstantSource clock, Path folder) {
    var random = new SecureRandom();
    try {
      return new NodeServices(
          settings,
          new NodeServices.Runtime(
              vertx,
              new Dispatcher(vertx, random),
              vertx.createSharedWorkerExecutor("codecs", 2),
              clock,
              random),
          new NodeServices.Storage(
              documents,
              FileBlobs.open(folder.resolve("blobs"), 0, random),
              new Secrets(folder, random),
              folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Does once what a module does every second. */
  public static void work(AreaModule module) {
    for (AreaModule.Job job : module.jobs()) {
      if (job.every().equals(Duration.ofSeconds(1))) {
        try {
          job.work().run();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }
}
