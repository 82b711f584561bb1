package dev.gatehouse.node.jobs;

import dev.gatehouse.area.Job;
import java.time.InstantSource;

/** A job that each node does for itself; what is known of it is in memory. */
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

  /** The last run, or the one that goes on; null before the first. */
  JobRun last() {
    return last;
  }

  /** Runs it; blocks, and throws what the job does. */
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
