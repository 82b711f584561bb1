package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Waiting;
import dev.gatehouse.bus.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The limits of slow code verification, and the rejected calls. */
class CodeCheckerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int TAKEN = 18;

  private final CountDownLatch slow = new CountDownLatch(1);
  private final AtomicInteger checks = new AtomicInteger();
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final CodeChecker checker = new CodeChecker(this::matches);

  @AfterEach
  void close() {
    slow.countDown();
    checker.close();
  }

  @Test
  void limitsRunningAndWaitingChecks() throws Exception {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> answers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        String code = "wrong-" + i;
        answers.add(callers.submit(() -> checker.matches(code, PATIENCE)));
      }
      Waiting.until(() -> checks.get() == 2);
      List<Future<Boolean>> more = new ArrayList<>();
      for (int i = 2; i < TAKEN + 5; i++) {
        String code = i == 2 ? "right" : "wrong-" + i;
        more.add(callers.submit(() -> checker.matches(code, PATIENCE)));
      }
      Waiting.until(() -> more.stream().filter(Future::isDone).count() == 5);
      for (Future<Boolean> refused : more.stream().filter(Future::isDone).toList()) {
        assertEquals(503, ((ApiException) refused.exceptionNow()).failure().status());
      }
      slow.countDown();
      answers.addAll(more);
      Waiting.until(() -> answers.stream().allMatch(Future::isDone));
      assertEquals(TAKEN, checks.get());
      assertEquals(2, mostAtOnce.get());
    }
  }

  @Test
  void sharesCheckAmongCallersWithSameCode() throws Exception {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> answers = new ArrayList<>();
      answers.add(callers.submit(() -> checker.matches("right", PATIENCE)));
      Waiting.until(() -> checks.get() == 1);
      for (int i = 0; i < 29; i++) {
        answers.add(callers.submit(() -> checker.matches("right", PATIENCE)));
      }
      callers.submit(() -> checker.matches("wrong", PATIENCE));
      Waiting.until(() -> checks.get() == 2);
      slow.countDown();
      for (Future<Boolean> answer : answers) {
        assertTrue(answer.get());
      }
    }
    assertFalse(checker.matches("wrong", PATIENCE));
  }

  @Test
  void returns503WhenTimeIsUp() {
    ApiException late =
        assertThrows(ApiException.class, () -> checker.matches("right", Duration.ofMillis(1)));
    assertEquals(503, late.failure().status());
    assertTrue(late.failure().headers().containsKey("Retry-After"));
  }

  private boolean matches(String code) {
    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
    checks.incrementAndGet();
    try {
      slow.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    atOnce.decrementAndGet();
    return code.equals("right");
  }
}
