package dev.gatehouse.areas.payments.orders;

import java.util.Locale;
import java.util.Set;

/** States of an order, as known to this service. */
public enum OrderState {
  /** Stored. The request to create it at the provider is in progress, or its outcome is unknown. */
  CREATING,
  /** The provider rejected its creation. */
  REFUSED,
  /** Waiting for the payer. */
  OPEN,
  /** The capture is in progress, or its outcome is unknown. */
  CAPTURING,
  /** Captured. The provider has not decided yet. */
  PENDING,
  /** Captured and paid. */
  PAID,
  /** The capture was declined. The payer can try another payment method. */
  DECLINED,
  /** The payment was refunded. */
  REFUNDED,
  /** Captured in part. Another part was declined, so the owner must decide. */
  UNRESOLVED,
  /** The payment was reversed by a chargeback. */
  CHARGED_BACK,
  /** Cancelled at the provider. */
  VOIDED,
  /** The provider does not know the order, or no longer does. */
  EXPIRED,
  /** The provider never returned an id for the order, so it cannot have been paid. */
  ABANDONED;

  private static final Set<OrderState> CAPTURED =
      Set.of(PENDING, PAID, REFUNDED, UNRESOLVED, CHARGED_BACK);

  /** Returns whether a capture was made, so that nothing is left to capture. */
  public boolean isCaptured() {
    return CAPTURED.contains(this);
  }

  /** Returns the name of the state in replies, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
