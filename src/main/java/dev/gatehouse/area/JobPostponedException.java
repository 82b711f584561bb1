package dev.gatehouse.area;

/** Thrown by a job that cannot run yet, without a fault of the job. It is soon retried. */
public final class JobPostponedException extends Exception {
  /**
   * @param reason shown to the owner
   */
  public JobPostponedException(String reason) {
    super(reason);
  }
}
