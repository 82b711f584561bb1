package dev.gatehouse.areas.payments.orders;

import java.util.Locale;
import java.util.Set;

/** The states of an order, as far as this service knows. */
public enum OrderState {
  /** Stored; the provider is asked, or was, and nobody knows what became of it. */
  CREATING,
  /** The provider would not have it. */
  REFUSED,
  /** It waits for its payer. */
  OPEN,
  /** It is being captured, or was, and nobody knows what became of it. */
  CAPTURING,
  /** It is captured, and the provider has yet to decide. */
  PENDING,
  /** Its money is here. */
  PAID,
  /** Its capture was declined; the payer may try another way. */
  DECLINED,
  /** Its money was given back. */
  REFUNDED,
  /** It was called off. */
  VOIDED,
  /** The provider does not know it, or no more. */
  EXPIRED,
  /** The provider never told of it, so that nobody could pay it. */
  ABANDONED;

  private static final Set<OrderState> CAPTURED = Set.of(PENDING, PAID, REFUNDED);

  /** Returns whether there is nothing left to capture. */
  public boolean isCaptured() {
    return CAPTURED.contains(this);
  }

  /** The name in replies. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
