package dev.gatehouse.node.jobs;

import dev.gatehouse.bus.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a node, step by step within one time: a step that has not ended by then is named in
 * the log and left behind, so that nothing that hangs can keep the process alive.
 */
public final class Shutdown {
  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

  /** The time that a step still gets after one that took all of it. */
  private static final Duration LEAST = Duration.ofSeconds(1);

  private final Deadline deadline;
  private boolean orderly = true;

  /** An end, which may block and fail. */
  public interface Ending {
    void run() throws Exception;
  }

  public Shutdown(Duration time) {
    deadline = Deadline.in(time);
  }

  /**
   * Waits for the end of something.
   *
   * @return whether it ended in time, well or not
   */
  public boolean await(String what, Future<?> end) {
    long left = Math.max(LEAST.toMillis(), deadline.remaining().toMillis());
    try {
      end.await(left, TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      LOG.error("{} did not end in time and is cut off", what);
      orderly = false;
      return false;
    } catch (Exception e) {
      // Also checked ones, which await throws undeclared.
      LOG.warn("{} did not end well", what, e);
    }
    return true;
  }

  /**
   * Does what may block, perhaps for good, and waits for it.
   *
   * @return whether it ended in time, well or not
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

  /** True when nothing was cut off. */
  public boolean orderly() {
    return orderly;
  }
}
