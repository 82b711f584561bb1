package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.TestNode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * CPU time that large JSON bodies cost the event loops. It must be close to the cost of as many
 * unparsed bytes. CPU time is used so that a busy machine does not affect the result.
 */
class LoopTimeTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final String LOOPS = "vert.x-eventloop-thread-";
  private static final int BYTES = 1_900_000;
  private static final int JUNK_BODIES = 2;
  private static final int ENTRIES = 500;

  /** Allowance in addition to a multiple of the bytes' cost. */
  private static final Duration SPARE = Duration.ofMillis(50);

  private static final int MOST = 4;

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  @Test
  void parsesLargeBodiesOffEventLoops() {
    byte[] junk =
        object(
            IntStream.range(0, BYTES / JUNK_BODIES / 16)
                .mapToObj(i -> String.format(Locale.ROOT, "\"k%07d\":1234", i % 10_000_000)));
    byte[] batch =
        IntStream.range(0, ENTRIES)
            .mapToObj(i ->
                "{\"timestamp\":\"2026-11-01T00:00:00Z\",\"level\":\"info\",\"message\":\""
                    + i
                    + " said at length".repeat(BYTES / ENTRIES / 15 - 8)
                    + "\"}")
            .collect(Collectors.joining(",", "[", "]"))
            .getBytes(StandardCharsets.US_ASCII);
    byte[] bytes = new byte[BYTES];
    Arrays.fill(bytes, (byte) 'x');
    System.arraycopy("%PDF-1.7\n".getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, 9);
    // The first run includes class loading and compilation that later runs do not pay for.
    for (boolean counts : new boolean[] {false, true}) {
      Duration plain = loops(() -> send("PUT", "/api/proxy/resume", "application/pdf", bytes, 200));
      Duration most = plain.multipliedBy(MOST).plus(SPARE);
      Duration unknown =
          loops(() -> {
            for (int i = 0; i < JUNK_BODIES; i++) {
              send("POST", "/services/DNA", "application/json", junk, 400);
            }
          });
      Duration right =
          loops(() -> send("POST", "/api/proxy/bots/trading/logs", "application/json", batch, 201));
      if (counts) {
        assertTrue(unknown.compareTo(most) <= 0, unknown + " for junk, " + plain + " for bytes");
        assertTrue(right.compareTo(most) <= 0, right + " for entries, " + plain + " for bytes");
      }
    }
  }

  private static byte[] object(Stream<String> fields) {
    return fields.collect(Collectors.joining(",", "{", "}")).getBytes(StandardCharsets.US_ASCII);
  }

  private static void send(String method, String path, String type, byte[] body, int status) {
    NODE.owner(method, path).from(NODE.freshAddress()).body(type, body).expect(status);
  }

  /** Returns the CPU time that all event loops use during the work. */
  private static Duration loops(Runnable work) {
    long before = loopNanos();
    work.run();
    return Duration.ofNanos(loopNanos() - before);
  }

  private static long loopNanos() {
    return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
        .filter(thread -> thread != null && thread.getThreadName().startsWith(LOOPS))
        .mapToLong(thread -> THREADS.getThreadCpuTime(thread.getThreadId()))
        .sum();
  }
}
