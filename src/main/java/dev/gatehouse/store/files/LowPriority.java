package dev.gatehouse.store.files;

import module java.base;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Priority of threads that read or copy all data. They must not hold locks that requests need,
 * because a busy machine runs them rarely.
 */
public final class LowPriority {
  private static final Logger LOG = LoggerFactory.getLogger(LowPriority.class);
  private static final int PRIO_PROCESS = 0;
  private static final int CALLING_THREAD = 0;
  private static final int NICE = 10;

  private LowPriority() {}

  /**
   * Gives the calling platform thread, for the rest of its life, a tenth of the share of CPU that
   * other threads of its session get on a busy machine. Does nothing except on Linux.
   */
  public static void ofThisThread() {
    // Other systems would change the whole process.
    if (!System.getProperty("os.name").equals("Linux")) {
      return;
    }
    try {
      int nice = (int) function("getpriority", 2).invokeExact(PRIO_PROCESS, CALLING_THREAD);
      if (nice < NICE
          && (int) function("setpriority", 3).invokeExact(PRIO_PROCESS, CALLING_THREAD, NICE)
              != 0) {
        LOG.debug("the priority of a background thread cannot be changed");
      }
    } catch (Throwable e) {
      LOG.debug("the priority of a background thread cannot be changed", e);
    }
  }

  /**
   * Runs work on a new platform thread with this priority and returns its result. The native calls
   * of such work would pin the carrier of a virtual thread. If the caller is interrupted, the work
   * is interrupted too, and has ended when this returns.
   */
  public static <T> T call(String name, Callable<T> work) throws Exception {
    var task =
        new FutureTask<>(() -> {
          ofThisThread();
          return work.call();
        });
    Thread thread = Thread.ofPlatform().name(name).daemon().start(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    } finally {
      task.cancel(true);
      thread.join();
    }
  }

  /** Returns a function of the C library with a number of parameters of type int. */
  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, int parameters) {
    MemoryLayout[] types = new MemoryLayout[parameters];
    Arrays.fill(types, ValueLayout.JAVA_INT);
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, types));
  }
}
