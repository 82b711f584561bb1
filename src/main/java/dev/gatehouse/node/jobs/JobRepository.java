package dev.gatehouse.node.jobs;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import java.time.Instant;
import java.util.Optional;

/**
 * Stores the states of jobs that run on one node at a time. Only the holder of a job's lease writes
 * its state.
 */
final class JobRepository {
  private final DocumentCollection<JobState> states;

  /**
   * State of a job.
   *
   * @param id name of the job
   * @param doneAt start of its last successful run; null if none succeeded
   * @param retryAt time of the next attempt after a failure; null if the last run succeeded
   * @param failures number of failures since the last successful run
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
   * Stores the state of a running or finished run unless a newer run has started. A run that has
   * lost its lease must not overwrite the next run's state.
   */
  void follow(JobState state) {
    states.replace(
        Query.where("_id").is(state.id()).and("last.startedAt").is(state.last().startedAt()).json(),
        state);
  }
}
