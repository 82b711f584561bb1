package dev.gatehouse.area;

/**
 * Work in the background, never two runs at a time. One node of all does it, under a lease; when it
 * was last done is stored, so that a run that was missed is made good at the next start, once
 * however many were missed. A job everywhere is done by each node for itself.
 *
 * @param name {@code area.what}, its own
 * @param everywhere whether each node does it; then nothing of it is stored
 */
public record Job(String name, Schedule schedule, boolean everywhere, Work work) {

  /** The work of one run, which blocks and may fail: then it is tried again soon. */
  @FunctionalInterface
  public interface Work {
    void run(Progress progress) throws Exception;
  }

  /** The way for a long run to tell how far it has come. */
  @FunctionalInterface
  public interface Progress {
    /**
     * @param text for the owner, a few words
     */
    void report(String text);
  }
}
