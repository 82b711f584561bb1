package dev.gatehouse.areas.payments.paypal;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.Money;
import java.util.Optional;

/** The payment provider's calls for orders. All methods block. */
public interface OrderProvider {
  /**
   * Creates an order. A repeated call with the same request id returns the first order.
   *
   * @param requestId 1 to 108 characters
   * @param order body of the request
   * @throws RefusedException if the order was not created
   * @throws ApiException if the outcome is unknown; an order may exist, which is not paid
   */
  PayPalOrder create(String requestId, Object order) throws RefusedException;

  /**
   * Captures an order that its payer has approved.
   *
   * @param requestId the same for every attempt at one capture
   * @throws RefusedException if the order was not captured
   * @throws ApiException unsettled if the outcome is unknown
   */
  PayPalOrder capture(String id, String requestId) throws RefusedException;

  /**
   * Reads an order.
   *
   * @return empty if the order does not exist, or no longer does
   * @throws ApiException if this cannot be determined
   */
  Optional<PayPalOrder> read(String id);

  /**
   * Refunds a part of a capture, or all of it. The refund appears in the order's next read.
   *
   * @param capture id of the capture
   * @param requestId the same for every attempt at one refund
   * @throws RefusedException if nothing was refunded
   * @throws ApiException if the outcome is unknown
   */
  void refund(String capture, String requestId, Money amount) throws RefusedException;
}
