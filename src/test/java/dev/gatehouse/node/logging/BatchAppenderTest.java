package dev.gatehouse.node.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import org.junit.jupiter.api.Test;

class BatchAppenderTest {
  private final LoggerContext context = new LoggerContext();
  private final Logger log = context.getLogger("test");
  private final BlockingQueue<String> written = new LinkedBlockingQueue<>();

  /** Holds every write up until it is opened. */
  private final CountDownLatch disk = new CountDownLatch(1);

  private BatchAppender appender(int max) {
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
          public void write(byte[] bytes, int offset, int length) {
            try {
              disk.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            written.add(new String(bytes, offset, length, java.nio.charset.StandardCharsets.UTF_8));
          }
        };
    var appender = new BatchAppender(encoder, out, max);
    appender.setContext(context);
    appender.start();
    log.addAppender(appender);
    return appender;
  }

  @Test
  void writesEachLinePromptly() throws Exception {
    BatchAppender appender = appender(10);
    disk.countDown();
    for (int i = 0; i < 20; i++) {
      log.info("line {}", i);
      assertEquals("line " + i + " []\n", written.poll(5, TimeUnit.SECONDS));
    }
    appender.stop();
  }

  @Test
  void writesAllLinesOfManyThreadsBeforeStop() throws Exception {
    BatchAppender appender = appender(100_000);
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
  void dropsLinesOnFullQueueAndLogsCount() {
    BatchAppender appender = appender(100);
    for (int i = 0; i < 1_000; i++) {
      log.info("line");
    }
    disk.countDown();
    appender.stop();
    String text = String.join("", written);
    long lines = text.lines().filter(line -> line.startsWith("line")).count();
    Matcher lost = Pattern.compile("(\\d+) log lines were dropped").matcher(text);
    long gone = 0;
    while (lost.find()) {
      gone += Long.parseLong(lost.group(1));
    }
    assertTrue(gone > 0, text);
    assertEquals(1_000, lines + gone);
  }
}
