package dev.gatehouse.contract;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Parts shared by many operations, added when the contract's files are merged. These are the
 * responses that follow from an operation's declarations and the parameter for idempotency. An
 * operation's own declarations take precedence.
 */
final class CommonParts {
  private static final String RESPONSES = "#/components/responses/";
  private static final String HTML = "text/html";
  private static final JsonObject EMPTY = new JsonObject();
  private static final JsonObject PAGE =
      new JsonObject().put("schema", new JsonObject().put("type", "string"));
  private static final Set<String> UPLOADS = Set.of("multipart", "stream", "json or multipart");

  private CommonParts() {}

  /**
   * @param method the operation's method, which is its key in the path item
   * @param item the path item, whose parameters also apply to the operation
   * @param rootSecurity security of operations that declare none
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
    common.put("406 NotAcceptable", produces(operation));
    common.put("409 Conflict", idempotent);
    common.put("412 PreconditionFailed", true);
    common.put("413 TooLarge", takes);
    common.put("414 UriTooLong", true);
    common.put("415 UnsupportedMediaType", takes);
    common.put("429 TooManyRequests", true);
    common.put("431 HeadersTooLarge", true);
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

  /**
   * Declares that errors of an operation that produces pages, or only redirects, are pages for
   * browsers.
   *
   * @param document with all its shared responses
   */
  static void addPages(JsonObject document, JsonObject operation) {
    JsonObject responses = operation.getJsonObject("responses");
    boolean pages =
        responses.fieldNames().stream()
            .filter(status -> status.startsWith("2"))
            .map(status -> responses.getJsonObject(status).getJsonObject("content", EMPTY))
            .anyMatch(content -> content.containsKey(HTML));
    boolean redirects = responses.fieldNames().stream().anyMatch(status -> status.startsWith("3"));
    if (!pages && (produces(operation) || !redirects)) {
      return;
    }
    JsonObject shared = document.getJsonObject("components").getJsonObject("responses");
    for (String status : List.copyOf(responses.fieldNames())) {
      String target = responses.getJsonObject(status).getString("$ref", "");
      JsonObject named = shared.getJsonObject(target.replace(RESPONSES, ""));
      if (named != null && named.getJsonObject("content", EMPTY).containsKey("application/json")) {
        JsonObject either = named.copy();
        either.getJsonObject("content").put(HTML, PAGE.copy());
        responses.put(status, either);
      }
    }
  }

  /** Returns whether a success has a body. */
  private static boolean produces(JsonObject operation) {
    JsonObject responses = operation.getJsonObject("responses", new JsonObject());
    return responses.fieldNames().stream()
        .filter(status -> status.startsWith("2"))
        .map(responses::getJsonObject)
        .anyMatch(response -> response.containsKey("content") || response.containsKey("$ref"));
  }

  private static JsonObject reference(String target) {
    return new JsonObject().put("$ref", target);
  }
}
