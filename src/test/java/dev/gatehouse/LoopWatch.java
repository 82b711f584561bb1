package dev.gatehouse;

import module java.base;

import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Looks at all event loops every 20 ms while tests run, and notes those that wait in code of the
 * product for two looks in a row. A loop that only computes is not noted, because how long that
 * takes depends on the machine. Each JVM writes what it has seen to a file, and a later test
 * reports it.
 */
public final class LoopWatch implements TestExecutionListener {
  private static final Path FOLDER =
      Path.of("target", "loops-seen", System.getProperty("test.run", "none"));

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
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        seen.addAll(Files.readAllLines(file));
      }
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
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }

  /** Returns the innermost method of Gatehouse in which a thread waits, if it is the product's. */
  static Optional<String> place(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    return Arrays.stream(stack)
        .filter(frame -> frame.getClassName().startsWith("dev.gatehouse."))
        .findFirst()
        .filter(frame -> isOfProduct(frame.getClassName()))
        .map(frame -> frame + " waits in " + stack[0]);
  }

  private static boolean isOfProduct(String className) {
    String outer = className.replaceFirst("\\$.*", "").replace('.', '/') + ".class";
    return Files.exists(Path.of("target", "classes", outer));
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    watch.interrupt();
    try {
      Files.createDirectories(FOLDER);
      Files.write(FOLDER.resolve(System.getProperty("test.jvm", "1")), seen);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
