package dev.gatehouse.node.jobs;

import java.time.Instant;

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
