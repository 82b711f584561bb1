package dev.gatehouse.killed;

import module java.base;

import dev.gatehouse.Waiting;

/**
 * Kills a process with {@code kill -9} while it does several kinds of work at the same time, starts
 * it again with the same data, and checks each kind.
 *
 * <p>Every other round lasts until each kind of work has been acknowledged in it. The others also
 * hit the first requests after a start. A random time follows in both.
 *
 * <p>{@code -Dkills=N} sets the number of kills, and {@code -Dkills.seed=S} repeats the choices of
 * a run, but not the times of its requests. A fault with a window of milliseconds may need hundreds
 * of kills: run the class with more after a change of what it checks.
 */
public final class Kills {
  private static final int DEFAULT_KILLS = 5;
  private static final long LOOK_MILLIS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Target target;
  private final int longestMillis;
  private final long seed;
  private final Random random;
  private final Map<Work, Outcome> outcomes = new LinkedHashMap<>();

  /** What was seen of one kind of work. */
  private static final class Outcome {
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();
    private final Queue<Throwable> problems = new ConcurrentLinkedQueue<>();
  }

  /**
   * @param longestMillis maximum of the random time before a kill
   */
  public Kills(Target target, int longestMillis, Work... kinds) {
    this.target = target;
    this.longestMillis = longestMillis;
    this.seed = Long.getLong("kills.seed", new Random().nextInt(1_000_000));
    this.random = new Random(seed);
    for (Work kind : kinds) {
      outcomes.put(kind, new Outcome());
    }
  }

  /** Returns the number of kills. */
  public static int number() {
    return Integer.getInteger("kills", DEFAULT_KILLS);
  }

  /** Kills the process as often as configured, and checks after each start. */
  public Kills run() throws Exception {
    return run(number());
  }

  /** Kills the process a number of times, and checks after each start. It runs at the end. */
  public Kills run(int kills) throws Exception {
    System.out.printf("%d kills with -Dkills.seed=%d%n", kills, seed);
    for (int kill = 0; kill < kills; kill++) {
      each((work, random) -> work.checkStopped());
      target.start();
      each(Work::check);
      workAndKill(kill % 2 == 0);
    }
    each((work, random) -> work.checkStopped());
    target.startForLastCheck();
    each(Work::checkAtEnd);
    outcomes.forEach((work, seen) ->
        System.out.printf(
            "%d kills of %s: %d acknowledged, %d interrupted, %d problems%n",
            kills,
            work.getClass().getSimpleName(),
            seen.acknowledged.get(),
            seen.interrupted.get(),
            seen.problems.size()));
    return this;
  }

  /** Sends SIGKILL once a condition holds, unless the process ends before. */
  public static void killWhen(Process process, Waiting.Condition reached) throws Exception {
    try {
      while (process.isAlive() && !reached.holds()) {
        process.waitFor(1, TimeUnit.MILLISECONDS);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Throws the problems of one kind of work. */
  public void verify(Work work) {
    Outcome seen = outcomes.get(work);
    if (!seen.problems.isEmpty()) {
      Throwable first = seen.problems.poll();
      var all = new AssertionError(first.getMessage() + " with -Dkills.seed=" + seed, first);
      seen.problems.forEach(all::addSuppressed);
      throw all;
    }
    if (seen.acknowledged.get() == 0 || seen.interrupted.get() == 0) {
      throw new AssertionError("no kill hit this work");
    }
  }

  private interface Check {
    void of(Work work, Random random) throws Exception;
  }

  private void each(Check check) {
    outcomes.forEach((work, seen) -> {
      try {
        check.of(work, random);
      } catch (Exception | AssertionError problem) {
        seen.problems.add(problem);
      }
    });
  }

  private void workAndKill(boolean untilAcknowledged) throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<CountDownLatch> acknowledged = new ArrayList<>();
    outcomes.forEach((work, seen) -> {
      var first = new CountDownLatch(1);
      acknowledged.add(first);
      for (int i = 0; i < work.threads(); i++) {
        var own = new Random(random.nextLong());
        threads.add(Thread.ofPlatform().start(() -> repeat(work, seen, own, first)));
      }
    });
    if (untilAcknowledged) {
      await(acknowledged);
    }
    // This is not a wait for an event. The moment of the kill is random.
    threads.getFirst().join(1 + random.nextInt(longestMillis));
    target.kill();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Waits until each kind of work was acknowledged. Others may depend on one with a problem. */
  private void await(List<CountDownLatch> acknowledged) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (CountDownLatch first : acknowledged) {
      while (!first.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && !isBroken()) {
        if (System.nanoTime() > end) {
          throw new AssertionError("no acknowledgement within " + PATIENCE);
        }
      }
    }
  }

  private boolean isBroken() {
    return outcomes.values().stream().anyMatch(seen -> !seen.problems.isEmpty());
  }

  private static void repeat(Work work, Outcome seen, Random random, CountDownLatch first) {
    try {
      while (true) {
        if (work.step(random)) {
          seen.acknowledged.incrementAndGet();
          first.countDown();
        }
      }
    } catch (UncheckedIOException killed) {
      seen.interrupted.incrementAndGet();
    } catch (Exception | AssertionError problem) {
      seen.problems.add(problem);
    }
  }
}
