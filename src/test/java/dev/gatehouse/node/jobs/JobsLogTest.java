package dev.gatehouse.node.jobs;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import ch.qos.logback.classic.Level;
import dev.gatehouse.LogLines;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.store.StoreFullException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Jobs that fail, in the log. */
class JobsLogTest {
  @AutoClose private final Vertx vertx = Vertx.vertx();
  @AutoClose private final LogLines lines = new LogLines(Jobs.class, Level.WARN);
  private final Jobs jobs =
      new Jobs(
          vertx,
          TestDocuments.at(vertx, "mongodb://127.0.0.1:1"),
          TestSettings.of().section("jobs"),
          new TestClock().trusted(),
          new SimpleMeterRegistry());

  /** Every second, on a disk that has no room for it. */
  @Test
  void logsFullStoreInOneLine() throws Exception {
    jobs.soon(
        "a.job",
        progress -> {
          throw new StoreFullException("there is no room");
        });
    Waiting.until(() -> !lines.list.isEmpty());
    assertEquals(
        "job a.job will be tried again: there is no room",
        lines.list.getFirst().getFormattedMessage());
    assertNull(lines.list.getFirst().getThrowableProxy());
  }

  @Test
  void logsStackTraceForUnexpectedError() throws Exception {
    jobs.soon(
        "a.job",
        progress -> {
          throw new IllegalStateException("a fault");
        });
    Waiting.until(() -> !lines.list.isEmpty());
    assertNotNull(lines.list.getFirst().getThrowableProxy());
  }
}
