package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthTest {
  private static final Optional<String> CUT_OFF = Optional.of("cut off");

  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicReference<Optional<String>> trouble = new AtomicReference<>(Optional.empty());
  private final Health health = new Health(() -> 0);

  @BeforeEach
  void listen() {
    health.need(
        "documents",
        () -> {
          looks.incrementAndGet();
          return Optional.empty();
        });
    health.needAtOnce("areas", trouble::get);
    health.listen();
  }

  /** Within the second for which a look at the others is kept. */
  @Test
  void whatCostsNothingIsSeenAtOnce() {
    assertTrue(health.ready(health.troubles()));
    trouble.set(CUT_OFF);
    assertEquals(CUT_OFF, health.troubles().get("areas"));
    assertFalse(health.ready(health.troubles()));
    assertEquals(Optional.of(Map.of("documents", true, "areas", false)), health.known());
    trouble.set(Optional.empty());
    assertTrue(health.ready(health.troubles()));
    assertEquals(1, looks.get());
  }
}
