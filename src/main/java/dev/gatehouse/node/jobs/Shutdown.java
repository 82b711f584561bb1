package dev.gatehouse.node.jobs;

import module java.base;

import dev.gatehouse.bus.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a node step by step within one time limit. A step that exceeds the limit is named in the
 * log and abandoned, so that a hanging component cannot keep the process alive.
 */
public final class Shutdown {
  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

  /** Minimum time of a step, even if an earlier step has used up the whole limit. */
  private static final Duration LEAST = Duration.ofSeconds(1);

  private final Deadline deadline;
  private boolean orderly = true;

  /** A step of the shutdown, which may block and fail. */
  public interface Ending {
    void run() throws Exception;
  }

  public Shutdown(Duration time) {
    deadline = Deadline.in(time);
  }

  /**
   * Waits until a component has ended.
   *
   * @return whether it ended in time, with or without an error
   */
  public boolean await(String what, Future<?> end) {
    long left = Math.max(LEAST.toMillis(), deadline.remaining().toMillis());
    try {
      end.await(left, TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      LOG.error("{} did not close in time and was aborted", what);
      orderly = false;
      return false;
    } catch (Exception e) {
      // Includes checked exceptions, which await throws undeclared.
      LOG.warn("{} closed with an error", what, e);
    }
    return true;
  }

  /**
   * Runs a step that may block, possibly forever, and waits for it.
   *
   * @return whether it ended in time, with or without an error
   */
  public boolean run(String what, Ending ending) {
    Promise<Void> ended = Promise.promise();
    Thread.ofPlatform()
        .daemon()
        .name("end")
        .start(() -> {
          try {
            ending.run();
            ended.complete();
          } catch (Throwable e) {
            ended.fail(e);
          }
        });
    return await(what, ended.future());
  }

  /** Returns true if every step ended in time. */
  public boolean orderly() {
    return orderly;
  }
}
