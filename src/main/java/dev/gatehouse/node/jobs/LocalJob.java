package dev.gatehouse.node.jobs;

import dev.gatehouse.area.Job;
import java.time.InstantSource;

/** Job that each node runs for itself. Its state is kept in memory only. */
final class LocalJob {
  private final Job job;
  private final InstantSource clock;
  private volatile JobRun last;

  LocalJob(Job job, InstantSource clock) {
    this.job = job;
    this.clock = clock;
  }

  Job job() {
    return job;
  }

  /** Returns the current or last run; null before the first run. */
  JobRun last() {
    return last;
  }

  /** Runs the job. Blocks, and throws the job's exceptions. */
  void run() throws Exception {
    last = JobRun.begun(clock.instant());
    try {
      job.work().run(text -> last = last.saying(text));
      last = last.ended(clock.instant(), null);
    } catch (Exception e) {
      last = last.ended(clock.instant(), e.toString());
      throw e;
    }
  }
}
