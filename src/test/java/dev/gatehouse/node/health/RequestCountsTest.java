package dev.gatehouse.node.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.node.health.RequestCounts.Counts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The requests of the last hour, from the figures for Prometheus. */
class RequestCountsTest {
  private final MeterRegistry figures = new SimpleMeterRegistry();
  private final RequestCounts counts = new RequestCounts(figures);

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
