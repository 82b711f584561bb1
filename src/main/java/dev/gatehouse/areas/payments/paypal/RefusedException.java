package dev.gatehouse.areas.payments.paypal;

/** The provider's refusal to do something, which it has not done. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String issue;
  private final String payerAction;

  /**
   * @param status 400 to 499
   * @param issue its word for the reason; UNKNOWN where it says none
   * @param payerAction the address where the payer can mend it; empty if there is none
   */
  RefusedException(int status, String issue, String payerAction) {
    super(status + " " + issue);
    this.status = status;
    this.issue = issue;
    this.payerAction = payerAction;
  }

  /** The refusal to do something with an order that the provider does not know. */
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
