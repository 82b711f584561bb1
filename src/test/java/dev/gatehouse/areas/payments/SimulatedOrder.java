package dev.gatehouse.areas.payments;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Order at the simulated provider. */
public final class SimulatedOrder {
  static final String EXAMPLE = "5O190127TN364715T";
  private static final String EXAMPLE_CAPTURE = "3C679366HH908993F";

  final String id;
  final JsonArray units;
  final String intent;
  volatile String status = "CREATED";
  volatile String captureStatus = "COMPLETED";
  final List<String> captures = new CopyOnWriteArrayList<>();
  private volatile JsonObject changed;
  private final List<JsonObject> refunds = new CopyOnWriteArrayList<>();

  SimulatedOrder(String id, JsonObject request) {
    this.id = id;
    this.units = request.getJsonArray("purchase_units");
    this.intent = request.getString("intent");
  }

  /**
   * Refunds a part of a capture, or all of it if the request has no amount.
   *
   * @param request to {@code /v2/payments/captures/ID/refund}
   */
  static PayPalSimulator.Answer refund(
      Collection<SimulatedOrder> orders, PayPalSimulator.Request request) {
    String capture = request.path().split("/")[4];
    Optional<SimulatedOrder> found =
        orders.stream().filter(order -> order.captures.contains(capture)).findFirst();
    return found
        .map(order -> order.refund(new JsonObject(request.body())))
        .orElseGet(() -> new PayPalSimulator.Answer(404, PayPalSimulator.example("error_404")));
  }

  private PayPalSimulator.Answer refund(JsonObject request) {
    JsonObject amount = request.getJsonObject("amount", amount());
    String issue = refundIssue(amount);
    if (!issue.isEmpty()) {
      return new PayPalSimulator.Answer(422, PayPalSimulator.error(issue));
    }
    JsonObject made =
        new JsonObject()
            .put("id", captures.getFirst().replace("3C", (refunds.size() + 1) + "R"))
            .put("status", "COMPLETED")
            .put("amount", amount)
            .put("custom_id", request.getString("custom_id"));
    refunds.add(made);
    boolean all = refunded().compareTo(value(amount())) == 0;
    captureStatus = all ? "REFUNDED" : "PARTIALLY_REFUNDED";
    return new PayPalSimulator.Answer(201, made.encode());
  }

  private String refundIssue(JsonObject amount) {
    if (captureStatus.equals("REFUNDED")) {
      return "CAPTURE_FULLY_REFUNDED";
    }
    if (PayPalSimulator.WRONG_DECIMALS.matcher(amount.encode()).find()) {
      return "DECIMALS_NOT_SUPPORTED";
    }
    if (!amount.getString("currency_code").equals(amount().getString("currency_code"))) {
      return "REFUND_CAPTURE_CURRENCY_MISMATCH";
    }
    boolean more = refunded().add(value(amount)).compareTo(value(amount())) > 0;
    return more ? "REFUND_AMOUNT_EXCEEDED" : "";
  }

  private JsonObject amount() {
    boolean other = changed != null && !captures.isEmpty();
    return other ? changed : units.getJsonObject(0).getJsonObject("amount");
  }

  private static BigDecimal value(JsonObject amount) {
    return new BigDecimal(amount.getString("value"));
  }

  private BigDecimal refunded() {
    return refunds.stream()
        .map(refund -> value(refund.getJsonObject("amount")))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** Returns the values of all refunds. */
  public List<String> refundValues() {
    return refunds.stream()
        .map(refund -> refund.getJsonObject("amount").getString("value"))
        .toList();
  }

  /** Reverses the capture, as a chargeback does. */
  public void reverse() {
    captureStatus = "REVERSED";
  }

  /** Leaves the capture undecided until {@link #complete}. */
  public void pend() {
    captureStatus = "PENDING";
  }

  public void complete() {
    captureStatus = "COMPLETED";
  }

  /** Returns the money of a reversed capture to the shop. */
  public void returnToShop() {
    captureStatus = "COMPLETED";
  }

  /** Returns the id of the capture. */
  public String capture() {
    return captures.getFirst();
  }

  /** Returns the amount of the order as its creation named it, with its components. */
  public JsonObject ordered() {
    return units.getJsonObject(0).getJsonObject("amount").copy();
  }

  /** Changes the amount before the capture, as a payer's page can. */
  public void change(String currency, String value) {
    units.getJsonObject(0).put("amount", amount(currency, value));
  }

  /** Changes the amount between the last read before the capture and the capture. */
  public void changeAtCapture(String currency, String value) {
    changed = amount(currency, value);
  }

  private static JsonObject amount(String currency, String value) {
    return JsonObject.of("currency_code", currency, "value", value);
  }

  /** Returns the units that were ordered, as JSON. */
  public String units() {
    return units.encode();
  }

  /** Returns the order in the provider's format. */
  String reported() {
    String kind = captureStatus.equals("PENDING") ? "pending" : "completed";
    String text =
        PayPalSimulator.example("capture_" + kind + "_201")
            .replace(EXAMPLE, id)
            .replace(EXAMPLE_CAPTURE, captures.isEmpty() ? "" : captures.getFirst());
    JsonObject reported = new JsonObject(text).put("status", status).put("intent", intent);
    JsonObject unit = reported.getJsonArray("purchase_units").getJsonObject(0);
    JsonObject amount = amount();
    unit.put("amount", amount);
    if (captures.isEmpty()) {
      unit.remove("payments");
    } else {
      unit.getJsonObject("payments")
          .getJsonArray("captures")
          .getJsonObject(0)
          .put("amount", amount)
          .put("status", captureStatus);
      unit.getJsonObject("payments").put("refunds", new JsonArray(List.copyOf(refunds)));
    }
    return reported.encode();
  }
}
