package dev.gatehouse.node.health;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.node.health.RequestCounts.Counts;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nodes know of each other by the store alone, and the requests of the last hour. */
class NodeHeartbeatsTest {
  @TempDir Path folder;

  private final TestClock clock = new TestClock();
  private final MeterRegistry figures = new SimpleMeterRegistry();
  private final RequestCounts counts = new RequestCounts(figures);

  private HealthOperations node(String name, Health health, Documents documents) {
    return new HealthOperations(
        name,
        clock.instant(),
        () -> Set.of("media"),
        List.of("codehost"),
        health,
        new RequestCounts(new SimpleMeterRegistry()),
        Optional.of(new NodeHeartbeats(documents, clock.trusted())),
        clock);
  }

  /** The console sends no requests to providers that no node has the settings of. */
  @Test
  void knowsTheIntegrationsOfOtherNodes() {
    clock.stop();
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      var documents = new Documents(store.documents(), new SecureRandom());
      HealthOperations one = node("n1:7000", new Health(System::nanoTime), documents);
      HealthOperations other = node("n2:7000", new Health(System::nanoTime), documents);
      one.write();
      assertTrue(other.integrationsElsewhere().test("codehost"));
      assertFalse(other.integrationsElsewhere().test("payments"));
      assertFalse(one.integrationsElsewhere().test("codehost"), "only other nodes count");
      clock.advance(Duration.ofMinutes(11));
      assertFalse(other.integrationsElsewhere().test("codehost"), "the node ended long ago");
    }
  }

  /** A node of an older release states no integrations, so it may have any. */
  @Test
  void assumesThatOlderNodesHaveEveryIntegration() {
    assertTrue(new NodeHeartbeats.Process("1", clock.instant(), null, null).mayUse("payments"));
  }

  /** Else those that lack its areas would take themselves for cut off from it. */
  @Test
  void omitsDrainingNodes() {
    clock.stop();
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      var documents = new Documents(store.documents(), new SecureRandom());
      var health = new Health(System::nanoTime);
      HealthOperations one = node("n1:7000", health, documents);
      HealthOperations other = node("n2:7000", new Health(System::nanoTime), documents);
      one.write();
      assertEquals(Set.of("n1:7000"), other.describe(Set.of("media", "site")).keySet());
      assertEquals(Map.of(), other.describe(Set.of("site")));
      assertEquals(Map.of(), one.describe(Set.of("media")), "it is no other");
      health.drain();
      one.write();
      assertEquals(Map.of(), other.describe(Set.of("media")));
    }
  }

  @Test
  void countsRefusalsAndFailuresSeparately() {
    for (int status : new int[] {200, 304, 400, 401, 403, 404, 429, 499, 500, 503}) {
      answer(status);
    }
    assertEquals(new Counts(10, 3, 2), counts.lastHour());
  }

  @Test
  void dropsCountsOlderThanOneHour() {
    answer(200);
    for (int minute = 0; minute < 59; minute++) {
      counts.minute();
    }
    answer(403);
    assertEquals(new Counts(2, 1, 0), counts.lastHour());
    counts.minute();
    assertEquals(new Counts(1, 1, 0), counts.lastHour());
    for (int minute = 0; minute < 60; minute++) {
      counts.minute();
    }
    assertEquals(Counts.NONE, counts.lastHour());
  }

  private void answer(int status) {
    Timer.builder(AccessLog.METER)
        .tag(AccessLog.STATUS, Integer.toString(status))
        .register(figures)
        .record(Duration.ofMillis(1));
  }
}
