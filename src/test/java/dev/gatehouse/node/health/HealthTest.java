package dev.gatehouse.node.health;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthTest {
  private static final Optional<String> CUT_OFF = Optional.of("cut off");

  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicReference<Optional<String>> trouble = new AtomicReference<>(Optional.empty());
  private final AtomicReference<Optional<String>> fault = new AtomicReference<>(Optional.empty());
  private final AtomicLong now = new AtomicLong();
  private final Health health = new Health(now::get);

  /** A look at the documents ends when this is open. */
  private final AtomicReference<CountDownLatch> gate = new AtomicReference<>(new CountDownLatch(0));

  @BeforeEach
  void listen() {
    health.need(
        "documents",
        () -> {
          CountDownLatch mine = gate.get();
          looks.incrementAndGet();
          Waiting.on(mine);
          return fault.get();
        });
    health.needAtOnce("areas", trouble::get);
    health.listen();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  /**
   * A load balancer that gets no reply for 1.5 seconds marks the node as down and closes its
   * connections, although the store pauses only that long.
   */
  @Test
  void keepsLastResultUntilCheckTimesOut() throws Exception {
    Waiting.until(() -> health.ready(health.troubles()));
    gate.set(new CountDownLatch(1));
    pass(Duration.ofMillis(1_100));
    assertTrue(health.ready(health.troubles()), "it may answer yet");
    pass(Duration.ofMillis(500));
    assertTrue(health.ready(health.troubles()), "it may still");
    pass(Duration.ofMillis(1_500));
    assertEquals(Optional.of("no answer within 2 s"), health.troubles().get("documents"));
    assertFalse(health.ready(health.troubles()));
    Waiting.until(() -> looks.get() == 2);
    gate.get().countDown();
    Waiting.until(() -> {
      pass(Duration.ofMillis(1_100));
      return health.ready(health.troubles());
    });
  }

  /** A node that begins is not ready on a guess. */
  @Test
  void reportsNotReadyBeforeFirstCheckResult() {
    gate.set(new CountDownLatch(1));
    assertFalse(health.ready(health.troubles()));
    gate.get().countDown();
  }

  /** Within the second for which a look at the others is kept. */
  @Test
  void reportsCheapCheckImmediately() throws Exception {
    Waiting.until(() -> health.ready(health.troubles()));
    trouble.set(CUT_OFF);
    assertEquals(CUT_OFF, health.troubles().get("areas"));
    assertFalse(health.ready(health.troubles()));
    assertEquals(Optional.of(Map.of("documents", true, "areas", false)), health.results());
    trouble.set(Optional.empty());
    assertTrue(health.ready(health.troubles()));
    assertEquals(1, looks.get());
  }

  /** A store can be so slow that no check ends while it is awaited. */
  @Test
  void measuresResultsOfSlowChecks() throws Exception {
    var meters = new SimpleMeterRegistry();
    health.measure(meters);
    Waiting.until(() -> health.ready(health.troubles()));
    assertEquals(1, meters.get("gatehouse.ready").gauge().value());
    var slow = new CountDownLatch(1);
    gate.set(slow);
    fault.set(Optional.of("is full"));
    pass(Duration.ofMillis(1_100));
    assertTrue(health.ready(health.troubles()), "the check may still end well");
    // On a busy machine it can begin later.
    Waiting.until(() -> looks.get() == 2);
    slow.countDown();
    gate.set(new CountDownLatch(1));
    Waiting.until(() -> !health.ready(health.troubles()));
    assertEquals(0, meters.get("gatehouse.ready").gauge().value());
    gate.get().countDown();
  }
}
