package dev.gatehouse.areas.commerce.caching;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cached answers: concurrent requests for the same answer share a single computation. */
@Timeout(30)
class ResponseCacheTest {
  private static final int CROWD = 30;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final TestClock clock = new TestClock();
  private final ResponseCache cache = new ResponseCache(clock.trusted());
  private final AtomicInteger made = new AtomicInteger();

  @AutoClose("shutdownNow")
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Latches that report when an answer has begun and hold it until the test continues. */
  private static final class Gate {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch open = new CountDownLatch(1);
  }

  private Area.Handler counting() {
    return cache.keeping(call -> Answer.ok(Map.of("made", made.incrementAndGet())));
  }

  /** Returns a cached handler. Only its first answer waits at the gate. */
  private Area.Handler waitingAt(Gate gate) {
    return cache.keeping(call -> {
      int number = made.incrementAndGet();
      if (number == 1) {
        gate.begun.countDown();
        gate.open.await();
      }
      return Answer.ok(Map.of("made", number));
    });
  }

  private static Call call() {
    return call(Deadline.in(MINUTE));
  }

  private static Call call(Deadline deadline) {
    var origin = Origin.ownTask("test", "test");
    return new Call("commerce.reviews", origin, deadline, Map.of("limit", 5L), null, List.of());
  }

  private static int number(Answer answer) {
    return answer.json().toJsonObject().getInteger("made");
  }

  private <T> List<Future<T>> crowd(int size, Callable<T> task) throws InterruptedException {
    var started = new CountDownLatch(size);
    List<Future<T>> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(
          threads.submit(() -> {
            started.countDown();
            return task.call();
          }));
    }
    started.await();
    return all;
  }

  @Test
  void sharesOneComputationBetweenCallers() throws Exception {
    var gate = new Gate();
    Area.Handler handler = waitingAt(gate);
    List<Future<Answer>> all = crowd(CROWD, () -> handler.handle(call()));
    gate.begun.await();
    gate.open.countDown();
    for (Future<Answer> each : all) {
      assertEquals(1, number(each.get()));
    }
    assertEquals(1, made.get());
  }

  /** A caller that times out stops neither the shared computation nor the other callers. */
  @Test
  void keepsComputationWhenOneCallerTimesOut() throws Exception {
    var gate = new Gate();
    Area.Handler handler = waitingAt(gate);
    Future<Answer> first = threads.submit(() -> handler.handle(call()));
    gate.begun.await();
    ApiException left =
        assertThrows(
            ApiException.class, () -> handler.handle(call(Deadline.in(Duration.ofMillis(1)))));
    assertEquals(504, left.failure().status());
    List<Future<Answer>> others = crowd(CROWD, () -> handler.handle(call()));
    gate.open.countDown();
    assertEquals(1, number(first.get()));
    for (Future<Answer> each : others) {
      assertEquals(1, number(each.get()));
    }
  }

  @Test
  void sharesButDoesNotCacheFailures() throws Exception {
    var gate = new Gate();
    Area.Handler handler =
        cache.keeping(call -> {
          gate.begun.countDown();
          gate.open.await();
          throw ApiError.of(ErrorCode.NOT_FOUND, "number " + made.incrementAndGet()).exception();
        });
    Future<Answer> first = threads.submit(() -> handler.handle(call()));
    gate.begun.await();
    var waiting = new CountDownLatch(1);
    Future<String> second =
        threads.submit(() -> {
          waiting.countDown();
          return assertThrows(ApiException.class, () -> handler.handle(call())).failure().message();
        });
    waiting.await();
    gate.open.countDown();
    assertThrows(Exception.class, first::get);
    // The second caller joined the first computation, or came just after it.
    String reported = second.get();
    assertEquals("number " + made.get(), reported);
    int before = made.get();
    assertThrows(ApiException.class, () -> handler.handle(call()));
    assertEquals(before + 1, made.get());
  }

  @Test
  void recomputesAfterAnInvalidation() throws Exception {
    var gate = new Gate();
    Area.Handler handler = waitingAt(gate);
    Future<Answer> first = threads.submit(() -> handler.handle(call()));
    gate.begun.await();
    cache.clear();
    assertEquals(2, number(handler.handle(call())));
    gate.open.countDown();
    assertEquals(1, number(first.get()));
    assertEquals(2, number(handler.inline().orElseThrow().handle(call())));
  }

  @Test
  void recomputesAfterOneMinuteOfAnyClock() throws Exception {
    Area.Handler handler = counting();
    clock.stop();
    clock.jump(Duration.ofDays(365));
    assertEquals(1, number(handler.handle(call())));
    clock.jump(Duration.ofDays(-365));
    clock.advance(MINUTE.minusSeconds(1));
    assertEquals(1, number(handler.inline().orElseThrow().handle(call())));
    clock.advance(Duration.ofSeconds(1));
    assertNull(handler.inline().orElseThrow().handle(call()));
    assertEquals(2, number(handler.handle(call())));
  }

  @Test
  void computesLargeAnswersForEachCaller() throws Exception {
    Area.Handler handler =
        cache.keeping(
            call -> Answer.ok(Map.of("made", made.incrementAndGet(), "text", "x".repeat(70_000))));
    assertEquals(1, number(handler.handle(call())));
    assertEquals(2, number(handler.handle(call())));
  }
}
