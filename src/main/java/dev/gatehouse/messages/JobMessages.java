package dev.gatehouse.messages;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gatehouse.bus.Message;
import java.time.Instant;
import java.util.List;

/** The commands on background jobs. */
public final class JobMessages {
  public static final Message<Nothing, JobList> LIST =
      Message.command("jobs.list", Nothing.class, JobList.class);

  public static final Message<JobName, JobOutcome> RUN =
      Message.command("jobs.run", JobName.class, JobOutcome.class);

  private JobMessages() {}

  /** A job to run now. */
  public record JobName(String name) {}

  /**
   * Outcome of a run.
   *
   * @param outcome {@code done}, {@code failed}, {@code running} if a node already runs the job, or
   *     {@code unknown} if no job has the name
   * @param detail the failure, or the job's own words; may be empty
   */
  public record JobOutcome(boolean success, String name, String outcome, String detail) {}

  /** The background jobs in the order of their names. */
  public record JobList(boolean success, List<JobStatus> jobs) {}

  /**
   * A job.
   *
   * @param runsHere whether it runs on this node now
   * @param due null for a job of each node, and for one that runs on request
   * @param last null before the first run; for a job of each node, that of this node
   */
  public record JobStatus(
      String name,
      String schedule,
      boolean runsHere,
      Instant due,
      int failures,
      @JsonInclude(JsonInclude.Include.NON_NULL) JobRunStatus last) {}

  /**
   * A run of a job.
   *
   * @param endedAt null while it runs, and where its node has stopped during the run
   * @param error null unless it failed
   * @param progress in the job's own words; empty without any
   */
  public record JobRunStatus(Instant startedAt, Instant endedAt, String error, String progress) {}
}
