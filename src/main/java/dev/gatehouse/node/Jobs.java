package dev.gatehouse.node;

import dev.gatehouse.module.Job;
import dev.gatehouse.module.JobPostponedException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.StoreAwayException;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Background jobs of a node: on virtual threads, never two runs of one at a time. */
final class Jobs {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration RENEWAL = Duration.ofSeconds(20);
  private static final Duration SKEW = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final JobRepository states;
  private final Leases leases;
  private final InstantSource clock;
  private final List<LeasedJob> leased = new CopyOnWriteArrayList<>();
  private final List<LocalJob> local = new CopyOnWriteArrayList<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("job-", 0).factory());

  /** Work that may block and fail. */
  private interface Run {
    void run() throws Exception;
  }

  Jobs(Vertx vertx, Documents documents, InstantSource clock) {
    this.vertx = vertx;
    this.states = new JobRepository(documents);
    this.leases = new Leases(documents, LEASE, SKEW, clock);
    this.clock = clock;
  }

  /** Begins with a job: at once if it is due, or after its period if each node does it. */
  void begin(Job job) {
    if (job.everywhere()) {
      var onThisNode = new LocalJob(job, clock);
      local.add(onThisNode);
      repeat(period(job), job.name(), onThisNode::run);
    } else {
      begin(new LeasedJob(job, states, leases, clock));
    }
  }

  private static Duration period(Job job) {
    return Duration.between(Instant.EPOCH, job.schedule().after(Instant.EPOCH));
  }

  private void begin(LeasedJob job) {
    leased.add(job);
    String name = job.job().name();
    var looking = new AtomicBoolean();
    var renewing = new AtomicBoolean();
    start(name, looking, job::look);
    vertx.setPeriodic(
        TICK.toMillis(),
        tick -> {
          if (job.wantsLook()) {
            start(name, looking, job::look);
          }
        });
    vertx.setPeriodic(
        RENEWAL.toMillis(),
        tick -> {
          if (job.isRunning()) {
            start(name, renewing, job::renew);
          }
        });
  }

  private void repeat(Duration period, String name, Run run) {
    var running = new AtomicBoolean();
    vertx.setPeriodic(period.toMillis(), tick -> start(name, running, run));
  }

  /** Does something once, now. */
  void soon(String name, Job.Work work) {
    start(name, new AtomicBoolean(), () -> work.run(text -> {}));
  }

  private void start(String name, AtomicBoolean running, Run run) {
    if (!running.compareAndSet(false, true)) {
      return;
    }
    try {
      threads.execute(() -> {
        try {
          run.run();
        } catch (Exception e) {
          failed(name, e);
        } finally {
          running.set(false);
        }
      });
    } catch (RejectedExecutionException closing) {
      running.set(false);
    }
  }

  private void failed(String name, Exception problem) {
    switch (problem) {
      // The store's own line in the log says so, once and not every second.
      case StoreAwayException away -> {}
      case JobPostponedException later -> LOG.warn("job {} waits: {}", name, later.getMessage());
      case Exception cut when threads.isShutdown() ->
          LOG.warn("job {} was cut off by the node's end: {}", name, cut.toString());
      case Exception other -> LOG.warn("job {} failed and will be tried again", name, other);
    }
  }

  List<LeasedJob> leased() {
    return leased;
  }

  List<LocalJob> local() {
    return local;
  }

  /** Starts no run any more and cuts those off that have not ended within a shutdown's time. */
  void end(Shutdown shutdown) {
    threads.shutdown();
    if (!shutdown.run("a background job", threads::close)) {
      threads.shutdownNow();
    }
  }
}
