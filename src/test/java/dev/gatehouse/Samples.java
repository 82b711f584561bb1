package dev.gatehouse;

import io.vertx.core.json.JsonObject;

/** Records that many tests send. */
public final class Samples {
  private Samples() {}

  /** Returns a bar with one price. */
  public static JsonObject bar(String time, Number price) {
    return JsonObject.of(
        "timeUtc", time, "open", price, "high", price, "low", price, "close", price);
  }

  /** Returns an entry of the trading bot's log. */
  public static JsonObject entry(String time, String message) {
    return JsonObject.of("timestamp", time, "level", "info", "message", message);
  }
}
