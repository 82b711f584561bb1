package dev.gatehouse;

import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.Providers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.util.Random;

/** Clients of providers, for tests without a node. */
public final class TestProviders implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Providers providers;

  public TestProviders(TestClock clock) {
    providers = of(vertx, clock);
  }

  public static Providers of(Vertx vertx, TestClock clock) {
    return new Providers(vertx, clock, new Random(1), new SimpleMeterRegistry());
  }

  public Providers all() {
    return providers;
  }

  public ProviderClient client(ProviderOptions options) {
    return providers.client(options);
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
