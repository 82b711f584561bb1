package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.TestProviders;
import dev.gatehouse.areas.codehost.CodeHostModule.CodeHostSettings;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import org.junit.jupiter.api.AutoClose;

/** Client of the area over a simulated provider, for each test its own. */
abstract class CodeHostFixture {
  static final Instant NOW = Instant.parse("2026-11-22T09:00:00Z");
  static final Duration PATIENCE = Duration.ofMinutes(1);

  final TestClock clock = new TestClock();
  @AutoClose final CodeHostSimulator simulator = new CodeHostSimulator();
  CodeHost host;

  CodeHostFixture() {
    clock.stop();
    clock.set(NOW);
    host = host("", PATIENCE);
  }

  /**
   * Returns another client.
   *
   * @param user owner of the shown repositories
   * @param timeout of a call
   */
  final CodeHost host(String user, Duration timeout) {
    return host(CodeHostSettings.Provider.GITHUB, user, timeout);
  }

  final CodeHost host(CodeHostSettings.Provider provider, String user, Duration timeout) {
    return new CodeHost(
        TestProviders.of(simulator.vertx, clock).client(CodeHostApi.OPTIONS.withTimeout(timeout)),
        new CodeHostSettings(provider, simulator.url(), user, CodeHostSimulator.TOKEN),
        clock);
  }

  /**
   * Returns headers of a quota that resets after the given seconds, by the system clock instead of
   * the test's clock.
   */
  static String[] used(int seconds) {
    String reset = Long.toString(Instant.now().plusSeconds(seconds).getEpochSecond());
    return new String[] {"X-RateLimit-Remaining", "0", "X-RateLimit-Reset", reset};
  }

  static void assertPaused(int min, int max, ApiError failure) {
    assertEquals(503, failure.status(), failure::toString);
    int seconds = Integer.parseInt(failure.headers().get("Retry-After"));
    assertTrue(seconds > min && seconds <= max, "seconds: " + seconds);
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
