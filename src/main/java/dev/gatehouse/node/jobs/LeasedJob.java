package dev.gatehouse.node.jobs;

import dev.gatehouse.area.Job;
import dev.gatehouse.node.jobs.JobRepository.JobState;
import dev.gatehouse.store.Leases;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A job that one node of all does: looks from time to time whether it is due, takes its lease, and
 * runs it. No time that a wrong clock wrote keeps it from running: what lies in the future counts
 * for nothing.
 */
final class LeasedJob {
  /** At the latest after this time it is looked at again, whatever the clock does. */
  private static final Duration MAX_UNSEEN = Duration.ofMinutes(1);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
  private static final Duration MAX_PAUSE = Duration.ofHours(1);
  private static final int MAX_DOUBLINGS = 7;
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final Duration BETWEEN_NOTES = Duration.ofSeconds(2);

  private final Job job;
  private final JobRepository states;
  private final Leases leases;
  private final InstantSource clock;
  private volatile Instant nextLook = Instant.MIN;
  private volatile Thread running;
  private JobState state;
  private Instant noted;

  /**
   * @param leases short ones, which are renewed while the job runs
   */
  LeasedJob(Job job, JobRepository states, Leases leases, InstantSource clock) {
    this.job = job;
    this.states = states;
    this.leases = leases;
    this.clock = clock;
  }

  Job job() {
    return job;
  }

  JobState stored() {
    return states.find(job.name());
  }

  boolean isRunning() {
    return running != null;
  }

  /** Returns whether it is time to look; asked often, costs nothing. */
  boolean wantsLook() {
    Instant now = clock.instant();
    return !isRunning() && (!now.isBefore(nextLook) || nextLook.isAfter(now.plus(MAX_UNSEEN)));
  }

  /** Keeps the lease while the job runs; a run whose lease is lost is cut off. Blocks. */
  void renew() {
    Thread run = running;
    if (run != null && !leases.renew(lease())) {
      cutOff(run);
    }
  }

  /** Of a run that has ended meanwhile, the thread gives the lease back. */
  private synchronized void cutOff(Thread run) {
    if (run.equals(running)) {
      run.interrupt();
    }
  }

  private synchronized void runs(Thread run) {
    running = run;
  }

  /** Runs the job if it is due and no other node does it; blocks, and throws what the job does. */
  void look() throws Exception {
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
      // Another node may have done it between the look and the lease.
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
      nextLook = due.isBefore(nextLook) ? due : nextLook;
      return false;
    }
    return true;
  }

  /** When a job is due by its state; the past where it never ran, or only in a wrong future. */
  Instant due(JobState known, Instant now) {
    Instant retry = known.retryAt();
    if (retry != null && !retry.isAfter(now.plus(MAX_PAUSE).plus(SKEW))) {
      return retry;
    }
    Instant done = known.doneAt();
    boolean usable = retry == null && done != null && !done.isAfter(now.plus(SKEW));
    return usable ? job.schedule().after(done) : Instant.EPOCH;
  }

  private void run(Instant now) throws Exception {
    runs(Thread.currentThread());
    noted = now;
    state = state.with(JobRun.begun(now));
    states.save(state);
    try {
      job.work().run(this::note);
      JobRun ended = state.last().ended(clock.instant(), null);
      states.follow(new JobState(job.name(), now, null, 0, ended));
    } catch (Exception e) {
      failed(e);
      throw e;
    } finally {
      runs(null);
      // Nobody cuts it off any more; that somebody just did must not keep the lease from others.
      Thread.interrupted();
      nextLook = Instant.MIN;
    }
  }

  private void failed(Exception problem) {
    Instant now = clock.instant();
    int failures = state.failures() + 1;
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
    Instant retry = now.plus(pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause);
    JobRun ended = state.last().ended(now, problem.toString());
    try {
      states.follow(new JobState(job.name(), state.doneAt(), retry, failures, ended));
    } catch (RuntimeException away) {
      problem.addSuppressed(away);
    }
  }

  private void note(String progress) {
    state = state.with(state.last().saying(progress));
    Instant now = clock.instant();
    if (now.isAfter(noted.plus(BETWEEN_NOTES)) || now.isBefore(noted)) {
      noted = now;
      states.follow(state);
    }
  }

  private String lease() {
    return "job." + job.name();
  }
}
