package dev.gatehouse.messages;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.bus.Message;
import java.time.Instant;
import java.util.List;

/** The messages of the payments area. */
public final class PaymentMessages {
  /** Creates an order with the payment provider, once for each key. */
  public static final Message<CheckoutRequest, CheckoutReply> CHECKOUT =
      Message.of("payments.checkout", CheckoutRequest.class, CheckoutReply.class);

  /** Captures an order whose amounts the sender has agreed on with the buyer. */
  public static final Message<AgreedOrder, PaymentCaptured> CAPTURE_AGREED =
      Message.of("payments.captureAgreed", AgreedOrder.class, PaymentCaptured.class);

  /** Returns what is known of a payment. */
  public static final Message<PaymentQuery, PaymentFacts> PAYMENT =
      Message.of("payments.payment", PaymentQuery.class, PaymentFacts.class);

  /** Refunds a payment, once for each key. */
  public static final Message<RefundPayment, PaymentFacts> REFUND =
      Message.of("payments.refund", RefundPayment.class, PaymentFacts.class);

  public static final Message<Figures.Period, Figures> FIGURES =
      Message.of("payments.figures", Figures.Period.class, Figures.class);

  private PaymentMessages() {}

  /**
   * An order to be paid.
   *
   * @param key of the order: the same key returns the same order
   * @param returnUrl the page that the payer returns to, and confirms on
   */
  public record CheckoutRequest(
      String key, CheckoutOrder order, String returnUrl, String cancelUrl) {}

  /** An order in the words of the payment provider. */
  public record CheckoutOrder(
      String intent, @JsonProperty("purchase_units") List<CheckoutUnit> units) {}

  /** Part of an order. */
  public record CheckoutUnit(
      @JsonProperty("reference_id") String referenceId,
      String description,
      CheckoutTotal amount,
      List<CheckoutItem> items) {}

  /** The amount of a part and its sums. */
  public record CheckoutTotal(
      @JsonProperty("currency_code") String currency, String value, CheckoutSums breakdown) {}

  /**
   * The sums of an amount.
   *
   * @param shipping null without shipping costs
   * @param tax that is added to the items and the shipping; null without one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CheckoutSums(
      @JsonProperty("item_total") CheckoutAmount items,
      CheckoutAmount shipping,
      @JsonProperty("tax_total") CheckoutAmount tax) {}

  /** An amount of money. */
  public record CheckoutAmount(@JsonProperty("currency_code") String currency, String value) {}

  /**
   * An item of an order.
   *
   * @param sku the id of the product
   * @param quantity digits
   */
  public record CheckoutItem(
      String name,
      String sku,
      String quantity,
      @JsonProperty("unit_amount") CheckoutAmount unitAmount) {}

  /**
   * The created order.
   *
   * @param configured false where no payment provider is set; then the other fields are null
   * @param order the provider's id
   * @param approveUrl the page where the payer approves it
   */
  public record CheckoutReply(boolean configured, String order, String approveUrl) {}

  /**
   * An order by the provider's id.
   *
   * @param notAfter time after which no capture begins; null for no such time
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AgreedOrder(@JsonProperty("orderID") String order, Instant notAfter) {}

  /**
   * Request for a payment.
   *
   * @param order the provider's id
   * @param fresh whether an unpaid order is read from the provider first
   */
  public record PaymentQuery(String order, boolean fresh) {}

  /**
   * Known facts of a payment.
   *
   * @param state as in the list of payment orders
   * @param captured the money that was taken; null if nothing was taken, or if the provider's
   *     amounts are invalid
   * @param refunded the money that was returned; null without refunds
   * @param lost whether the outcome of a capture is unknown and is no longer looked up
   * @param problem what the owner must check; null without a problem
   * @param version number of the payment's changes, so that older facts are recognized; 0 from a
   *     release without it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PaymentFacts(
      String state,
      CheckoutAmount captured,
      CheckoutAmount refunded,
      boolean lost,
      String problem,
      long version) {}

  /**
   * A refund of a payment.
   *
   * @param order the provider's id
   * @param key of the refund: the same key makes one refund
   * @param amount null for all that is left
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RefundPayment(String order, String key, CheckoutAmount amount) {}

  /**
   * A captured order.
   *
   * @param pending true while the provider has not decided; null otherwise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PaymentCaptured(
      boolean success,
      String id,
      String status,
      List<PaymentCapture> captures,
      PaymentPayer payer,
      Boolean pending) {}

  /** A capture of an order. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PaymentCapture(String id, String status, CheckoutAmount amount) {}

  /** The payer as the provider names them. */
  public record PaymentPayer(@JsonProperty("email_address") String email) {}
}
