package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A faulty provider and a client for it, created for each test. */
final class ProviderFixture implements BeforeEachCallback, AfterEachCallback {
  static final ProviderOptions OPTIONS =
      ProviderOptions.of("example").withTimeout(Duration.ofSeconds(10)).withMaxReplyBytes(10_000);

  TestClock clock;
  SimpleMeterRegistry meters;
  FaultyProvider provider;
  private Vertx vertx;

  @Override
  public void beforeEach(ExtensionContext context) {
    vertx = Vertx.vertx();
    clock = new TestClock();
    meters = new SimpleMeterRegistry();
    provider = new FaultyProvider();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    provider.close();
    vertx.close().await();
  }

  Providers providers() {
    return new Providers(vertx, clock, new Random(1), meters);
  }

  ProviderClient client() {
    return client(OPTIONS);
  }

  ProviderClient client(ProviderOptions options) {
    return providers().client(options);
  }

  ProviderRequest get(String path) {
    return ProviderRequest.get(provider.url() + path);
  }

  /** Returns the failure as a client of the service would see it. */
  static ApiError failure(Supplier<?> call) {
    try {
      throw new AssertionError("no failure but " + call.get());
    } catch (ApiException e) {
      return e.failure();
    }
  }

  /** Returns the number of failures of a kind. */
  double failures(String kind) {
    return meters.get("gatehouse.provider.failures").tag("kind", kind).counter().count();
  }

  double gauge(String name) {
    return meters.get("gatehouse.provider." + name).gauge().value();
  }

  double counter(String name) {
    return meters.get("gatehouse.provider." + name).counter().count();
  }
}
