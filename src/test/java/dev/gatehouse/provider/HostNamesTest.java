package dev.gatehouse.provider;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Name servers that do not respond. A caller waits for them only as long as its own deadline. */
@Timeout(30)
class HostNamesTest {
  private static final Duration LITTLE = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void timesOutWhenResolverHangs() throws Exception {
    var answer = new CountDownLatch(1);
    var asked = new AtomicInteger();
    InetAddress[] address = {InetAddress.getLoopbackAddress()};
    var names =
        new HostNames(
            host -> {
              asked.incrementAndGet();
              Unchecked.run(answer::await);
              return address;
            },
            2);
    long start = System.nanoTime();
    for (int i = 0; i < 5; i++) {
      assertThrows(UnknownHostException.class, () -> names.resolve("a.example", LITTLE));
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(took.compareTo(LITTLE.multipliedBy(5)) >= 0, "each had its time: " + took);
    assertTrue(took.compareTo(Duration.ofSeconds(20)) < 0, "and no more: " + took);
    Waiting.until(() -> asked.get() == 2);

    answer.countDown();
    assertArrayEquals(address, names.resolve("a.example", LONG));
    assertEquals(3, asked.get(), "no more threads are stuck than there may be");
  }

  @Test
  void throwsForUnknownHost() {
    var names =
        new HostNames(
            host -> {
              throw new UnknownHostException(host);
            },
            1);
    assertThrows(UnknownHostException.class, () -> names.resolve("a.example", LONG));
  }
}
