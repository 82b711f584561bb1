package dev.gatehouse.node.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.node.traffic.TrafficHistory.Traffic;
import dev.gatehouse.node.traffic.TrafficHistory.TrafficPeriod;
import dev.gatehouse.node.traffic.TrafficHistory.TrafficPeriod.Kind;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored traffic of two nodes with one store. */
class TrafficHistoryTest {
  @TempDir Path folder;

  private final TestClock clock = TestClock.stoppedAt(Instant.parse("2026-03-10T10:59:00Z"));
  private final MeterRegistry first = new SimpleMeterRegistry();
  private final MeterRegistry second = new SimpleMeterRegistry();
  @AutoClose private EmbeddedStore store;
  private Documents documents;
  private TrafficHistory one;
  private TrafficHistory other;

  @BeforeEach
  void open() {
    store = EmbeddedStore.open(folder, false);
    documents = new Documents(store.documents(), new SecureRandom());
    one = new TrafficHistory(documents, first, clock.trusted());
    other = new TrafficHistory(documents, second, clock.trusted());
    documents.createIndexes();
  }

  private static void reply(MeterRegistry node, String route, int status, int millis) {
    Timer.builder(AccessLog.METER)
        .tag(AccessLog.METHOD, "GET")
        .tag(AccessLog.ROUTE, route)
        .tag(AccessLog.STATUS, Integer.toString(status))
        .serviceLevelObjectives(
            Traffic.BOUNDS.stream().map(Duration::ofMillis).toArray(Duration[]::new))
        .register(node)
        .record(Duration.ofMillis(millis));
  }

  @Test
  void addsTheTrafficOfAllNodes() {
    reply(first, "/a", 200, 20);
    reply(first, "/a", 429, 1);
    reply(second, "/a", 503, 700);
    reply(second, "/b", 404, 1);
    one.record();
    other.record();
    one.record();
    TrafficPeriod hour = one.read(Kind.HOUR).getFirst();
    assertEquals(new Traffic(4, 1, 1, 1, 722, List.of(2L, 3L, 3L, 3L, 4L, 4L)), hour.all());
    assertEquals(List.of("GET /a", "GET /b"), hour.routes().stream().map(r -> r.route()).toList());
    assertEquals(3, hour.routes().getFirst().traffic().requests());
    assertEquals(hour.all(), one.read(Kind.DAY).getFirst().all());
  }

  @Test
  void beginsAPeriodAtEachHour() {
    reply(first, "/a", 200, 1);
    one.record();
    clock.advance(Duration.ofMinutes(2));
    reply(first, "/a", 200, 1);
    reply(first, "/a", 200, 1);
    one.record();
    assertEquals(
        List.of(1L, 2L),
        one.read(Kind.HOUR).stream().map(period -> period.all().requests()).toList());
    assertEquals(3, one.read(Kind.DAY).getFirst().all().requests());
    clock.advance(Duration.ofHours(24));
    assertEquals(List.of(), one.read(Kind.HOUR));
  }

  @Test
  void keepsTheMostFrequentOperations() {
    for (int route = 0; route < 50; route++) {
      for (int times = 0; times <= route; times++) {
        reply(first, "/" + route, 200, 1);
      }
    }
    one.record();
    TrafficPeriod hour = one.read(Kind.HOUR).getFirst();
    assertEquals(TrafficPeriod.MAX_ROUTES, hour.routes().size());
    assertEquals("GET /49", hour.routes().getFirst().route());
    assertEquals(50 * 51 / 2, hour.all().requests());
  }

  @Test
  void deletesPeriodsAfterAMonth() {
    reply(first, "/a", 200, 1);
    one.record();
    clock.advance(Duration.ofDays(32));
    reply(first, "/a", 200, 1);
    one.record();
    assertEquals(2, documents.collection("traffic", TrafficPeriod.class).count(Query.all()));
  }
}
