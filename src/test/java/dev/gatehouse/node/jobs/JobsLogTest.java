package dev.gatehouse.node.jobs;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.store.StoreFullException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Jobs that fail, in the log. */
class JobsLogTest {
  private final Vertx vertx = Vertx.vertx();
  private final Logger logger = (Logger) LoggerFactory.getLogger(Jobs.class);
  private final Level before = logger.getLevel();
  private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
          lines.add(line);
        }
      };

  private final Jobs jobs =
      new Jobs(
          vertx,
          TestDocuments.at(vertx, "mongodb://127.0.0.1:1"),
          TestSettings.of(Map.of()).section("jobs"),
          new TestClock().trusted(),
          new SimpleMeterRegistry());

  @BeforeEach
  void listen() {
    appender.start();
    logger.setLevel(Level.WARN);
    logger.addAppender(appender);
  }

  @AfterEach
  void close() {
    logger.detachAppender(appender);
    logger.setLevel(before);
    vertx.close().await();
  }

  /** Every second, on a disk that has no room for it. */
  @Test
  void logsFullStoreInOneLine() throws Exception {
    jobs.soon(
        "a.job",
        progress -> {
          throw new StoreFullException("there is no room");
        });
    Waiting.until(() -> !lines.isEmpty());
    assertEquals(
        "job a.job will be tried again: there is no room", lines.getFirst().getFormattedMessage());
    assertNull(lines.getFirst().getThrowableProxy());
  }

  @Test
  void logsStackTraceForUnexpectedError() throws Exception {
    jobs.soon(
        "a.job",
        progress -> {
          throw new IllegalStateException("a fault");
        });
    Waiting.until(() -> !lines.isEmpty());
    assertNotNull(lines.getFirst().getThrowableProxy());
  }
}
