package dev.gatehouse;

import module java.base;

/** Calls at the same time, each on a virtual thread. */
public final class Concurrently {
  private Concurrently() {}

  /** Returns the results in the order of the calls. */
  public static <T> List<T> all(List<Callable<T>> calls) throws Exception {
    List<T> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<T> each : threads.invokeAll(calls)) {
        results.add(each.get());
      }
    }
    return results;
  }

  /**
   * @param call gets the number of the call
   */
  public static <T> List<T> times(int count, IntFunction<T> call) throws Exception {
    return all(IntStream.range(0, count).<Callable<T>>mapToObj(i -> () -> call.apply(i)).toList());
  }
}
