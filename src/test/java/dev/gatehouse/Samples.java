package dev.gatehouse;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.pointer.JsonPointer;

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

  /** Returns a form of a visitor who wants to hire. */
  public static JsonObject hire(String name, String email, String description) {
    return JsonObject.of("name", name, "email", email, "description", description)
        .put("projectType", "web")
        .put("budget", "under-5k");
  }

  /** Returns an object that is written with single quotation marks. */
  public static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  /** Returns the first object of a list whose field has a value. */
  public static JsonObject one(JsonArray list, String field, String value) {
    return list.stream()
        .map(JsonObject.class::cast)
        .filter(each -> value.equals(each.getString(field)))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the start and the end of a meeting. */
  public static JsonObject times(String start, String end) {
    return JsonObject.of("startTime", start, "endTime", end);
  }

  /** Returns a message for the log of trading. */
  public static JsonObject logMessage(String source, String operation, String message) {
    return JsonObject.of("timeStamp", Instant.now().toString(), "messageType", "INFO")
        .put("messageSource", source)
        .put("localOperationName", operation)
        .put("message", message);
  }

  /** Returns the value at a JSON Pointer. */
  @SuppressWarnings("unchecked")
  public static <T> T at(JsonObject json, String pointer) {
    return (T) JsonPointer.from(pointer).queryJson(json);
  }
}
