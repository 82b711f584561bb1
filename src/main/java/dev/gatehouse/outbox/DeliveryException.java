package dev.gatehouse.outbox;

/** Thrown if a delivery was not accepted, or its outcome is unknown. */
public final class DeliveryException extends Exception {
  private final Outcome outcome;

  public enum Outcome {
    /** It was rejected permanently. */
    REFUSED,
    /** It was not accepted this time; a retry may succeed. */
    FAILED,
    /** The connection broke or timed out, so it may have been accepted. */
    UNKNOWN
  }

  /**
   * @param message message for the owner, without any delivered content
   * @param cause null if the settings are the cause
   */
  public DeliveryException(Outcome outcome, String message, Throwable cause) {
    super(message, cause);
    this.outcome = outcome;
  }

  public Outcome outcome() {
    return outcome;
  }

  /**
   * Returns the type of the cause, for the log. Its message could contain addresses or the email's
   * text.
   */
  public String reason() {
    return getCause() == null ? "settings" : getCause().getClass().getSimpleName();
  }
}
