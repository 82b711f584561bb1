package dev.gatehouse.node;

import dev.gatehouse.store.StoreAwayException;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Background jobs of a node: on virtual threads, never two runs of one at a time. */
final class Jobs {
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
          failed(e);
        } finally {
          running.set(false);
        }
      });
    } catch (RejectedExecutionException closing) {
      running.set(false);
    }
  }

  private void failed(Exception e) {
    if (e instanceof StoreAwayException) {
      // The store's own line in the log says so, once and not every second.
      return;
    }
    if (threads.isShutdown()) {
      LOG.warn("a background job was cut off by the node's end: {}", e.toString());
    } else {
      LOG.warn("a background job failed and will be tried again", e);
    }
  }

  /** Starts no run any more and cuts those off that have not ended within a shutdown's time. */
  void end(Shutdown shutdown) {
    threads.shutdown();
    if (!shutdown.run("a background job", threads::close)) {
      threads.shutdownNow();
    }
  }
}
