package dev.gatehouse.node.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.node.health.NodeHeartbeats.Part;
import dev.gatehouse.node.health.NodeHeartbeats.Process;
import dev.gatehouse.node.health.NodeHeartbeats.Standing;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class PublicComponentsTest {
  private static final Instant NOW = Instant.parse("2026-03-10T10:00:00Z");

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  private static Standing node(String name, Duration age, boolean ready, String... faults) {
    Instant seen = NOW.minus(age);
    List<Part> parts =
        List.of(faults).stream().map(fault -> new Part(fault, false, "a cause")).toList();
    return new Standing(
        name,
        seen,
        new Process("1", seen, List.of(), List.of()),
        ready,
        parts,
        List.of(),
        new RequestCounts.Counts(0, 0, 0));
  }

  private Map<String, ComponentState> states(boolean emailsWait, Standing... nodes) {
    return new PublicComponents(Map.of("payments", "payments"), () -> emailsWait, meters)
        .states(List.of(nodes), NOW);
  }

  @Test
  void takesTheBestOfAllNodes() {
    Standing broken = node("n1", Duration.ZERO, false, "documents", "files");
    Standing well = node("n2", Duration.ofSeconds(20), true);
    assertEquals(ComponentState.DOWN, states(false, broken).get("website"));
    assertEquals(ComponentState.DOWN, states(false, broken).get("files"));
    assertEquals(ComponentState.UP, states(false, broken, well).get("website"));
    assertEquals(ComponentState.UP, states(false, broken, well).get("files"));
    Standing gone = node("n2", Duration.ofMinutes(3), true);
    assertEquals(ComponentState.DOWN, states(false, broken, gone).get("website"));
  }

  @Test
  void showsALimitedComponentAsImpaired() {
    Standing full = node("n1", Duration.ZERO, true, "disk", "backup", "redis");
    assertEquals(ComponentState.UP, states(false, full).get("website"));
    assertEquals(ComponentState.IMPAIRED, states(false, full).get("files"));
    assertEquals(ComponentState.IMPAIRED, states(true, full).get("emails"));
  }

  @Test
  void survivesAnUnavailableStore() {
    Map<String, ComponentState> states =
        new PublicComponents(
                Map.of(),
                () -> {
                  throw new IllegalStateException("the store is away");
                },
                meters)
            .states(List.of(node("n1", Duration.ZERO, false, "documents")), NOW);
    assertEquals(ComponentState.DOWN, states.get("website"));
    assertEquals(ComponentState.IMPAIRED, states.get("emails"));
  }

  @Test
  void showsAProviderThatIsNotCalledAsDown() {
    var open = new AtomicInteger();
    Gauge.builder("gatehouse.provider.breakers.open", open, AtomicInteger::get)
        .tag("provider", "payments")
        .register(meters);
    Standing well = node("n1", Duration.ZERO, true);
    assertEquals(ComponentState.UP, states(false, well).get("payments"));
    open.set(1);
    assertEquals(ComponentState.DOWN, states(false, well).get("payments"));
  }
}
