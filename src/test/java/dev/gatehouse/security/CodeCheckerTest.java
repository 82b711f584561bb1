package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.security.CodeChecker.Result;
import dev.gatehouse.security.CodeChecker.Sender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The limits and the order of slow code verification, and the rejected calls. */
class CodeCheckerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int TAKEN = CodeChecker.THREADS + CodeChecker.QUEUE;

  private final CountDownLatch slow = new CountDownLatch(1);
  private final List<String> checks = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final CodeChecker checker = new CodeChecker(new LatchedCode());
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    slow.countDown();
    callers.close();
    checker.close();
  }

  @Test
  void limitsRunningAndWaitingChecks() throws Exception {
    List<Future<Result>> all = new ArrayList<>(occupyThreads());
    for (int i = 2; i < TAKEN + 5; i++) {
      all.add(submit("code-" + i, "address-" + i, false));
    }
    Waiting.until(() -> all.stream().filter(Future::isDone).count() == 5);
    for (Future<Result> refused : all.stream().filter(Future::isDone).toList()) {
      assertEquals(Result.CROWDED, refused.get());
    }
    slow.countDown();
    for (Future<Result> answer : all) {
      answer.get();
    }
    assertEquals(TAKEN, checks.size());
    assertEquals(2, mostAtOnce.get());
  }

  @Test
  void acceptsOneWaitingCodePerAddress() throws Exception {
    occupyThreads();
    Future<Result> first = submit("right", "one", false);
    Waiting.until(() -> checker.waiting() == 1);
    ExecutionException second =
        assertThrows(ExecutionException.class, () -> submit("other", "one", false).get());
    assertEquals(429, ((ApiException) second.getCause()).failure().status());
    Future<Result> elsewhere = submit("another", "two", false);
    slow.countDown();
    assertEquals(Result.RIGHT, first.get());
    assertEquals(Result.WRONG, elsewhere.get());
  }

  @Test
  void checksKnownAddressesFirstInFullQueue() throws Exception {
    occupyThreads();
    List<Future<Result>> flood = new ArrayList<>();
    for (int i = 0; i < CodeChecker.QUEUE; i++) {
      flood.add(submit("code-" + i, "address-" + i, false));
    }
    Waiting.until(() -> checker.waiting() == CodeChecker.QUEUE);
    Future<Result> owner = submit("right", "home", true);
    Waiting.until(() -> flood.stream().filter(Future::isDone).count() == 1);
    slow.countDown();
    assertEquals(Result.RIGHT, owner.get());
    assertTrue(checks.indexOf("right") < 4, checks::toString);
  }

  @Test
  void rejectsFilteredCodesWithoutHashing() throws Exception {
    occupyThreads();
    assertEquals(Result.WRONG, checker.check("filtered", new Sender("one", false, PATIENCE)));
    assertEquals(2, checks.size());
  }

  @Test
  void sharesCheckAmongCallersWithSameCode() throws Exception {
    List<Future<Result>> answers = new ArrayList<>();
    answers.add(submit("right", "one", false));
    Waiting.until(() -> checks.size() == 1);
    for (int i = 0; i < 29; i++) {
      answers.add(submit("right", "one", false));
    }
    submit("wrong", "two", false);
    Waiting.until(() -> checks.size() == 2);
    slow.countDown();
    for (Future<Result> answer : answers) {
      assertEquals(Result.RIGHT, answer.get());
    }
    assertEquals(1, Collections.frequency(checks, "right"));
    assertEquals(Result.WRONG, checker.check("wrong", new Sender("one", false, PATIENCE)));
  }

  @Test
  void returns503WhenTimeIsUp() {
    ApiException late =
        assertThrows(
            ApiException.class,
            () -> checker.check("right", new Sender("one", false, Duration.ofMillis(1))));
    assertEquals(503, late.failure().status());
    assertTrue(late.failure().headers().containsKey("Retry-After"));
  }

  private List<Future<Result>> occupyThreads() throws Exception {
    List<Future<Result>> two = List.of(submit("a", "a", false), submit("b", "b", false));
    Waiting.until(() -> checks.size() == 2);
    return two;
  }

  private Future<Result> submit(String code, String address, boolean known) {
    return callers.submit(() -> checker.check(code, new Sender(address, known, PATIENCE)));
  }

  /** Slow code {@code right}, whose checks wait for the latch. */
  private final class LatchedCode implements CodeChecker.Code {
    @Override
    public boolean mayMatch(String presented) {
      return !presented.equals("filtered");
    }

    @Override
    public boolean slow() {
      return true;
    }

    @Override
    public boolean matches(String presented) {
      mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
      checks.add(presented);
      try {
        slow.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      atOnce.decrementAndGet();
      return presented.equals("right");
    }
  }
}
