package dev.gatehouse.area.extension;

/** Stored work that is retried up to 20 times, also after a restart or on another node. */
public interface WorkQueue<T extends Record> {

  /** Does the work of one entry. */
  @FunctionalInterface
  interface Worker<T> {
    /**
     * Returns when the work is done; blocks, for 30 seconds at most. After a crash, the same entry
     * may be delivered again under the same id. After an exception, the entry is retried after 10
     * s, 20 s, … up to an hour, 20 times in all. An {@link ApiRefusal}, except unavailable and not
     * configured, and a reply of a {@link WebService} that is too large are final, as a {@link
     * RejectedException}.
     *
     * @param id 24 hex digits
     * @throws RejectedException if a retry is useless
     */
    void deliver(String id, T work) throws Exception;
  }

  /** Thrown if a retry is useless. The entry is kept for the owner and not delivered again. */
  final class RejectedException extends Exception {
    public RejectedException(String message) {
      super(message);
    }
  }

  /**
   * Adds work, unless work with the same cause was added before, on any node; blocks. The cause of
   * work that was done is forgotten after 30 days. The work is stored when this returns.
   *
   * @param cause identifies the work, for example the id of an event's record
   * @param title one line for the owner
   * @return whether this call added it
   */
  boolean add(String cause, String title, T work);
}
