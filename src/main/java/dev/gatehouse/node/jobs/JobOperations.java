package dev.gatehouse.node.jobs;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.node.jobs.JobRepository.JobState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The owner's question what the jobs do, for the API and for the management port. */
public final class JobOperations {
  private final Jobs jobs;
  private final InstantSource clock;

  public JobOperations(Jobs jobs, InstantSource clock) {
    this.jobs = jobs;
    this.clock = clock;
  }

  public Map<String, Area.Handler> operations() {
    return Map.of("node.jobs", Area.giving(Listing.class, this::list));
  }

  public Map<String, Area.Handler> commands() {
    return Map.of("jobs.list", this::list);
  }

  /**
   * A job.
   *
   * @param runsHere whether this node does it now
   * @param due null for what each node does
   * @param last null before the first run; of this node for what each node does
   */
  private record Listed(
      String name,
      String schedule,
      boolean runsHere,
      Instant due,
      int failures,
      @JsonInclude(JsonInclude.Include.NON_NULL) JobRun last) {}

  private record Listing(boolean success, List<Listed> jobs) {}

  private Answer list(Call call) {
    Instant now = clock.instant();
    Stream<Listed> leased = jobs.leased().stream().map(job -> listed(job, now));
    Stream<Listed> local = jobs.local().stream().map(JobOperations::listed);
    return Answer.ok(
        new Listing(
            true,
            Stream.concat(leased, local).sorted(Comparator.comparing(Listed::name)).toList()));
  }

  private static Listed listed(LeasedJob job, Instant now) {
    JobState state = job.stored();
    return new Listed(
        job.job().name(),
        job.job().schedule().toString(),
        job.isRunning(),
        job.due(state, now),
        state.failures(),
        state.last());
  }

  private static Listed listed(LocalJob job) {
    JobRun last = job.last();
    boolean failed = last != null && last.error() != null;
    return new Listed(
        job.job().name(),
        job.job().schedule() + " on each node",
        last != null && last.endedAt() == null,
        null,
        failed ? 1 : 0,
        last);
  }
}
