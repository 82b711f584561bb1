package dev.gatehouse.areas.storefront.orders;

import java.util.Locale;

/** Events that change the state of an order. */
enum OrderEvent {
  /** No payment provider is configured. */
  NO_PROVIDER,
  /** A capture is about to be requested. */
  PAY,
  /** The buyer wants to pay after the order has expired. */
  REVIVE,
  /** The provider has captured the order's total. */
  CAPTURED,
  /** The provider has captured the order and has not decided yet. */
  CAPTURE_PENDING,
  /** The provider has reported after the last attempt that nothing is captured. */
  NOT_CAPTURED,
  /** As NOT_CAPTURED, and the payment order can no longer be captured. */
  PAYMENT_GONE,
  /** The provider has captured another amount, or a part, or does not know the order any more. */
  DOUBTFUL,
  /** The outcome is still unknown after all checks. */
  GIVE_UP,
  /** The hold has ended, and the provider has reported that nothing is captured. */
  EXPIRE,
  /** The buyer cancels, and the provider has reported that nothing is captured. */
  CANCEL,
  /** The owner decides that the order is paid. */
  DECIDE_PAID,
  /** The owner decides that the order is cancelled. */
  DECIDE_CANCELLED,
  /** The owner takes a decision back. */
  UNDO,
  /** The owner has shipped the goods. */
  SHIP,
  /** A part of the payment is refunded. */
  REFUND_PARTLY,
  /** The whole payment is refunded. */
  REFUND,
  /** A chargeback has reversed the payment. */
  CHARGE_BACK;

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
