package dev.gatehouse.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The parts that operations have alike, added when the contract's files are merged: the responses
 * that follow from what an operation declares, and the parameter that idempotency needs. What an
 * operation says itself stays.
 */
final class CommonParts {
  private static final String RESPONSES = "#/components/responses/";
  private static final Set<String> UPLOADS = Set.of("multipart", "stream", "json or multipart");

  private CommonParts() {}

  /**
   * @param method the operation's, by which its item names it
   * @param item the path's item, whose parameters are the operation's too
   * @param rootSecurity what holds where the operation says nothing
   */
  static void addTo(String method, JsonObject item, JsonArray rootSecurity) {
    JsonObject operation = item.getJsonObject(method);
    boolean idempotent = operation.getBoolean("x-idempotent", false);
    if (idempotent) {
      JsonArray parameters = operation.getJsonArray("parameters", new JsonArray());
      operation.put(
          "parameters", parameters.add(reference("#/components/parameters/IdempotencyKey")));
    }
    boolean asks = operation.containsKey("parameters") || item.containsKey("parameters");
    boolean takes = operation.containsKey("requestBody");
    boolean uploads = UPLOADS.contains(operation.getString("x-body", ""));
    boolean closed = !operation.getJsonArray("security", rootSecurity).isEmpty();
    Map<String, Boolean> common = new LinkedHashMap<>();
    common.put("400 BadRequest", asks || takes);
    common.put("401 Unauthorized", closed);
    common.put("403 Forbidden", true);
    common.put("409 Conflict", idempotent);
    common.put("413 TooLarge", takes);
    common.put("415 UnsupportedMediaType", takes);
    common.put("429 TooManyRequests", true);
    common.put("500 InternalError", true);
    common.put("503 Unavailable", true);
    common.put("504 TimedOut", true);
    common.put("507 NoSpace", uploads || !method.equals("get"));
    common.put("default OtherError", true);
    JsonObject responses = operation.getJsonObject("responses", new JsonObject());
    common.forEach((entry, applies) -> {
      String[] statusAndName = entry.split(" ");
      if (applies && !responses.containsKey(statusAndName[0])) {
        responses.put(statusAndName[0], reference(RESPONSES + statusAndName[1]));
      }
    });
    operation.put("responses", responses);
  }

  private static JsonObject reference(String target) {
    return new JsonObject().put("$ref", target);
  }
}
