package dev.gatehouse.area;

/** A job that cannot be done yet, through no fault of its own: it is tried again soon. */
public final class JobPostponedException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * @param reason for the owner
   */
  public JobPostponedException(String reason) {
    super(reason);
  }
}
