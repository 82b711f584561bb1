package dev.gatehouse.node.jobs;

import module java.base;

import dev.gatehouse.area.Job;

/** Job that each node runs for itself. Its state is kept in memory only. */
final class LocalJob {
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

  /** Runs the job unless it is running. Blocks, and throws the job's exceptions. */
  void run() throws Exception {
    runNow();
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
      runAlone();
      return Optional.of(lastRun.progress());
    } finally {
      turn.unlock();
    }
  }

  private void runAlone() throws Exception {
    lastRun = JobRun.begun(clock.instant());
    try {
      job.work().run(text -> lastRun = lastRun.saying(text));
      lastRun = lastRun.ended(clock.instant(), null);
    } catch (Exception e) {
      lastRun = lastRun.ended(clock.instant(), e.toString());
      throw e;
    }
  }
}
