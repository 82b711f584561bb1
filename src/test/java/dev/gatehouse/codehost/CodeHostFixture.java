package dev.gatehouse.codehost;

import dev.gatehouse.TestClock;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.FailureException;
import dev.gatehouse.provider.Providers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The area's client over a simulated provider; new for each test. */
final class CodeHostFixture implements BeforeEachCallback, AfterEachCallback {
  TestClock clock;
  CodeHostSimulator simulator;
  CodeHost host;
  private Vertx vertx;

  @Override
  public void beforeEach(ExtensionContext context) {
    vertx = Vertx.vertx();
    clock = new TestClock();
    simulator = new CodeHostSimulator();
    host = host("", CodeHostApi.OPTIONS.timeout());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    simulator.close();
    vertx.close().await();
  }

  /**
   * Another client.
   *
   * @param user whose repositories are shown
   * @param timeout of a call
   */
  CodeHost host(String user, Duration timeout) {
    var providers = new Providers(vertx, clock, new Random(1), new SimpleMeterRegistry());
    return new CodeHost(
        providers.client(CodeHostApi.OPTIONS.withTimeout(timeout)),
        new CodeHostSettings(simulator.url(), user, CodeHostSimulator.TOKEN),
        clock);
  }

  /** Its failure, as a client of the service would see it. */
  static Failure failure(Supplier<?> call) {
    try {
      throw new AssertionError("no failure but " + call.get());
    } catch (FailureException e) {
      return e.failure();
    }
  }
}
