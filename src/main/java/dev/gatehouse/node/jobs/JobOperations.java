package dev.gatehouse.node.jobs;

import module java.base;

import dev.gatehouse.area.Schedule;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Message;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.JobMessages;
import dev.gatehouse.messages.JobMessages.JobList;
import dev.gatehouse.messages.JobMessages.JobOutcome;
import dev.gatehouse.messages.JobMessages.JobRunStatus;
import dev.gatehouse.messages.JobMessages.JobStatus;
import dev.gatehouse.node.jobs.Jobs.LocalJob;
import dev.gatehouse.node.jobs.LeasedJob.JobRepository.JobRun;
import dev.gatehouse.node.jobs.LeasedJob.JobRepository.JobState;

/** Operations that report the jobs, for the API and for the management port. */
public record JobOperations(Jobs jobs, InstantSource clock) {
  private static final String UNKNOWN = "unknown";

  /** Time that a request waits for the end of a run. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** The command line waits for the end of a run. */
  private static final Duration FOREVER = Duration.ofDays(365);

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "node.jobs", Area.returning(JobList.class, call -> Answer.ok(list())),
        "node.runJob", Area.returning(JobOutcome.class, call -> Answer.ok(start(call))));
  }

  private JobOutcome start(Call call) throws InterruptedException {
    JobOutcome outcome = run(call.text("name"), PATIENCE);
    if (outcome.outcome().equals(UNKNOWN)) {
      throw ApiException.of(ErrorCode.JOB_NOT_FOUND, "job not found");
    }
    return outcome;
  }

  public Message.Handlers commands() {
    return Message.Handlers.of()
        .on(JobMessages.LIST, (call, nothing) -> list())
        .on(JobMessages.RUN, (call, job) -> run(job.name(), FOREVER));
  }

  private JobList list() {
    Instant now = clock.instant();
    Stream<JobStatus> leased = jobs.leased().stream().map(job -> status(job, now));
    Stream<JobStatus> local = jobs.local().stream().map(JobOperations::status);
    return new JobList(
        true, Stream.concat(leased, local).sorted(Comparator.comparing(JobStatus::name)).toList());
  }

  /** Runs a job now, whether it is due or not. If it does not end soon, it continues. */
  private JobOutcome run(String name, Duration patience) throws InterruptedException {
    try {
      return jobs.runNow(name)
          .get(patience.toMillis(), TimeUnit.MILLISECONDS)
          .map(words -> new JobOutcome(true, name, "done", words))
          .orElseGet(() -> new JobOutcome(false, name, "running", ""));
    } catch (TimeoutException e) {
      return new JobOutcome(true, name, "started", "");
    } catch (NoSuchElementException unknown) {
      return new JobOutcome(false, name, UNKNOWN, "");
    } catch (ExecutionException e) {
      return new JobOutcome(false, name, "failed", String.valueOf(e.getCause()));
    }
  }

  private static JobStatus status(LeasedJob job, Instant now) {
    JobState state = job.stored();
    Instant due = job.due(state, now);
    return new JobStatus(
        job.job().name(),
        job.job().schedule().toString(),
        job.isRunning(),
        due.equals(Schedule.NEVER) ? null : due,
        state.failures(),
        run(state.last()));
  }

  private static JobStatus status(LocalJob job) {
    JobRun last = job.last();
    boolean failed = last != null && last.error() != null;
    return new JobStatus(
        job.job().name(),
        job.job().schedule() + " on each node",
        last != null && last.endedAt() == null,
        null,
        failed ? 1 : 0,
        run(last));
  }

  /** Returns null for null. */
  private static JobRunStatus run(JobRun run) {
    if (run == null) {
      return null;
    }
    return new JobRunStatus(run.startedAt(), run.endedAt(), run.error(), run.progress());
  }
}
