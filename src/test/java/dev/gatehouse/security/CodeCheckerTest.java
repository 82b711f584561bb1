package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.security.CodeChecker.Result;
import dev.gatehouse.security.CodeChecker.Sender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The limits of slow code verification, and the rejected calls. */
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
      all.add(submit("code-" + i, "address-" + i));
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
    Future<Result> first = submit("right", "one");
    Waiting.until(() -> checker.waiting() == 1);
    ExecutionException second =
        assertThrows(ExecutionException.class, () -> submit("other", "one").get());
    assertEquals(429, ((ApiException) second.getCause()).failure().status());
    Future<Result> elsewhere = submit("another", "two");
    slow.countDown();
    assertEquals(Result.RIGHT, first.get());
    assertEquals(Result.WRONG, elsewhere.get());
  }

  /** After a start, all programs of the owner present the same code. */
  @Test
  void sharesCheckAmongCallersWithSameCode() throws Exception {
    List<Future<Result>> answers = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      answers.add(submit("right", "one"));
    }
    Waiting.until(() -> checks.size() == 1);
    Future<Result> other = submit("wrong", "two");
    Waiting.until(() -> checks.size() == 2);
    slow.countDown();
    for (Future<Result> answer : answers) {
      assertEquals(Result.RIGHT, answer.get());
    }
    assertEquals(1, Collections.frequency(checks, "right"));
    assertEquals(Result.WRONG, other.get());
  }

  @Test
  void continuesForOthersWhenTheFirstCallerGivesUp() throws Exception {
    Future<Result> hasty =
        callers.submit(() -> checker.check("right", new Sender("one", Duration.ofSeconds(3))));
    Waiting.until(() -> checks.size() == 1);
    Future<Result> patient = submit("right", "two");
    assertThrows(ExecutionException.class, hasty::get);
    slow.countDown();
    assertEquals(Result.RIGHT, patient.get());
  }

  @Test
  void rejectsFilteredCodesWithoutHashing() throws Exception {
    occupyThreads();
    assertEquals(Result.WRONG, checker.check("filtered", new Sender("one", PATIENCE)));
    assertEquals(2, checks.size());
  }

  @Test
  void returns503WhenTimeIsUp() {
    ApiException late =
        assertThrows(
            ApiException.class,
            () -> checker.check("right", new Sender("one", Duration.ofMillis(1))));
    assertEquals(503, late.failure().status());
    assertTrue(late.failure().headers().containsKey("Retry-After"));
  }

  @Test
  void knowsRightCodesThatNeedNoHash() {
    try (var fast = new CodeChecker(new FastCode())) {
      assertEquals(Result.RIGHT, fast.check("right", new Sender("one", PATIENCE)));
      assertTrue(fast.isRight("right"));
      assertFalse(fast.isRight("wrong"));
    }
    assertFalse(checker.isRight("right"), "needs a hash");
    assertEquals(List.of(), checks);
  }

  private List<Future<Result>> occupyThreads() throws Exception {
    List<Future<Result>> two = List.of(submit("a", "a"), submit("b", "b"));
    Waiting.until(() -> checks.size() == 2);
    return two;
  }

  private Future<Result> submit(String code, String address) {
    return callers.submit(() -> checker.check(code, new Sender(address, PATIENCE)));
  }

  /** Code {@code right} without a hash. */
  private static final class FastCode implements CodeChecker.Code {
    @Override
    public boolean mayMatch(String presented) {
      return true;
    }

    @Override
    public boolean slow() {
      return false;
    }

    @Override
    public boolean matches(String presented) {
      return presented.equals("right");
    }
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
      Waiting.on(slow);
      atOnce.decrementAndGet();
      return presented.equals("right");
    }
  }
}
