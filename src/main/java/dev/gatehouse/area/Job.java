package dev.gatehouse.area;

/**
 * A background job whose runs never overlap. It runs on one node at a time, under a lease. Its last
 * run is stored, so missed runs are made up for by one run at the next start. A job with {@code
 * everywhere} runs on each node separately.
 *
 * @param name unique name, {@code area.what}
 * @param everywhere whether each node runs it; its state is then not stored
 */
public record Job(String name, Schedule schedule, boolean everywhere, Work work) {

  /** The work of one run. It blocks and may fail; a failed run is soon retried. */
  @FunctionalInterface
  public interface Work {
    void run(Progress progress) throws Exception;
  }

  /** Receives the progress of a long run. */
  @FunctionalInterface
  public interface Progress {
    /**
     * @param text a few words for the owner
     */
    void report(String text);
  }
}
