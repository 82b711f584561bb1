package dev.gatehouse.node;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Background jobs of a node: on virtual threads, never two runs of one at a time. */
final class Jobs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);

  private final Vertx vertx;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("job-", 0).factory());

  /** A job, which may block and fail. */
  interface Job {
    void run() throws Exception;
  }

  Jobs(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * Does a job again and again, never two runs at a time.
   *
   * @param period from one start to the next
   * @param atOnce also now
   */
  void repeat(Duration period, boolean atOnce, Job job) {
    var running = new AtomicBoolean();
    if (atOnce) {
      start(job, running);
    }
    vertx.setPeriodic(period.toMillis(), tick -> start(job, running));
  }

  /** Does a job once, now. */
  void soon(Job job) {
    start(job, new AtomicBoolean());
  }

  private void start(Job job, AtomicBoolean running) {
    if (!running.compareAndSet(false, true)) {
      return;
    }
    try {
      threads.execute(() -> {
        try {
          job.run();
        } catch (Exception e) {
          LOG.warn("a background job failed and will be tried again", e);
        } finally {
          running.set(false);
        }
      });
    } catch (RejectedExecutionException closing) {
      running.set(false);
    }
  }

  /** Lets running jobs end. */
  @Override
  public void close() {
    threads.close();
  }
}
