package dev.gatehouse.areas.payments;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Order at the simulated provider. */
final class SimulatedOrder {
  static final String EXAMPLE = "5O190127TN364715T";
  private static final String EXAMPLE_CAPTURE = "3C679366HH908993F";

  final String id;
  final JsonArray units;
  final String intent;
  volatile String status = "CREATED";
  volatile String captureStatus = "COMPLETED";
  volatile String refusal = "";
  final List<String> captures = new CopyOnWriteArrayList<>();

  SimulatedOrder(String id, JsonObject request) {
    this.id = id;
    this.units = request.getJsonArray("purchase_units");
    this.intent = request.getString("intent");
  }

  /** Returns the order in the provider's format. */
  String told() {
    String kind = captureStatus.equals("PENDING") ? "pending" : "completed";
    String text =
        PayPalSimulator.example("capture_" + kind + "_201")
            .replace(EXAMPLE, id)
            .replace(EXAMPLE_CAPTURE, captures.isEmpty() ? "" : captures.getFirst());
    JsonObject told = new JsonObject(text).put("status", status).put("intent", intent);
    JsonObject unit = told.getJsonArray("purchase_units").getJsonObject(0);
    JsonObject amount = units.getJsonObject(0).getJsonObject("amount");
    unit.put("amount", amount);
    if (captures.isEmpty()) {
      unit.remove("payments");
    } else {
      unit.getJsonObject("payments")
          .getJsonArray("captures")
          .getJsonObject(0)
          .put("amount", amount)
          .put("status", captureStatus);
    }
    return told.encode();
  }
}
