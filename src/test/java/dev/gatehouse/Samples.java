package dev.gatehouse;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;

/** Records that many tests send. */
public final class Samples {
  private Samples() {}

  /** Returns a text file of the test resources. */
  public static String resource(String path) {
    return new String(bytes(path), StandardCharsets.UTF_8);
  }

  /** Returns a file of the test resources. */
  public static byte[] bytes(String path) {
    return Unchecked.get(() -> Samples.class.getResourceAsStream(path).readAllBytes());
  }

  /** Returns a bar with one price. */
  public static JsonObject bar(String time, Number price) {
    return JsonObject.of(
        "timeUtc", time, "open", price, "high", price, "low", price, "close", price);
  }

  /** Returns a product that can be sold. */
  public static JsonObject product(String name, Number price, JsonObject stock) {
    return JsonObject.of("name", name, "price", price, "description", "All of it.", "stock", stock);
  }

  /** Returns an entry of the trading bot's log as the bot sends it. */
  public static JsonObject message(Object time, String message) {
    return JsonObject.of("timeStamp", time, "messageSource", "bot", "messageType", "info")
        .put("message", message);
  }

  /** Returns an entry of the trading bot's log. */
  public static JsonObject entry(String time, String message) {
    return JsonObject.of("timestamp", time, "level", "info", "message", message);
  }
}
