package dev.gatehouse.areas.codehost;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.areas.codehost.CodeHostModule.CodeHostSettings;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.Providers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Client of the area over a simulated provider, created anew for each test. */
final class CodeHostFixture implements BeforeEachCallback, AfterEachCallback {
  static final Instant NOW = Instant.parse("2026-11-22T09:00:00Z");

  TestClock clock;
  CodeHostSimulator simulator;
  CodeHost host;

  @Override
  public void beforeEach(ExtensionContext context) {
    clock = new TestClock();
    clock.stop();
    clock.set(NOW);
    simulator = new CodeHostSimulator();
    host = host("", CodeHostApi.OPTIONS.timeout());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    simulator.close();
  }

  /**
   * Returns another client.
   *
   * @param user owner of the shown repositories
   * @param timeout of a call
   */
  CodeHost host(String user, Duration timeout) {
    var providers = new Providers(simulator.vertx, clock, new Random(1), new SimpleMeterRegistry());
    return new CodeHost(
        providers.client(CodeHostApi.OPTIONS.withTimeout(timeout)),
        new CodeHostSettings(
            CodeHostSettings.Provider.GITHUB, simulator.url(), user, CodeHostSimulator.TOKEN),
        clock);
  }

  /** Returns the failure as a client of the service would see it. */
  static ApiError failure(Supplier<?> call) {
    try {
      throw new AssertionError("no failure but " + call.get());
    } catch (ApiException e) {
      return e.failure();
    }
  }
}
