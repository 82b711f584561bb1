package dev.gatehouse.node.jobs;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import java.time.Instant;
import java.util.Optional;

/** The states of jobs that one node of all does, written by whoever holds a job's lease. */
final class JobRepository {
  private final DocumentCollection<JobState> states;

  /**
   * The state of a job.
   *
   * @param id its name
   * @param doneAt when its last run that ended well began; null if none did
   * @param retryAt when it is tried again after a failure; null if the last run ended well
   * @param failures since a run ended well
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
   * Stores the state of a run that goes on or has ended, unless another run was begun since: one
   * that has lost its lease must not undo what the next has done.
   */
  void follow(JobState state) {
    states.replace(
        Query.where("_id").is(state.id()).and("last.startedAt").is(state.last().startedAt()).json(),
        state);
  }
}
