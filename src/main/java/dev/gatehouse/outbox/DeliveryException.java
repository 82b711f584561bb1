package dev.gatehouse.outbox;

/** Something was not accepted, or nobody knows whether it was. */
public final class DeliveryException extends Exception {
  private static final long serialVersionUID = 1;

  private final Outcome outcome;

  /** The extent of what is known. */
  public enum Outcome {
    /** It was not accepted and never will be. */
    REFUSED,
    /** It was not accepted this time. */
    FAILED,
    /** The connection broke or fell silent: it may have been accepted. */
    UNKNOWN
  }

  /**
   * @param message for the owner, without a word of what was to be delivered
   * @param cause null where the settings are to blame
   */
  public DeliveryException(Outcome outcome, String message, Throwable cause) {
    super(message, cause);
    this.outcome = outcome;
  }

  public Outcome outcome() {
    return outcome;
  }

  /** The kind of cause, for the log; its text could quote addresses or the letter. */
  public String reason() {
    return getCause() == null ? "settings" : getCause().getClass().getSimpleName();
  }
}
