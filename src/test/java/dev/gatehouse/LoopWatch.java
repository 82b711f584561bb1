package dev.gatehouse;

import module java.base;

import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Looks at all event loops every 20 ms while tests run, and notes those that sleep or wait for
 * another thread in code of the product for two looks in a row. A loop that computes, loads classes
 * or waits for a lock is not noted, because how long that takes depends on the machine. Each JVM
 * writes what it has seen to a file, and a later test reports it.
 */
public final class LoopWatch implements TestExecutionListener {
  private static final Path FOLDER =
      Path.of("target", "loops-seen", System.getProperty("test.run", "none"));

  /** Methods of Unsafe, Thread and Object that make a thread wait. */
  private static final Set<String> WAITS = Set.of("park", "sleep0", "sleepNanos0", "wait0");

  private static final long LOOK_MILLIS = 20;
  private static final int LOOKS_BETWEEN_LISTS = 25;

  private final Set<String> seen = new ConcurrentSkipListSet<>();
  private Thread watch;

  /** Returns where event loops have waited in the tests of this run before. */
  public static Set<String> before() throws IOException {
    if (!Files.exists(FOLDER)) {
      return Set.of();
    }
    Set<String> seen = new TreeSet<>();
    for (Path file : FileTree.of(FOLDER)) {
      seen.addAll(Files.readAllLines(file));
    }
    return seen;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    watch = Thread.ofPlatform().daemon().name("loop-watch").start(this::watch);
  }

  private void watch() {
    Map<Thread, Boolean> waited = new WeakHashMap<>();
    List<Thread> loops = List.of();
    try {
      for (int look = 0; ; look++) {
        if (look % LOOKS_BETWEEN_LISTS == 0) {
          loops = loops();
        }
        for (Thread loop : loops) {
          boolean waits = waits(loop);
          if (waits && waited.getOrDefault(loop, false)) {
            place(loop).ifPresent(seen::add);
          }
          waited.put(loop, waits);
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Thread> loops() {
    Thread[] all = new Thread[Thread.activeCount() * 2];
    int count = Thread.currentThread().getThreadGroup().enumerate(all);
    return Arrays.stream(all, 0, count)
        .filter(thread -> thread.getName().contains("eventloop-thread"))
        .toList();
  }

  private static boolean waits(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }

  /** Returns the innermost method of Gatehouse in which a thread waits, if it is the product's. */
  static Optional<String> place(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    if (stack.length == 0 || !WAITS.contains(stack[0].getMethodName()) || isForLock(stack)) {
      return Optional.empty();
    }
    return Arrays.stream(stack)
        .filter(frame -> frame.getClassName().startsWith("dev.gatehouse."))
        .findFirst()
        .filter(frame -> isOfProduct(frame.getClassName()))
        .map(frame -> frame + " waits in " + stack[0]);
  }

  private static boolean isForLock(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .map(StackTraceElement::getClassName)
        .anyMatch(name -> name.startsWith("java.util.concurrent.locks.Reentrant"));
  }

  private static boolean isOfProduct(String className) {
    String outer = className.replaceFirst("\\$.*", "").replace('.', '/') + ".class";
    return Files.exists(Path.of("target", "classes", outer));
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    watch.interrupt();
    Unchecked.run(() -> Files.createDirectories(FOLDER));
    Unchecked.run(() -> Files.write(FOLDER.resolve(System.getProperty("test.jvm", "1")), seen));
  }
}
