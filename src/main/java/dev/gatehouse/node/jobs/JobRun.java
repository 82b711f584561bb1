package dev.gatehouse.node.jobs;

import java.time.Instant;

/**
 * A run of a job.
 *
 * @param endedAt null while it runs, and of one whose node died
 * @param error null unless it failed
 * @param progress how far it has come, in its own words; empty if it said none
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
