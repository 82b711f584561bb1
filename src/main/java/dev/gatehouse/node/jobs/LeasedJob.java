package dev.gatehouse.node.jobs;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.node.jobs.LeasedJob.JobRepository.JobRun;
import dev.gatehouse.node.jobs.LeasedJob.JobRepository.JobState;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Extremes;

/**
 * Job that runs on one node at a time. Checks regularly whether it is due, takes its lease and runs
 * it. Timestamps in the future are ignored, so a wrong clock cannot block the job.
 */
final class LeasedJob {
  /** Maximum time between two checks, even if the clock is changed. */
  private static final Duration MAX_UNSEEN = Duration.ofMinutes(1);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
  private static final Duration MAX_PAUSE = Duration.ofHours(1);
  private static final int MAX_DOUBLINGS = 7;
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final Duration BETWEEN_NOTES = Duration.ofSeconds(2);

  private final Job job;
  private final JobRepository repository;
  private final Leases leases;
  private final InstantSource clock;
  private volatile Instant nextLook = Instant.MIN;
  private volatile Thread running;
  private final ReentrantLock turn = new ReentrantLock();
  private JobState state;
  private Instant noted;

  /**
   * @param leases short leases, renewed while the job runs
   */
  LeasedJob(Job job, JobRepository repository, Leases leases, InstantSource clock) {
    this.job = job;
    this.repository = repository;
    this.leases = leases;
    this.clock = clock;
  }

  Job job() {
    return job;
  }

  JobState stored() {
    return repository.find(job.name());
  }

  boolean isRunning() {
    return running != null;
  }

  /** Returns whether it is time to check. Cheap, so it can be called often. */
  boolean wantsLook() {
    Instant now = clock.instant();
    return !isRunning() && (!now.isBefore(nextLook) || nextLook.isAfter(now.plus(MAX_UNSEEN)));
  }

  /** Renews the lease while the job runs. A run that loses its lease is interrupted. Blocks. */
  void renew() {
    Thread run = running;
    if (run != null && !leases.renew(lease())) {
      cutOff(run);
    }
  }

  /**
   * Interrupts the run if its lease was not renewed in time, because the store does not respond.
   * Another node may run the job then. Does not block.
   */
  void endIfExpired() {
    Thread run = running;
    if (run != null && leases.mayHaveEnded(lease())) {
      cutOff(run);
    }
  }

  /** Interrupts the run unless it has ended; in that case its thread releases the lease. */
  private synchronized void cutOff(Thread run) {
    if (run.equals(running)) {
      run.interrupt();
    }
  }

  private synchronized void runs(Thread run) {
    running = run;
  }

  /**
   * Runs the job if it is due and no other node is running it. Blocks, and throws the job's
   * exceptions.
   */
  void look() throws Exception {
    if (!turn.tryLock()) {
      // The owner has started it.
      return;
    }
    try {
      lookAlone();
    } finally {
      turn.unlock();
    }
  }

  /**
   * Runs the job although it is not due. Blocks, and throws the job's exceptions.
   *
   * @return its own words, or empty if this node or another node is running it
   */
  Optional<String> runNow() throws Exception {
    if (!turn.tryLock()) {
      return Optional.empty();
    }
    try {
      if (leases.take(lease()) == Leases.Hold.NO) {
        return Optional.empty();
      }
      try {
        state = stored();
        run(clock.instant());
        return Optional.of(state.last().progress());
      } finally {
        leases.giveBack(lease());
      }
    } finally {
      turn.unlock();
    }
  }

  private void lookAlone() throws Exception {
    Instant now = clock.instant();
    nextLook = now.plus(MAX_UNSEEN);
    if (!isDue(now)) {
      return;
    }
    if (leases.take(lease()) == Leases.Hold.NO) {
      nextLook = now.plus(SKEW);
      return;
    }
    try {
      // Another node may have run it between the check and taking the lease.
      if (isDue(now)) {
        run(now);
      }
    } finally {
      leases.giveBack(lease());
    }
  }

  private boolean isDue(Instant now) {
    state = stored();
    Instant due = due(state, now);
    if (due.isAfter(now)) {
      nextLook = Extremes.min(due, nextLook);
      return false;
    }
    return true;
  }

  /**
   * Returns the job's next due time. The time is in the past if the job never ran, or if its stored
   * times are in the future because a clock was wrong.
   */
  Instant due(JobState known, Instant now) {
    if (job.schedule() instanceof Schedule.OnRequest) {
      return Schedule.NEVER;
    }
    Instant retry = known.retryAt();
    if (retry != null && !retry.isAfter(now.plus(MAX_PAUSE).plus(SKEW))) {
      return retry;
    }
    Instant done = known.doneAt();
    boolean usable = retry == null && done != null && !done.isAfter(now.plus(MAX_UNSEEN));
    return usable ? job.schedule().after(done) : Instant.EPOCH;
  }

  private void run(Instant now) throws Exception {
    runs(Thread.currentThread());
    noted = now;
    state = state.with(JobRun.begun(now));
    repository.save(state);
    try {
      job.work().run(this::note);
      JobRun ended = state.last().ended(clock.instant(), null);
      repository.follow(new JobState(job.name(), now, null, 0, ended));
    } catch (Exception e) {
      failed(e);
      throw e;
    } finally {
      runs(null);
      // The run can no longer be interrupted. A pending interrupt must not prevent the release of
      // the lease.
      Thread.interrupted();
      nextLook = Instant.MIN;
    }
  }

  private void failed(Exception problem) {
    Instant now = clock.instant();
    int failures = state.failures() + 1;
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
    Instant retry = now.plus(Extremes.min(pause, MAX_PAUSE));
    JobRun ended = state.last().ended(now, problem.toString());
    try {
      repository.follow(new JobState(job.name(), state.doneAt(), retry, failures, ended));
    } catch (RuntimeException away) {
      problem.addSuppressed(away);
    }
  }

  private void note(String progress) {
    state = state.with(state.last().saying(progress));
    Instant now = clock.instant();
    if (now.isAfter(noted.plus(BETWEEN_NOTES)) || now.isBefore(noted)) {
      noted = now;
      repository.follow(state);
    }
  }

  private String lease() {
    return "job." + job.name();
  }

  /**
   * Stores the states of jobs that run on one node at a time. Only the holder of a job's lease
   * writes its state.
   */
  static final class JobRepository {
    private final DocumentCollection<JobState> states;

    /**
     * State of a job.
     *
     * @param id name of the job
     * @param doneAt start of its last successful run; null if none succeeded
     * @param retryAt time of the next attempt after a failure; null if the last run succeeded
     * @param failures number of failures since the last successful run
     */
    record JobState(String id, Instant doneAt, Instant retryAt, int failures, JobRun last) {
      static JobState none(String name) {
        return new JobState(name, null, null, 0, null);
      }

      JobState with(JobRun run) {
        return new JobState(id, doneAt, retryAt, failures, run);
      }
    }

    JobRepository(Documents documents) {
      this.states = documents.collection("jobs", JobState.class);
    }

    JobState find(String name) {
      Optional<JobState> state = states.find(name);
      return state.orElse(JobState.none(name));
    }

    void save(JobState state) {
      states.save(state, state.id());
    }

    /**
     * Stores the state of a running or finished run unless a newer run has started. A run that has
     * lost its lease must not overwrite the next run's state.
     */
    void follow(JobState state) {
      states.replace(
          Query.where("_id")
              .is(state.id())
              .and("last.startedAt")
              .is(state.last().startedAt())
              .json(),
          state);
    }

    /**
     * A run of a job.
     *
     * @param endedAt null while it runs, or if its node crashed
     * @param error null unless it failed
     * @param progress progress text that the job reported; empty if it reported none
     */
    record JobRun(Instant startedAt, Instant endedAt, String error, String progress) {
      static JobRun begun(Instant now) {
        return new JobRun(now, null, null, "");
      }

      JobRun saying(String text) {
        return new JobRun(startedAt, endedAt, error, text);
      }

      JobRun ended(Instant now, String problem) {
        return new JobRun(startedAt, now, problem, progress);
      }
    }
  }
}
