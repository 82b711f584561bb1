package dev.gatehouse.node.extensions;

import dev.gatehouse.area.extension.ExtensionContext.Work;
import java.util.concurrent.ExecutionException;

/** Runs code of extensions outside of requests. */
final class ExtensionCode {
  private ExtensionCode() {}

  /**
   * Runs work. An error, such as a class that the jar lacks, becomes an exception: the node's jobs
   * and queues handle only these.
   */
  static void run(Work work) throws Exception {
    try {
      work.run();
    } catch (Error e) {
      throw new ExecutionException(reason(e), e);
    }
  }

  /** Returns a message about a problem for the owner. */
  static String reason(Throwable problem) {
    if (problem instanceof ExecutionException wrapped && wrapped.getCause() instanceof Error) {
      return wrapped.getMessage();
    }
    if (problem instanceof NoClassDefFoundError missing && missing.getMessage() != null) {
      return missing.getMessage().replace('/', '.')
          + " is neither in the jar nor part of the extension API";
    }
    return problem.toString();
  }
}
