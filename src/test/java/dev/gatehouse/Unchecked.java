package dev.gatehouse;

import module java.base;

/** Calls in lambdas and streams, which cannot throw checked exceptions. */
public final class Unchecked {
  private Unchecked() {}

  /** Work that can throw. */
  public interface Work {
    void run() throws Exception;
  }

  /** Does the work. Throws an IOException as an UncheckedIOException. */
  public static void run(Work work) {
    get(() -> {
      work.run();
      return true;
    });
  }

  /** Returns the result. Throws an IOException as an UncheckedIOException. */
  public static <T> T get(Callable<T> call) {
    try {
      return call.call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
