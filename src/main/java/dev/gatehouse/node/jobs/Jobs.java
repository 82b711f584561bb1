package dev.gatehouse.node.jobs;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.node.jobs.LeasedJob.JobRepository;
import dev.gatehouse.node.jobs.LeasedJob.JobRepository.JobRun;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.TrustedClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the node's background jobs on virtual threads. Runs of one job never overlap. */
public final class Jobs {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final int RENEWALS_OF_A_LEASE = 3;
  private static final Duration MIN_LEASE = Duration.ofSeconds(5);
  private static final Duration MAX_LEASE = Duration.ofMinutes(10);
  private static final Duration SKEW = Duration.ofSeconds(5);

  /** Larger differences to the document server's clock bar a node from jobs that one node runs. */
  public static final Duration MAX_OFFSET = Duration.ofSeconds(30);

  private final Vertx vertx;
  private final JobRepository repository;
  private final Leases leases;
  private final Duration lease;
  private final Duration renewal;
  private final TrustedClock clock;
  private final MeterRegistry registry;
  private final List<LeasedJob> leased = new CopyOnWriteArrayList<>();
  private final List<LocalJob> local = new CopyOnWriteArrayList<>();
  private final Map<Duration, List<Runnable>> timers = new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("job-", 0).factory());

  /** Work that may block and fail. */
  private interface Run {
    void run() throws Exception;
  }

  /**
   * @param own the section {@code jobs}
   */
  public Jobs(
      Vertx vertx, Documents documents, Section own, TrustedClock clock, MeterRegistry registry) {
    Duration lease = lease(own);
    this.vertx = vertx;
    this.repository = new JobRepository(documents);
    this.leases = new Leases(documents, lease, SKEW, clock.guarded());
    this.lease = lease;
    this.renewal = lease.dividedBy(RENEWALS_OF_A_LEASE);
    this.clock = clock;
    this.registry = registry;
  }

  public static Duration lease(Section own) {
    Duration lease = own.duration("lease");
    Check.that(
        lease.compareTo(MIN_LEASE) >= 0 && lease.compareTo(MAX_LEASE) <= 0,
        "jobs.lease must be 5s to 10m");
    return lease;
  }

  /**
   * Schedules a job. It starts immediately if it is due; a job that runs on each node starts after
   * its first period.
   */
  public void begin(Job job) {
    if (job.everywhere()) {
      var onThisNode = new LocalJob(job, clock);
      local.add(onThisNode);
      var running = new AtomicBoolean();
      every(period(job), () -> start(job.name(), running, onThisNode::runNow));
    } else {
      begin(new LeasedJob(measured(job), repository, leases, clock.guarded()));
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
    if (!isAstray()) {
      start(name, looking, job::look);
    }
    every(
        TICK,
        () -> {
          job.endIfExpired();
          if (job.wantsLook() && !isAstray()) {
            start(name, looking, job::look);
          }
        });
    every(
        renewal,
        () -> {
          if (job.isRunning()) {
            start(name, renewing, job::renew);
          }
        });
  }

  /** Returns whether this node's clock differs too much from the document server's to run jobs. */
  private boolean isAstray() {
    return clock.offset().filter(ahead -> ahead.abs().compareTo(MAX_OFFSET) > 0).isPresent();
  }

  /** Jobs with equal periods share a timer, so an idle node wakes once a second, not once a job. */
  private void every(Duration period, Runnable action) {
    timers.computeIfAbsent(period, this::timer).add(action);
  }

  private List<Runnable> timer(Duration period) {
    List<Runnable> actions = new CopyOnWriteArrayList<>();
    vertx.setPeriodic(period.toMillis(), tick -> actions.forEach(Runnable::run));
    return actions;
  }

  /** Runs work once, immediately. */
  public void soon(String name, Job.Work work) {
    start(name, new AtomicBoolean(), () -> work.run(text -> {}));
  }

  /**
   * Starts a run of a job now.
   *
   * @return the job's own words, or empty if a node is already running it
   * @throws NoSuchElementException if no job has the name
   * @throws ExecutionException if the clock is wrong; the future's is thrown if the job fails
   */
  Future<Optional<String>> runNow(String name) throws ExecutionException {
    Stream<Map.Entry<String, Callable<Optional<String>>>> all =
        Stream.concat(
            leased.stream().map(each -> Map.entry(each.job().name(), each::runNow)),
            local.stream().map(each -> Map.entry(each.job().name(), each::runNow)));
    Callable<Optional<String>> run =
        all.filter(each -> each.getKey().equals(name)).findFirst().orElseThrow().getValue();
    if (isAstray()) {
      throw new ExecutionException(
          new IllegalStateException("this node's clock is wrong, see /readyz"));
    }
    return threads.submit(run);
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
      // The store logs this once, so the job does not log it every second.
      case StoreAwayException away -> {}
      // The cause is known, and a log on the same disk has no space for a stack trace.
      case StoreFullException full ->
          LOG.warn("job {} will be tried again: {}", name, full.getMessage());
      // One line per run: the store's reply was lost, and the run is repeated.
      case UnknownOutcomeException unknown ->
          LOG.warn("job {} will be tried again: {}", name, unknown.getMessage());
      case JobPostponedException later -> LOG.warn("job {} waits: {}", name, later.getMessage());
      case Exception cut when threads.isShutdown() ->
          LOG.warn("job {} was interrupted by the node's shutdown: {}", name, cut.toString());
      case Exception other -> LOG.warn("job {} failed and will be tried again", name, other);
    }
  }

  /** Returns the lease of a job whose node has failed. */
  public Duration lease() {
    return lease;
  }

  List<LeasedJob> leased() {
    return leased;
  }

  List<LocalJob> local() {
    return local;
  }

  /** Starts no further runs, and interrupts runs that do not end within the shutdown's time. */
  public void end(Shutdown shutdown) {
    threads.shutdown();
    if (!shutdown.run("a background job", threads::close)) {
      threads.shutdownNow();
    }
  }

  /** Returns a job whose runs are measured. */
  private Job measured(Job job) {
    return new Job(
        job.name(),
        job.schedule(),
        job.everywhere(),
        progress -> {
          long started = System.nanoTime();
          String result = "failed";
          try {
            job.work().run(progress);
            result = "done";
          } finally {
            Timer.builder("gatehouse.jobs.duration")
                .description(
                    "Runs of background jobs that run on one node at a time: done or failed")
                .tag("name", job.name())
                .tag("result", result)
                .register(registry)
                .record(System.nanoTime() - started, TimeUnit.NANOSECONDS);
          }
        });
  }

  /** Job that each node runs for itself. Its state is kept in memory only. */
  static final class LocalJob {
    private final Job job;
    private final InstantSource clock;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile JobRun lastRun;

    LocalJob(Job job, InstantSource clock) {
      this.job = job;
      this.clock = clock;
    }

    Job job() {
      return job;
    }

    /** Returns the current or last run; null before the first run. */
    JobRun last() {
      return lastRun;
    }

    /**
     * Runs the job. Blocks, and throws the job's exceptions.
     *
     * @return its own words, or empty if it is running
     */
    Optional<String> runNow() throws Exception {
      if (!turn.tryLock()) {
        return Optional.empty();
      }
      try {
        lastRun = JobRun.begun(clock.instant());
        job.work().run(text -> lastRun = lastRun.saying(text));
        lastRun = lastRun.ended(clock.instant(), null);
        return Optional.of(lastRun.progress());
      } catch (Exception e) {
        lastRun = lastRun.ended(clock.instant(), e.toString());
        throw e;
      } finally {
        turn.unlock();
      }
    }
  }
}
