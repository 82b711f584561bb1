package dev.gatehouse.areas.commerce.caching;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Deadline;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A computation in progress is never evicted, however small the cache is. */
@Timeout(30)
class ComputedCacheTest {
  private static final int SIZE = 10;
  private static final int KEYS = 100;
  private static final Deadline MINUTE = Deadline.in(Duration.ofMinutes(1));

  @Test
  void computesEachOfManyKeysOnceUntilItsComputationEnds() throws Exception {
    var cache =
        new ComputedCache<Integer>(SIZE, Duration.ofHours(1), System::nanoTime, any -> true);
    var made = new AtomicInteger();
    var begun = new CountDownLatch(KEYS);
    var end = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < KEYS; i++) {
        String key = "key " + i;
        all.add(
            threads.submit(() ->
                cache.get(
                    key,
                    MINUTE,
                    () -> {
                      begun.countDown();
                      end.await();
                      return made.incrementAndGet();
                    })));
      }
      begun.await();
      for (int i = 0; i < KEYS; i++) {
        String key = "key " + i;
        // Waits for the computation instead of beginning another one.
        assertThrows(
            ApiException.class,
            () -> cache.get(key, Deadline.in(Duration.ofMillis(1)), made::incrementAndGet));
      }
      end.countDown();
      for (Future<Integer> each : all) {
        each.get();
      }
    }
    assertEquals(KEYS, made.get());
  }

  /** A visitor's request for reviews that do not exist wrote a stack trace to the log. */
  @Test
  void neitherKeepsNorLogsFailures() throws Exception {
    var cache =
        new ComputedCache<Integer>(SIZE, Duration.ofHours(1), System::nanoTime, any -> true);
    var logged = new ByteArrayOutputStream();
    var handler = new StreamHandler(logged, new SimpleFormatter());
    Logger caffeine = Logger.getLogger("com.github.benmanes.caffeine");
    caffeine.addHandler(handler);
    try {
      for (int i = 0; i < 2; i++) {
        var failed = new IllegalStateException("none");
        Callable<Integer> failing =
            () -> {
              throw failed;
            };
        assertSame(failed, assertThrows(Exception.class, () -> cache.get("a", MINUTE, failing)));
      }
      assertEquals(1, cache.get("a", MINUTE, () -> 1));
    } finally {
      caffeine.removeHandler(handler);
      handler.close();
    }
    assertEquals("", logged.toString(StandardCharsets.UTF_8));
  }
}
