package dev.gatehouse.outbox;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** Metrics of the outbox. */
final class OutboxMetrics {
  /** Holds the counters before a node has a registry. */
  private final CompositeMeterRegistry meters = new CompositeMeterRegistry();

  private final AtomicLong waiting = new AtomicLong();
  private final AtomicLong dead = new AtomicLong();

  void publish(MeterRegistry registry) {
    Gauge.builder("gatehouse.outbox.entries", waiting, AtomicLong::get)
        .description("Outgoing messages by state: waiting or dead, counted once a minute")
        .tag("state", "waiting")
        .register(registry);
    Gauge.builder("gatehouse.outbox.entries", dead, AtomicLong::get)
        .description("Outgoing messages by state: waiting or dead, counted once a minute")
        .tag("state", "dead")
        .register(registry);
    meters.add(registry);
  }

  /**
   * Counts an attempt to deliver an entry.
   *
   * @param result {@code sent}, {@code retried} or {@code dead}
   */
  void attempted(String kind, String result) {
    Counter.builder("gatehouse.outbox.deliveries")
        .description("Attempts to deliver messages, by kind and result: sent, retried or dead")
        .tag("kind", kind)
        .tag("result", result)
        .register(meters)
        .increment();
  }

  void counted(long waitingNow, long deadNow) {
    waiting.set(waitingNow);
    dead.set(deadNow);
  }
}
