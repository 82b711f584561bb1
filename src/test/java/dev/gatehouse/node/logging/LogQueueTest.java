package dev.gatehouse.node.logging;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import dev.gatehouse.Waiting;
import dev.gatehouse.node.logging.Logging.LogQueue;
import org.junit.jupiter.api.Test;

class LogQueueTest {
  private final LoggerContext context = new LoggerContext();
  private final Logger log = context.getLogger("test");
  private final BlockingQueue<String> written = new LinkedBlockingQueue<>();

  /** Holds every write up until it is opened. */
  private final CountDownLatch disk = new CountDownLatch(1);

  /** Makes the next write fail. */
  private volatile boolean full;

  private LogQueue appender(int max) {
    context.setMDCAdapter(new LogbackMDCAdapter());
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%msg [%X{request}]%n");
    encoder.start();
    var out =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new UnsupportedOperationException();
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            if (full) {
              full = false;
              throw new IOException("no space left on device");
            }
            try {
              disk.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            written.add(new String(bytes, offset, length, java.nio.charset.StandardCharsets.UTF_8));
          }
        };
    var appender = new LogQueue(context, encoder, out, max);
    appender.setMaxFlushTime(60_000);
    log.addAppender(appender);
    return appender;
  }

  @Test
  void writesEachLinePromptly() throws Exception {
    LogQueue appender = appender(10);
    disk.countDown();
    for (int i = 0; i < 20; i++) {
      log.info("line {}", i);
      assertEquals("line " + i + " []\n", written.poll(1, TimeUnit.MINUTES));
    }
    appender.stop();
  }

  @Test
  void writesAllLinesOfManyThreadsBeforeStop() throws Exception {
    LogQueue appender = appender(100_000);
    disk.countDown();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                for (int j = 0; j < 5_000; j++) {
                  log.info("line");
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    appender.stop();
    assertEquals(20_000, String.join("", written).lines().count());
  }

  @Test
  void dropsAndCountsLinesOnFullQueue() {
    LogQueue appender = appender(100);
    long before = Logging.dropped();
    for (int i = 0; i < 1_000; i++) {
      log.info("line");
    }
    disk.countDown();
    appender.stop();
    long lines = String.join("", written).lines().count();
    long dropped = Logging.dropped() - before;
    assertTrue(dropped > 0);
    assertEquals(1_000, lines + dropped);
  }

  @Test
  void continuesAfterFullDisk() throws Exception {
    LogQueue appender = appender(10);
    disk.countDown();
    full = true;
    log.info("lost");
    Waiting.until(() -> !full);
    log.info("written");
    assertEquals("written []\n", written.poll(1, TimeUnit.MINUTES));
    appender.stop();
  }
}
