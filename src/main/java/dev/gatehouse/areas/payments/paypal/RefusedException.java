package dev.gatehouse.areas.payments.paypal;

/** A rejection by the provider. The requested action was not performed. */
public final class RefusedException extends Exception {
  private final int status;
  private final String issue;
  private final String payerAction;

  /**
   * @param status 400 to 499
   * @param issue the provider's code for the reason; UNKNOWN if it gives none
   * @param payerAction URL at which the payer can resolve the problem; empty if absent
   */
  public RefusedException(int status, String issue, String payerAction) {
    super(status + " " + issue);
    this.status = status;
    this.issue = issue;
    this.payerAction = payerAction;
  }

  /** Returns the rejection of a request for an order that the provider does not know. */
  public static RefusedException unknownOrder() {
    return new RefusedException(404, "INVALID_RESOURCE_ID", "");
  }

  public int status() {
    return status;
  }

  public String issue() {
    return issue;
  }

  public String payerAction() {
    return payerAction;
  }
}
