package dev.gatehouse.contract;

import module java.base;

import dev.gatehouse.contract.Operation.Body;
import dev.gatehouse.contract.Operation.Limit;
import dev.gatehouse.contract.Operation.Requirement;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Reads operations from the document and reports an incomplete operation immediately. */
final class OperationReader {
  static final List<HttpMethod> METHODS =
      List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

  /** Idempotent methods: two requests have the same effect as one. */
  private static final Set<HttpMethod> REPEATABLE =
      Set.of(HttpMethod.GET, HttpMethod.PUT, HttpMethod.DELETE);

  private static final long DEFAULT_MAX_BODY = 65_536;
  private static final long DEFAULT_TIMEOUT_MILLIS = 10_000;

  /** Values of x-limit besides a rate. */
  private static final Set<Object> LIMITS = Set.of("none", "area");

  /** All keys that an operation may have. Without this list, a misspelled key would be ignored. */
  private static final Set<String> KEYS =
      Set.of(
          """
          tags operationId summary description deprecated security parameters requestBody responses
          x-extension x-body x-max-body x-current x-upload-check x-limit x-idempotent x-same-origin
          x-step-up x-closable x-repeatable x-inline x-stream x-timeout x-cache x-roles x-scopes
          """
              .split("\\s+"));

  private final SchemaReader schemas;
  private final RequirementReader requirements;
  private final ValidationReader validations;

  OperationReader(JsonObject document, SchemaReader schemas) {
    this.schemas = schemas;
    this.requirements = new RequirementReader(document.getJsonArray("security", new JsonArray()));
    this.validations = new ValidationReader(schemas);
  }

  static String key(HttpMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws ContractException that describes the missing part, without the operation's name
   */
  Operation read(HttpMethod method, String path, JsonObject item, JsonObject operation) {
    String id = operation.getString("operationId", "");
    must(id.indexOf('.') > 0, "needs an operationId area.name");
    for (String key : operation.fieldNames()) {
      must(KEYS.contains(key), "has an unknown key " + key);
    }
    must(!operation.getString("summary", "").isBlank(), "needs a summary");
    must(!operation.getString("description", "").isBlank(), "needs a description");
    List<Requirement> needed = requirements.read(operation);
    Object limit = operation.getValue("x-limit");
    must(
        limit == null || limit instanceof JsonObject || LIMITS.contains(limit),
        "has an unknown x-limit " + limit);
    return new Operation(
        id,
        method,
        path,
        needed,
        limit instanceof JsonObject own ? Optional.of(limit(own)) : Optional.empty(),
        "none".equals(limit),
        "area".equals(limit),
        operation.getBoolean("x-idempotent", false),
        REPEATABLE.contains(method) || operation.getBoolean("x-repeatable", false),
        operation.getBoolean("x-same-origin", false),
        operation.getBoolean("x-step-up", false),
        operation.getString("x-closable", ""),
        body(operation),
        operation.getLong("x-max-body", DEFAULT_MAX_BODY),
        operation.getString("x-upload-check", ""),
        validations.read(path, item, operation),
        operation.getString("x-stream", ""),
        inline(operation),
        Duration.ofMillis(operation.getLong("x-timeout", DEFAULT_TIMEOUT_MILLIS)),
        operation.getString("x-cache", needed.isEmpty() ? "no-store" : "private, no-store"),
        produces(operation),
        reply(operation));
  }

  private static Limit limit(JsonObject limit) {
    return new Limit(
        limit.getString("name"),
        limit.getInteger("limit"),
        Duration.ofSeconds(limit.getLong("window")),
        "operator".equals(limit.getString("exempt")));
  }

  private static Body body(JsonObject operation) {
    String kind = operation.getString("x-body", "json");
    if (!operation.containsKey("requestBody")) {
      return Body.NONE;
    }
    return switch (kind) {
      case "json" -> Body.JSON;
      case "multipart" -> Body.MULTIPART;
      case "stream" -> Body.STREAM;
      case "json or multipart" -> Body.JSON_OR_MULTIPART;
      case "raw" -> Body.RAW;
      default -> throw new ContractException("has an unknown x-body " + kind);
    };
  }

  private static boolean inline(JsonObject operation) {
    boolean inline = operation.getBoolean("x-inline", false);
    must(
        !inline || !(operation.containsKey("requestBody") || operation.containsKey("x-stream")),
        "is x-inline, for operations that read only memory, and has a body or a stream");
    return inline;
  }

  private List<String> produces(JsonObject operation) {
    JsonObject responses = operation.getJsonObject("responses", new JsonObject());
    List<JsonObject> successes =
        responses.fieldNames().stream()
            .filter(status -> status.startsWith("2") || status.startsWith("3"))
            .map(status -> schemas.resolve(responses.getJsonObject(status)))
            .toList();
    must(!successes.isEmpty(), "has no success response");
    return successes.stream()
        .flatMap(
            success -> success.getJsonObject("content", new JsonObject()).fieldNames().stream())
        .distinct()
        .toList();
  }

  private Schema reply(JsonObject operation) {
    JsonObject responses = operation.getJsonObject("responses", new JsonObject());
    Schema json = null;
    for (String status : responses.fieldNames()) {
      JsonObject content =
          schemas.resolve(responses.getJsonObject(status)).getJsonObject("content");
      if (content != null && content.containsKey("application/json")) {
        Schema read =
            schemas.read(
                content.getJsonObject("application/json").getJsonObject("schema"),
                "reply " + status);
        if (status.startsWith("2")) {
          json = read;
        }
      }
    }
    return json;
  }

  private static void must(boolean right, String fault) {
    if (!right) {
      throw new ContractException(fault);
    }
  }
}
